// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.common.counters.TaskCounter;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.junit.Test;
import org.yarnext.tez.am.task.SplitSizeReaderTest;
import org.yarnext.tez.policy.estimate.DagNamePattern;

/** Run times are declared, and short tasks ask for opportunistic containers. */
public class SchedulerEventAdapterTest extends SchedulerEventAdapterTestBase {
  @Test
  public void containerDeclaresTheLearntRunTimeUntilItsLaunch() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    FakeVertex.Attempt late = attempt(1);
    AMSchedulerEventTALaunchRequest stock = request(late);
    AMSchedulerEventTALaunchRequest ours =
        (AMSchedulerEventTALaunchRequest) events.onRequested(late.mock, stock);
    run(events, 0, 1_500);
    events.assigned(late.mock, container(1, ExecutionType.GUARANTEED));
    Map<String, String> environment = ours.getContainerContext().getEnvironment();
    assertEquals(Collections.singletonMap(VARIABLE, "1500"), environment);
    assertEquals(stock.getPriority(), ours.getPriority());
    assertSame(stock.getCapability(), ours.getCapability());
    assertSame(stock.getTaskAttempt(), ours.getTaskAttempt());
    assertEquals(stock.getAttemptID(), ours.getAttemptID());
    assertEquals(1, ours.getSchedulerId());
    assertEquals(2, ours.getLauncherId());
    assertEquals(3, ours.getTaskCommId());
    assertSame("asked again", ours, events.onRequested(late.mock, ours));
  }

  /** A hundred ask, and all get a container, five of them at first. */
  private long declaredByTheFifth(SchedulerEventAdapter events) {
    FakeVertex wide = new FakeVertex("wide", 100);
    AMSchedulerEventTALaunchRequest fifth = null;
    for (FakeVertex.Attempt attempt : wide.attempts) {
      AMSchedulerEventTALaunchRequest ours =
          (AMSchedulerEventTALaunchRequest) events.onRequested(attempt.mock, request(attempt));
      fifth = attempt == wide.attempts.get(4) ? ours : fifth;
    }
    for (int i = 0; i < 5; i++) {
      events.assigned(wide.attempts.get(i).mock, container(i, ExecutionType.GUARANTEED));
    }
    return Long.parseLong(fifth.getContainerContext().getEnvironment().get(VARIABLE));
  }

  @Test
  public void containerDeclaresItsShareOfTheTasksToCome() throws Exception {
    headroom = Resource.newInstance(95, 1);
    assertEquals("each runs one task", 10_000, declaredByTheFifth(events(parts("on"))));
    headroom = Resource.newInstance(45, 1);
    assertEquals("each runs two", 20_000, declaredByTheFifth(events(parts("on"))));
    headroom = Resource.newInstance(0, 0);
    assertEquals("each runs twenty", 200_000, declaredByTheFifth(events(parts("on"))));
  }

  @Test
  public void shadowModeDeclaresNothingAndKeepsTasksGuaranteed() throws Exception {
    EstimatorContext parts = parts("shadow");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    AMSchedulerEventTALaunchRequest stock = request(attempt(1));
    assertSame(stock, events.onRequested(attempt(1).mock, stock));
    assertFalse(asks(events, 1));
    assertTrue(
        "but it is counted",
        parts.metrics.metrics().snapshot().containsKey("Decision_CONTAINER_SHORT_shadow"));
  }

  @Test
  public void shortTasksAreOpportunisticOnceATaskHasEnded() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    assertFalse(asks(events, 1));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
  }

  @Test
  public void shortTasksAreGuaranteedWhileThereIsRoom() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    headroom = Resource.newInstance(8, 1);
    for (int task = 1; task <= 8; task++) {
      assertFalse("task " + task, asks(events, task));
    }
    assertTrue("no room is left for it", asks(events, 9));
  }

  @Test
  public void taskWithASoonerContainerOfItsOwnStaysGuaranteed() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    for (int task = 1; task <= 2; task++) {
      events.onRequested(attempt(task).mock, request(attempt(task)));
      assertTrue("nothing is known", events.isOpportunistic(attempt(task).mock));
      events.assigned(attempt(task).mock, container(task, ExecutionType.OPPORTUNISTIC));
    }
    nowMs.addAndGet(4_000);
    events.submitted(attempt(1).mock);
    assertTrue("none serves the vertex", asks(events, 5));
    events.started(attempt(1).mock);
    assertFalse("one is free in 3 s", asks(events, 3));
    assertTrue("in 4.5 s, after two others", asks(events, 4));
  }

  @Test
  public void taskWhoseContainerWasPreemptedIsGuaranteed() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    events.ended(attempt(1).mock, false, TaskAttemptEndReason.EXTERNAL_PREEMPTION);
    assertFalse(asks(events, 1));
    events.ended(attempt(2).mock, false, TaskAttemptEndReason.APPLICATION_ERROR);
    assertTrue(asks(events, 2));
  }

  @Test
  public void needForAGuaranteedContainerIsReportedOnlyInModeOn() throws Exception {
    for (String mode : new String[] {"on", "shadow"}) {
      SchedulerEventAdapter events = events(parts(mode));
      headroom = Resource.newInstance(9, 1);
      asks(events, 1);
      assertEquals(mode, mode.equals("on"), events.needsGuaranteed(attempt(1).mock));
    }
  }

  @Test
  public void recurringDagKnowsItsTasksFromTheFirst() throws Exception {
    EstimatorContext first = parts("on");
    SchedulerEventAdapter events = events(first);
    attempt(0).reads(99);
    attempt(0).counters.findCounter(TaskCounter.OUTPUT_BYTES_PHYSICAL).setValue(5);
    when(fake.vertex.getTotalTasks()).thenReturn(1);
    run(events, 0, 1_500);
    events.onDagEnded();
    first.histories.close(60_000);
    assertEquals(1, first.metrics.historiesKept.value());

    when(fake.dag.getName()).thenReturn("dag 2");
    assertEquals("dag *", DagNamePattern.of("dag 2", Collections.emptySet()));
    SchedulerEventAdapter another = events(parts("on"));
    assertFalse("another DAG", asks(another, 1));
    when(fake.dag.getName()).thenReturn("dag");
    EstimatorContext second = parts("on");
    assertTrue(asks(events(second), 1));
    assertEquals(1, second.metrics.historiesRead.value());
  }

  /** Whether its container is opportunistic, and what that declares in its own. */
  private String chosenAndDeclared(SchedulerEventAdapter events, int task) {
    AMSchedulerEventTALaunchRequest ours =
        (AMSchedulerEventTALaunchRequest)
            events.onRequested(attempt(task).mock, request(attempt(task)));
    boolean opportunistic = events.isOpportunistic(attempt(task).mock);
    events.assigned(attempt(task).mock, container(task, ExecutionType.GUARANTEED));
    return opportunistic + " " + ours.getContainerContext().getEnvironment().get(VARIABLE);
  }

  /** Tasks run a second for each 64 bytes; of less than 5 s they are opportunistic. */
  @Test
  public void splitSizeOfATaskDecidesBeforeItRuns() throws Exception {
    when(fake.vertex.getAdditionalInputs()).thenReturn(Collections.singletonMap("splits", null));
    SchedulerEventAdapter events = events(parts("on"));
    for (int task = 0; task < 7; task++) {
      attempt(task).reads(64 * (task + 1));
      run(events, task, 1_000 * (task + 1));
    }
    attempt(7).with(SplitSizeReaderTest.split(9 * 64));
    attempt(8).with(SplitSizeReaderTest.split(2 * 64));
    assertEquals("false 9000", chosenAndDeclared(events, 7));
    assertEquals("true 2000", chosenAndDeclared(events, 8));
  }

  /** Three containers run two tasks each; the next new one is expected to take as the first did. */
  @Test
  public void firstTaskOfAContainerIsEstimatedSeparately() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    for (int i = 0; i < 3; i++) {
      Container container = container(i, ExecutionType.GUARANTEED);
      runIn(events, 2 * i, container, 3_000);
      runIn(events, 2 * i + 1, container, 1_000);
    }
    AMSchedulerEventTALaunchRequest next =
        (AMSchedulerEventTALaunchRequest) events.onRequested(attempt(7).mock, request(attempt(7)));
    events.assigned(attempt(7).mock, container(9, ExecutionType.GUARANTEED));
    assertEquals("3000", next.getContainerContext().getEnvironment().get(VARIABLE));
  }
}
