// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.tez.common.ContainerSignatureMatcher;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.impl.Edge;
import org.apache.tez.dag.app.rm.OfflineScheduler;
import org.apache.tez.serviceplugins.api.DagInfo;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.apache.tez.serviceplugins.api.TaskScheduler.SchedulerTaskState;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext.AMState;
import org.junit.BeforeClass;
import org.junit.Test;
import org.mockito.Mockito;

/** Tasks to which Tez's own scheduler gives reused containers while others wait in queues. */
public class UsedContainersTest {
  private static final Resource SIZE = Resource.newInstance(512, 1);
  private static final long KEPT_MS = 250; // Tez's default

  /** Vertex whose tasks wait in queues; the first one has ended. */
  private final FakeVertex source = new FakeVertex("source", 4);

  private final FakeVertex reader = new FakeVertex("reader", 2);
  private final AtomicLong nowMs = new AtomicLong();
  private final TaskSchedulerContext context = mock(TaskSchedulerContext.class);

  /** Tez's last action on each idle container. */
  private final List<Callable<?>> later = new ArrayList<>();

  private EstimatingTaskScheduler scheduler;
  private EstimatorContext parts;

  @BeforeClass
  public static void racks() {
    RackResolver.init(new Configuration());
  }

  private void begin(String mode) throws Exception {
    when(reader.vertex.getInputVertices())
        .thenReturn(Collections.singletonMap(source.vertex, mock(Edge.class)));
    when(context.getInitialUserPayload())
        .thenReturn(TezUtils.createUserPayloadFromConf(new Configuration(false)));
    ContainerSignatureMatcher matcher = mock(ContainerSignatureMatcher.class);
    when(matcher.isSuperSet(any(), any())).thenReturn(true);
    when(context.getContainerSignatureMatcher()).thenReturn(matcher);
    when(context.getAMState()).thenReturn(AMState.RUNNING_APP);
    DagInfo dag = mock(DagInfo.class);
    when(dag.getTotalVertices()).thenReturn(2);
    when(dag.getVertexDescendants(0)).thenReturn(BitSet.valueOf(new long[] {2}));
    when(dag.getVertexDescendants(1)).thenReturn(new BitSet());
    when(context.getCurrentDagInfo()).thenReturn(dag);
    reader.attempts.forEach(
        attempt -> when(context.getVertexIndexForTask(attempt.mock)).thenReturn(1));
    parts = TezFixture.of(nowMs, "mode", mode, "hybrid.threshold", "5s", "hybrid.percent", "100");
    ScheduledExecutorService executor = mock(ScheduledExecutorService.class);
    when(executor.schedule(Mockito.<Callable<?>>any(), anyLong(), any()))
        .thenAnswer(
            call -> {
              later.remove(call.<Callable<?>>getArgument(0));
              later.add(call.getArgument(0));
              return mock(java.util.concurrent.ScheduledFuture.class);
            });
    scheduler =
        new EstimatingTaskScheduler(context, parts) {
          @Override
          protected ScheduledExecutorService createExecutor() {
            return executor;
          }
        };
    OfflineScheduler.start(scheduler);
    FakeVertex.Attempt before = source.attempts.get(0);
    scheduler.events.onRequested(before.mock, "cookie");
    scheduler.events.started(before.mock);
    nowMs.addAndGet(1_000);
    scheduler.events.ended(before.mock, true, null);
  }

  private void ask(FakeVertex.Attempt attempt, int priority) {
    scheduler.allocateTask(
        attempt.mock, SIZE, null, null, Priority.newInstance(priority), "signature", "cookie");
  }

  private static ContainerId id(int id) {
    ApplicationAttemptId of = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    return ContainerId.newContainerId(of, id);
  }

  /** A source task gets an opportunistic container of its own, with its number. */
  private Container waits(int task) {
    FakeVertex.Attempt attempt = source.attempts.get(task);
    ask(attempt, 1);
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(id(task));
    when(container.getNodeId()).thenReturn(NodeId.newInstance("h1", 1));
    when(container.getResource()).thenReturn(SIZE);
    when(container.getPriority()).thenReturn(Priority.newInstance(1));
    when(container.getExecutionType()).thenReturn(ExecutionType.OPPORTUNISTIC);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    verify(context).taskAllocated(attempt.mock, "cookie", container);
    attempt.container = container.getId();
    return container;
  }

  /** The same, which starts. */
  private Container runs(int task) {
    Container container = waits(task);
    scheduler.taskStateUpdated(source.attempts.get(task).mock, SchedulerTaskState.SUBMITTED);
    scheduler.taskStateUpdated(source.attempts.get(task).mock, SchedulerTaskState.STARTED);
    return container;
  }

