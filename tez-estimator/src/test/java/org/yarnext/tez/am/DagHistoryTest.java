// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.tez.dag.app.dag.DAGState;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;
import org.apache.tez.dag.records.TezTaskID;
import org.junit.Test;

/** The run times learnt from a DAG, at its end and after restarts of the master. */
public class DagHistoryTest extends SchedulerEventAdapterTestBase {
  @Test
  public void unsuccessfulDagIsNotKept() throws Exception {
    assertEquals(0, kept(DAGState.KILLED, 0));
    assertEquals(0, kept(DAGState.FAILED, 0));
    assertEquals("the Application Master was stopped", 0, kept(DAGState.RUNNING, 0));
    assertEquals(1, kept(DAGState.SUCCEEDED, 0));
  }

  @Test
  public void vertexWithFailedTasksIsNotKept() throws Exception {
    assertEquals(0, kept(DAGState.SUCCEEDED, 1));
  }

  @Test
  public void completedDagIsKeptOnceWhileTasksStillRequest() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    when(fake.vertex.getTotalTasks()).thenReturn(1);
    run(events, 0, 1_500);
    events.onDagEnded();
    AMSchedulerEventTALaunchRequest late = request(attempt(1));
    assertSame("as stock", late, events.onRequested(attempt(1).mock, late));
    events.started(attempt(1).mock);
    events.ended(attempt(1).mock, true, null);
    events.onDagEnded();
    parts.histories.close(60_000);
    assertEquals(1, parts.metrics.historiesKept.value());
  }

  @Test
  public void earlierSuccessesCountAfterAMasterRestart() throws Exception {
    endedBeforeTheRestart(fake);
    assertTrue(asks(events(parts("on")), 1));
  }

  @Test
  public void completedVerticesCountAfterAMasterRestart() throws Exception {
    FakeVertex over = new FakeVertex("over", 1);
    endedBeforeTheRestart(over);
    when(fake.dag.getVertices())
        .thenReturn(
            Collections.singletonMap(
                over.attempts.get(0).id.getTaskID().getVertexID(), over.vertex));
    assertTrue("what is typical is known", asks(events(parts("on")), 1));
  }

  /** Tez replays their ends, and does not wait with the first ask until it has. */
  @Test
  public void replayedSuccessesCountOnceAfterTheFirstRequest() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    assertFalse("nothing is known", asks(events, 1));
    endedBeforeTheRestart(fake);
    for (int i = 0; i < 2; i++) {
      events.ended(attempt(0).mock, true, null);
    }
    assertEquals(1, parts.metrics.ended.value());
    assertTrue(asks(events, 2));
    AMSchedulerEventTALaunchRequest ours =
        (AMSchedulerEventTALaunchRequest) events.onRequested(attempt(3).mock, request(attempt(3)));
    for (int task = 1; task <= 3; task++) {
      events.assigned(attempt(task).mock, container(task, ExecutionType.GUARANTEED));
    }
    assertEquals("2000", ours.getContainerContext().getEnvironment().get(VARIABLE));
  }

  private static void endedBeforeTheRestart(FakeVertex fake) {
    FakeVertex.Attempt before = fake.attempts.get(0);
    before.succeed();
    Task task = before.mock.getTask();
    when(task.getSuccessfulAttempt()).thenReturn(before.mock);
    when(before.mock.getLaunchTime()).thenReturn(1_000_000L);
    when(before.mock.getFinishTime()).thenReturn(1_002_000L);
    when(fake.vertex.getSucceededTasks()).thenReturn(1);
    Map<TezTaskID, Task> tasks = new LinkedHashMap<>();
    tasks.put(before.id.getTaskID(), task);
    when(fake.vertex.getTasks()).thenReturn(tasks);
  }

  @Test
  public void eventsAfterTheEndOfADagChangeNothing() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    events.onDagEnded();
    events.started(attempt(1).mock);
    attempt(1).succeed();
    events.ended(attempt(1).mock, true, null);
    events.assigned(attempt(2).mock, container(2, ExecutionType.GUARANTEED));
    assertFalse(events.isOpportunistic(attempt(2).mock));
    assertEquals(1, parts.metrics.ended.value());
  }

  @Test
  public void completedDagIsForgotten() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    events.onDagEnded();
    events.onDagEnded();
    when(fake.dag.getName()).thenReturn("unheard of");
    assertFalse(asks(events, 1));
  }
}
