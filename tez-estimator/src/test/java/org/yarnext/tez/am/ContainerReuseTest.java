// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;

/** Containers that stay for the next DAG. */
public class ContainerReuseTest extends SchedulerEventAdapterTestBase {
  /** Each declares a task of 1.5 s, as was learnt of the first. */
  @Test
  public void opportunisticContainerPastItsRunTimeIsNotReused() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    Container[] containers = new Container[5];
    for (int task = 1; task <= 4; task++) {
      boolean opportunistic = task != 3;
      containers[task] =
          container(task, opportunistic ? ExecutionType.OPPORTUNISTIC : ExecutionType.GUARANTEED);
      asks(events, task);
      attempt(task).container = containers[task].getId();
      events.assigned(attempt(task).mock, containers[task]);
    }
    events.submitted(attempt(1).mock);
    events.submitted(attempt(3).mock);
    nowMs.addAndGet(1_000);
    events.submitted(attempt(2).mock);
    nowMs.addAndGet(1_500);
    assertFalse("the DAG goes on", events.isOverrun(containers[1]));
    events.onDagEnded();
    assertTrue(events.isOverrun(containers[1]));
    assertFalse("not past it", events.isOverrun(containers[2]));
    assertFalse("guaranteed", events.isOverrun(containers[3]));
    assertFalse("never ran", events.isOverrun(containers[4]));
    events.containerEnded(containers[1].getId());
    assertFalse("forgotten", events.isOverrun(containers[1]));
  }

  @Test
  public void shadowModeReusesAnyContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("shadow"));
    run(events, 0, 1_500);
    Container container = container(1, ExecutionType.OPPORTUNISTIC);
    asks(events, 1);
    attempt(1).container = container.getId();
    events.assigned(attempt(1).mock, container);
    events.submitted(attempt(1).mock);
    nowMs.addAndGet(60_000);
    events.onDagEnded();
    assertFalse(events.isOverrun(container));
  }

  @Test
  public void containerOfATaskWaitingForOpportunisticTasksIsKept() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
    FakeVertex after = new FakeVertex("after", 1);
    when(after.vertex.getInputVertices()).thenReturn(Collections.singletonMap(fake.vertex, null));
    FakeVertex.Attempt early = after.attempts.get(0);
    events.onRequested(early.mock, request(early));
    Container kept = container(9, ExecutionType.OPPORTUNISTIC);
    events.assigned(early.mock, kept);
    nowMs.addAndGet(60_000);
    assertEquals(Collections.emptyList(), events.queues().overdue());
    events.ended(attempt(1).mock, true, null);
    assertEquals(Collections.singletonList(kept.getId()), events.queues().overdue());
  }
}