  private void ends(int task) {
    scheduler.deallocateTask(source.attempts.get(task).mock, true, null, null);
  }

  private void tezLooksOnceMore() throws Exception {
    nowMs.addAndGet(KEPT_MS);
    for (Callable<?> each : new ArrayList<>(later)) {
      each.call();
    }
  }

  @Test
  public void idleContainerIsKeptForAQueuedTaskAndNoneIsReleased() throws Exception {
    begin("on");
    final Container first = runs(1);
    final Container second = runs(2);
    final Container queued = waits(3);
    reader.attempts.forEach(attempt -> ask(attempt, 2));
    ends(1);
    verify(context).preemptContainer(queued.getId());
    verify(context, never()).taskAllocated(eq(reader.attempts.get(0).mock), any(), any());
    ends(2);
    verify(context).taskAllocated(reader.attempts.get(0).mock, "cookie", second);
    verify(context, never()).taskAllocated(eq(reader.attempts.get(1).mock), any(), any());
    tezLooksOnceMore();
    verify(context).taskAllocated(reader.attempts.get(1).mock, "cookie", first);
    verify(context, never()).containerBeingReleased(any());
  }

  @Test
  public void taskThatLeftTheQueueGetsTheKeptContainer() throws Exception {
    begin("on");
    final Container first = runs(1);
    final Container queued = waits(3);
    ask(reader.attempts.get(0), 2);
    ends(1);
    scheduler.deallocateContainer(queued.getId());
    FakeVertex.Attempt moves = source.attempts.get(3);
    scheduler.deallocateTask(
        moves.mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION, "left its queue");
    ask(moves, 1);
    verify(context).taskAllocated(moves.mock, "cookie", first);
    verify(context, never()).taskAllocated(eq(reader.attempts.get(0).mock), any(), any());
  }

  @Test
  public void taskThatLeavesAQueueRunsAnywhereOnce() throws Exception {
    begin("on");
    runs(1);
    final Container queued = waits(3);
    TaskAttempt moves = source.attempts.get(3).mock;
    assertFalse(scheduler.runsAnywhere(moves));
    ends(1);
    scheduler.deallocateContainer(queued.getId());
    assertFalse(scheduler.runsAnywhere(source.attempts.get(2).mock));
    assertTrue(scheduler.runsAnywhere(moves));
    assertFalse("once", scheduler.runsAnywhere(moves));
  }

  @Test
  public void failureLetsAnyTaskUseTheKeptContainer() throws Exception {
    begin("on");
    final Container first = runs(1);
    waits(3);
    TaskAttempt reads = reader.attempts.get(0).mock;
    ask(reader.attempts.get(0), 2);
    Task task = reads.getTask();
    when(reads.getTask()).thenThrow(new IllegalStateException("once")).thenReturn(task);
    ends(1);
    verify(context).taskAllocated(reads, "cookie", first);
    assertEquals(1, parts.guard.counters().perHook().get("tez.held").failures());
  }

  /** It may be stopped for a guaranteed container at that moment. */
  @Test
  public void containerThatEndedWithItsTaskIsNotIdle() throws Exception {
    begin("on");
    final Container first = runs(1);
    waits(3);
    scheduler.onContainersCompleted(
        Collections.singletonList(
            ContainerStatus.newInstance(first.getId(), ContainerState.COMPLETE, "", 0)));
    ends(1);
    verify(context, never()).preemptContainer(any());
    assertEquals(Collections.emptyList(), scheduler.events.queues().left());
  }

  @Test
  public void taskOfTheSameVertexGetsAnIdleContainerAtOnce() throws Exception {
    begin("on");
    final Container first = runs(1);
    waits(3);
    ask(source.attempts.get(2), 1);
    ends(1);
    verify(context).taskAllocated(source.attempts.get(2).mock, "cookie", first);
    verify(context, never()).preemptContainer(any());
    assertFalse(scheduler.events.queues().isKept(first.getId()));
  }

  @Test
  public void shadowModeGivesAReaderTheIdleContainer() throws Exception {
    begin("shadow");
    final Container first = runs(1);
    waits(3);
    ask(reader.attempts.get(0), 2);
    ends(1);
    verify(context).taskAllocated(reader.attempts.get(0).mock, "cookie", first);
    verify(context, never()).preemptContainer(any());
  }

  @Test
  public void keptContainerCheckIsSkippedIfNoContainerIsKept() throws Exception {
    begin("on");
    runs(1);
    reader.attempts.forEach(attempt -> ask(attempt, 2));
    ends(1);
    verify(context).taskAllocated(eq(reader.attempts.get(0).mock), any(), any());
    assertFalse(parts.guard.counters().perHook().containsKey("tez.held"));
  }
}
