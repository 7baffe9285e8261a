// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.impl.Edge;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.junit.Test;

/** Tasks in the queues of nodes: given back, moved to idle containers, waited for. */
public class QueuedTaskTest extends SchedulerEventAdapterTestBase {
  @Test
  public void opportunisticContainerThatDoesNotStartIsReturnedOnce() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    Container stuck = container(1, ExecutionType.OPPORTUNISTIC);
    assertTrue(asks(events, 1));
    events.assigned(attempt(1).mock, stuck);
    events.assigned(attempt(2).mock, container(2, ExecutionType.OPPORTUNISTIC));
    events.submitted(attempt(2).mock);
    events.assigned(attempt(3).mock, container(3, ExecutionType.GUARANTEED));
    events.assigned(attempt(4).mock, container(4, ExecutionType.OPPORTUNISTIC));
    events.ended(attempt(4).mock, false, TaskAttemptEndReason.OTHER);
    nowMs.addAndGet(29_999);
    assertEquals(Collections.emptyList(), events.queues().overdue());
    nowMs.addAndGet(1);
    assertEquals(Collections.singletonList(stuck.getId()), events.queues().overdue());
    assertEquals("once", Collections.emptyList(), events.queues().overdue());
    assertEquals(1, parts.metrics.givenBack.value());
    events.ended(attempt(1).mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION);
    assertFalse("its next one is guaranteed", asks(events, 1));
  }

  /** Returns the container of a task that waits in a queue. */
  private ContainerId queued(SchedulerEventAdapter events, int task) {
    assertTrue(asks(events, task));
    Container container = container(task, ExecutionType.OPPORTUNISTIC);
    events.assigned(attempt(task).mock, container);
    return container.getId();
  }

  @Test
  public void taskLeavesTheQueueOnceAContainerIsIdle() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    Container busy = container(50, ExecutionType.OPPORTUNISTIC);
    events.queues().released(attempt(0).container);
    assertTrue(asks(events, 4));
    events.assigned(attempt(4).mock, busy);
    attempt(4).container = busy.getId();
    events.submitted(attempt(4).mock);
    events.started(attempt(4).mock);
    queued(events, 1);
    ContainerId second = queued(events, 2);
    assertEquals("none is idle", Collections.emptyList(), events.queues().left());
    nowMs.addAndGet(1_000);
    events.ended(attempt(4).mock, true, null);
    assertEquals("the last one", Collections.singletonList(second), events.queues().left());
    assertEquals("another one is on its way", Collections.emptyList(), events.queues().left());
    assertEquals(1, parts.metrics.moved.value());
    events.ended(attempt(2).mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION);
    assertTrue("it may have an opportunistic one again", asks(events, 2));
    events.assigned(attempt(2).mock, busy);
    assertEquals("none is idle any more", Collections.emptyList(), events.queues().left());
    nowMs.addAndGet(60_000);
    assertEquals("of those in queues alone", 1, events.queues().overdue().size());
  }

  @Test
  public void returnedContainerIsNotIdle() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    events.queues().released(attempt(0).container);
    assertEquals(Collections.emptyList(), events.queues().left());
  }

  /** One that reads from the vertex of the others. */
  private FakeVertex reader() {
    FakeVertex reader = new FakeVertex("reader", 2);
    when(reader.vertex.getInputVertices())
        .thenReturn(Collections.singletonMap(fake.vertex, mock(Edge.class)));
    when(reader.vertex.getDistanceFromRoot()).thenReturn(1);
    return reader;
  }

  @Test
  public void readerOfAQueuedTaskIsHeldBackFromTheKeptContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    runIn(events, 2, container(102, ExecutionType.GUARANTEED), 1_500);
    FakeVertex.Attempt last = reader().attempts.get(0);
    queued(events, 1);
    events.onRequested(last.mock, request(last));
    events.queues().reserveIdle();
    ContainerId other = attempt(0).container;
    ContainerId kept = attempt(2).container;
    assertTrue(events.queues().isReservedForOther(last.mock, kept));
    assertFalse(events.queues().isReservedForOther(last.mock, other));
    assertFalse("no reader", events.queues().isReservedForOther(attempt(3).mock, kept));
    assertEquals(1, events.queues().left().size());
    assertTrue("as long as it is on its way", events.queues().isReservedForOther(last.mock, kept));
    events.assigned(attempt(1).mock, container(3, ExecutionType.GUARANTEED));
    assertFalse(events.queues().isReservedForOther(last.mock, kept));
  }

  @Test
  public void readerIsHeldBackNoLongerThanTezKeepsTheContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex.Attempt last = reader().attempts.get(0);
    queued(events, 1);
    events.onRequested(last.mock, request(last));
    assertEquals(1, events.queues().left().size());
    nowMs.addAndGet(KEPT_MS - 1);
    assertTrue(events.queues().isReservedForOther(last.mock, attempt(0).container));
    nowMs.addAndGet(1);
    assertFalse(events.queues().isReservedForOther(last.mock, attempt(0).container));
  }

  @Test
  public void movedTaskQueuedAgainHoldsNoReaderBack() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex.Attempt last = reader().attempts.get(0);
    queued(events, 1);
    events.onRequested(last.mock, request(last));
    assertEquals(1, events.queues().left().size());
    events.ended(attempt(1).mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION);
    queued(events, 1);
    assertEquals(Collections.emptyList(), events.queues().left());
    assertFalse(events.queues().isKept(attempt(0).container));
  }

  @Test
  public void endedOrRunningTaskNeitherMovesNorHoldsReadersBack() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    queued(events, 2);
    when(attempt(1).mock.getTask().isFinished()).thenReturn(true);
    TaskAttempt first = attempt(3).mock;
    when(first.getLaunchTime()).thenReturn(1L);
    when(attempt(2).mock.getTask().getAttempts())
        .thenReturn(Collections.singletonMap(attempt(3).id, first));
    assertEquals(Collections.emptyList(), events.queues().left());
    assertFalse(events.queues().isKept(attempt(0).container));
    when(first.isFinished()).thenReturn(true);
    assertEquals("it runs no more", 1, events.queues().left().size());
  }

  /** The containers differ as those of a mapper and a reducer do. */
  @Test
  public void taskLeavesTheQueueOnlyForACompatibleContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex large = new FakeVertex("large", 2);
    FakeVertex.Attempt waits = large.attempts.get(0);
    events.onRequested(waits.mock, request(waits, "-Xmx4g", 4));
    events.assigned(waits.mock, container(1, ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyList(), events.queues().left());
    FakeVertex.Attempt ends = large.attempts.get(1);
    events.onRequested(ends.mock, request(ends, "-Xmx4g", 4));
    ends.container = container(2, ExecutionType.GUARANTEED).getId();
    events.assigned(ends.mock, container(2, ExecutionType.GUARANTEED));
    events.ended(ends.mock, true, null);
    assertEquals(1, events.queues().left().size());
  }

  /** Each waited for the lock that the other held. */
  @Test(timeout = 60_000)
  public void dagMayEndWhileTasksLeaveTheirQueues() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    Thread ends = new Thread(events::onDagEnded, "over");
    Task task = attempt(1).mock.getTask();
    when(attempt(1).mock.getTask())
        .thenAnswer(
            call -> {
              if (ends.getState() == Thread.State.NEW) {
                ends.start();
              }
              while (ends.isAlive() && ends.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
              }
              return task;
            });
    events.queues().left();
    ends.join();
    assertEquals("forgotten", Collections.emptyList(), events.queues().left());
  }

  /** A task of a vertex that reads from those of the first. */
  private boolean readerIsOpportunistic(SchedulerEventAdapter events) {
    FakeVertex after = new FakeVertex("after", 1);
    when(after.vertex.getInputVertices()).thenReturn(Collections.singletonMap(fake.vertex, null));
    FakeVertex.Attempt reader = after.attempts.get(0);
    events.onRequested(reader.mock, request(reader));
    return events.isOpportunistic(reader.mock);
  }

  @Test
  public void readerOfAGuaranteedTaskIsGuaranteedWhileThereIsRoom() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
    events.assigned(attempt(1).mock, container(1, ExecutionType.GUARANTEED));
    headroom = Resource.newInstance(10, 10);
    assertFalse("there is room", readerIsOpportunistic(events));
  }

  @Test
  public void readerOfATaskInAnOpportunisticContainerIsOpportunistic() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    headroom = Resource.newInstance(10, 10);
    assertFalse(asks(events, 1));
    events.assigned(attempt(1).mock, container(1, ExecutionType.OPPORTUNISTIC));
    assertTrue(readerIsOpportunistic(events));
  }

  @Test
  public void taskDoesNotLeaveTheQueueForASmallerContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex.Attempt waits = new FakeVertex("large", 1).attempts.get(0);
    events.onRequested(waits.mock, request(waits, "", 4));
    events.assigned(waits.mock, container(1, ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyList(), events.queues().left());
  }

  @Test
  public void queuedTasksAreCheckedOnlyIfAContainerIsFree() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    queued(events, 2);
    queued(events, 3);
    assertEquals(1, events.queues().left().size());
    AtomicInteger looks = new AtomicInteger();
    Task task = attempt(1).mock.getTask();
    when(attempt(1).mock.getTask())
        .thenAnswer(
            call -> {
              looks.incrementAndGet();
              return task;
            });
    assertEquals(Collections.emptyList(), events.queues().left());
    assertEquals("one is on its way", 0, looks.get());
  }

  @Test
  public void ungrantedOpportunisticTaskBecomesGuaranteedOnce() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    for (int task = 1; task <= 4; task++) {
      assertTrue(asks(events, task));
    }
    events.assigned(attempt(2).mock, container(2, ExecutionType.GUARANTEED));
    events.ended(attempt(3).mock, false, TaskAttemptEndReason.OTHER);
    when(attempt(4).mock.isFinished()).thenReturn(true);
    nowMs.addAndGet(29_999);
    assertEquals(Collections.emptySet(), events.queues().ungranted());
    nowMs.addAndGet(1);
    assertEquals(Collections.singleton(attempt(1).mock), events.queues().ungranted());
    assertFalse("from now on", events.isOpportunistic(attempt(1).mock));
    assertEquals("once", Collections.emptySet(), events.queues().ungranted());
    assertTrue(
        parts.metrics.metrics().snapshot().containsKey("Decision_CONTAINER_NOT_GRANTED_applied"));
  }

  @Test
  public void otherVerticesStayGuaranteedAfterAnUngrantedRequest() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
    nowMs.addAndGet(29_000);
    queued(events, 2);
    nowMs.addAndGet(1_000);
    assertEquals(1, events.queues().ungranted().size());
    FakeVertex.Attempt next = new FakeVertex("next", 1).attempts.get(0);
    events.onRequested(next.mock, request(next));
    assertFalse("what is typical is known of it", events.isOpportunistic(next.mock));
    events.submitted(attempt(2).mock);
    events.onRequested(next.mock, request(next));
    assertTrue(events.isOpportunistic(next.mock));
  }

  @Test
  public void tasksStayGuaranteedAfterAContainerIsReturned() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    nowMs.addAndGet(30_000);
    assertEquals(1, events.queues().overdue().size());
    assertFalse(asks(events, 2));
  }

  @Test
  public void taskWaitingForOpportunisticTasksKeepsItsRequest() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex after = new FakeVertex("after", 1);
    when(after.vertex.getInputVertices()).thenReturn(Collections.singletonMap(fake.vertex, null));
    FakeVertex.Attempt early = after.attempts.get(0);
    assertTrue(asks(events, 1));
    events.assigned(attempt(1).mock, container(1, ExecutionType.OPPORTUNISTIC));
    events.onRequested(early.mock, request(early));
    assertTrue(events.isOpportunistic(early.mock));
    nowMs.addAndGet(60_000);
    assertEquals(Collections.emptySet(), events.queues().ungranted());
    events.ended(attempt(1).mock, true, null);
    assertEquals(Collections.singleton(early.mock), events.queues().ungranted());
  }

  @Test
  public void startedOrEndedTaskKeepsItsContainerWithoutAnEvent() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    for (int task = 1; task <= 2; task++) {
      asks(events, task);
      events.assigned(attempt(task).mock, container(task, ExecutionType.OPPORTUNISTIC));
    }
    when(attempt(1).mock.getLaunchTime()).thenReturn(1L);
    when(attempt(2).mock.isFinished()).thenReturn(true);
    nowMs.addAndGet(60_000);
    assertEquals(Collections.emptyList(), events.queues().overdue());
    assertEquals(0, parts.metrics.givenBack.value());
  }
}
