// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.app.AppContext;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.rm.ContainerLauncherStopRequestEvent;
import org.apache.tez.dag.app.rm.container.AMContainer;
import org.apache.tez.dag.app.rm.container.AMContainerMap;
import org.apache.tez.serviceplugins.api.DagInfo;
import org.apache.tez.serviceplugins.api.TaskScheduler.SchedulerTaskState;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext.AMState;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.yarnext.common.guard.GuardState;

/** The scheduler's additions to Tez's own, and that it adds nothing when it is off. */
public class EstimatingTaskSchedulerTest {
  private final FakeVertex fake = new FakeVertex("v", 3);

  private static EstimatingTaskScheduler scheduler(EstimatorContext parts) throws Exception {
    return scheduler(parts, mock(TaskSchedulerContext.class));
  }

  private static EstimatingTaskScheduler scheduler(
      EstimatorContext parts, TaskSchedulerContext context) throws Exception {
    when(context.getInitialUserPayload())
        .thenReturn(TezUtils.createUserPayloadFromConf(new Configuration(false)));
    return new EstimatingTaskScheduler(context, parts);
  }

  private static boolean awaitsEnds(String... keysAndValues) throws Exception {
    return scheduler(TezFixture.of(keysAndValues), mock(TaskSchedulerContext.class)).awaitsEnds();
  }

  @Test
  public void endsAreAwaitedOnlyIfTasksMayBeOpportunistic() throws Exception {
    assertTrue(awaitsEnds("mode", "on", "hybrid.threshold", "5s"));
    assertFalse(awaitsEnds("mode", "on"));
    assertFalse(awaitsEnds("mode", "on", "hybrid.threshold", "5s", "hybrid.percent", "0"));
    assertFalse(awaitsEnds("mode", "shadow", "hybrid.threshold", "5s"));
    assertFalse(awaitsEnds());
  }

  private static ContainerStatus ended(int id, int exitStatus) {
    ApplicationAttemptId attempt =
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    return ContainerStatus.newInstance(
        ContainerId.newContainerId(attempt, id), ContainerState.COMPLETE, "why " + id, exitStatus);
  }

  @Test
  public void containerKilledByTheNodeSchedulerIsReportedAsPreempted() throws Exception {
    EstimatorContext parts = TezFixture.of("mode", "on");
    List<ContainerStatus> statuses =
        Arrays.asList(ended(1, ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER), ended(2, 143));
    List<ContainerStatus> told = scheduler(parts).translated(statuses);
    assertEquals(ContainerExitStatus.PREEMPTED, told.get(0).getExitStatus());
    assertEquals(statuses.get(0).getContainerId(), told.get(0).getContainerId());
    assertEquals("why 1", told.get(0).getDiagnostics());
    assertSame(statuses.get(1), told.get(1));
    assertEquals(1, parts.metrics.lost.value());
  }

  @Test
  public void containerAbortedByYarnIsReportedAsPreempted() throws Exception {
    EstimatorContext parts = TezFixture.of("mode", "on");
    List<ContainerStatus> told =
        scheduler(parts).translated(Arrays.asList(ended(1, ContainerExitStatus.ABORTED)));
    assertEquals(ContainerExitStatus.PREEMPTED, told.get(0).getExitStatus());
    assertEquals(1, parts.metrics.lost.value());
  }

  @Test
  public void containerReleasedByTezIsNotLost() throws Exception {
    EstimatorContext parts = TezFixture.of("mode", "on");
    ContainerStatus released = ended(1, ContainerExitStatus.ABORTED);
    released.setDiagnostics("Container released by application");
    assertSame(released, scheduler(parts).translated(Arrays.asList(released)).get(0));
    assertEquals(0, parts.metrics.lost.value());
  }

  @Test
  public void lostContainerIsReportedAsPreemptedWhileTheGuardIsTripped() throws Exception {
    EstimatorContext parts = touchy();
    EstimatingTaskScheduler scheduler = scheduler(parts);
    parts.guard.recordFailure("any", new IOException());
    List<ContainerStatus> told =
        scheduler.translated(Arrays.asList(ended(1, ContainerExitStatus.ABORTED)));
    assertEquals(ContainerExitStatus.PREEMPTED, told.get(0).getExitStatus());
  }

  @Test
  public void failingHistoryLeavesTheGuardHealthy() {
    EstimatorContext parts =
        TezFixture.of(
            "mode", "on", "guard.failures-to-trip", "1", "history.dir", "nosuch://fs/dir");
    parts.histories.of("dag");
    parts.histories.close(60_000);
    assertEquals(GuardState.HEALTHY, parts.guard.state());
    assertEquals(2, parts.metrics.historiesFailed.value());
  }

  private static final CountDownLatch RESPONDS = new CountDownLatch(1);

  /** A file system that does not respond while the test runs. */
  public static final class SlowFileSystem extends DelegateToFileSystem {
    public SlowFileSystem(URI uri, Configuration conf) throws Exception {
      super(uri, new RawLocalFileSystem(), conf, uri.getScheme(), false);
      RESPONDS.await();
    }
  }

  /** Half of the deadline is left for the rest of the work, on a slow machine, too. */
  @Test
  public void slowHistoryLeavesTheGuardHealthy() throws Exception {
    begun(touchy()); // loads classes
    Configuration conf = new Configuration(false);
    conf.set("fs.AbstractFileSystem.slow.impl", SlowFileSystem.class.getName());
    conf.set("tez.estimator.mode", "on");
    conf.set("tez.estimator.history.dir", "slow:///nothing");
    conf.set("tez.estimator.guard.deadline", "4s");
    conf.set("tez.estimator.guard.failures-to-trip", "1");
    EstimatorContext parts = new EstimatorContext(conf, nowMs::get);
    EstimatingTaskScheduler scheduler = scheduler(parts);
    try {
      parts.guard.callInline(
          "tez.requested",
          () -> scheduler.events.onRequested(fake.attempts.get(0).mock, "cookie"),
          () -> "");
    } finally {
      RESPONDS.countDown();
      parts.histories.close(60_000);
    }
    assertEquals(1, parts.metrics.asked.value());
    assertEquals(GuardState.HEALTHY, parts.guard.state());
    assertEquals(0, parts.guard.counters().failures());
  }

  @Test
  public void shadowModeReportsALostContainerUnchanged() throws Exception {
    List<ContainerStatus> statuses = Arrays.asList(ended(1, ContainerExitStatus.ABORTED));
    assertSame(statuses, scheduler(TezFixture.of("mode", "shadow")).translated(statuses));
  }

  @Test
  public void failureLeavesTasksGuaranteed() throws Exception {
    EstimatorContext parts = TezFixture.of("mode", "on");
    assertFalse("no task attempt", scheduler(parts).asksOpportunistic(new Object()));
    assertEquals(1, parts.guard.counters().failures());
  }

  private final AtomicLong nowMs = new AtomicLong();

  /** One whose guard trips at the first failure, and which has learnt that tasks are short. */
  private EstimatingTaskScheduler begun(EstimatorContext parts) throws Exception {
    return begun(scheduler(parts));
  }

  private EstimatingTaskScheduler begun(EstimatingTaskScheduler scheduler) {
    FakeVertex.Attempt before = fake.attempts.get(0);
    scheduler.events.onRequested(before.mock, "cookie");
    scheduler.events.started(before.mock);
    nowMs.addAndGet(1_000);
    scheduler.events.ended(before.mock, true, null);
    return scheduler;
  }

  private EstimatorContext touchy() {
    return TezFixture.of(
        nowMs,
        "mode",
        "on",
        "hybrid.threshold",
        "5s",
        "hybrid.percent",
        "100",
        "guard.failures-to-trip",
        "1");
  }

  private static Container opportunistic() {
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(ended(1, 0).getContainerId());
    when(container.getExecutionType()).thenReturn(ExecutionType.OPPORTUNISTIC);
    when(container.getResource()).thenReturn(Resource.newInstance(512, 1));
    return container;
  }

  @Test
  public void taskStartedWhileTheGuardIsTrippedIsNotOverdue() throws Exception {
    EstimatorContext parts = touchy();
    EstimatingTaskScheduler scheduler = begun(parts);
    TaskAttempt task = fake.attempts.get(1).mock;
    scheduler.assigned(task, opportunistic());
    parts.guard.recordFailure("any", new IOException());
    assertEquals(GuardState.TRIPPED, parts.guard.state());
    scheduler.taskStateUpdated(task, SchedulerTaskState.SUBMITTED);
    nowMs.addAndGet(60_000);
    assertEquals(Collections.emptyList(), scheduler.events.queues().overdue());
  }

  @Test
  public void containerAssignedWhileTheGuardIsTrippedIsReturnedLater() throws Exception {
    EstimatorContext parts = touchy();
    EstimatingTaskScheduler scheduler = begun(parts);
    parts.guard.recordFailure("any", new IOException());
    scheduler.assigned(fake.attempts.get(1).mock, opportunistic());
    nowMs.addAndGet(60_000);
    assertEquals(
        Collections.singletonList(opportunistic().getId()), scheduler.events.queues().overdue());
  }

  @Test
  public void taskEndedWhileTheGuardIsTrippedIsForgotten() throws Exception {
    EstimatorContext parts = touchy();
    EstimatingTaskScheduler scheduler = begun(parts);
    TaskAttempt task = fake.attempts.get(1).mock;
    scheduler.events.onRequested(task, "cookie");
    assertTrue(scheduler.events.isOpportunistic(task));
    parts.guard.recordFailure("any", new IOException());
    scheduler.deallocateTask(task, true, null, null);
    assertFalse(scheduler.events.isOpportunistic(task));
  }

  @Test
  public void dagEndedWhileTheGuardIsTrippedIsForgotten() throws Exception {
    EstimatorContext parts = touchy();
    EstimatingTaskScheduler scheduler = begun(parts);
    TaskAttempt task = fake.attempts.get(1).mock;
    scheduler.events.onRequested(task, "cookie");
    parts.guard.recordFailure("any", new IOException());
    scheduler.dagComplete();
    assertFalse(scheduler.events.isOpportunistic(task));
  }

  /** A master in which the first task's container is known by this id. */
  private AppContext master(ContainerId id, EventHandler<Event> events) {
    AMContainer known = mock(AMContainer.class);
    Container container = opportunistic();
    when(container.getNodeId()).thenReturn(NodeId.newInstance("h1", 1));
    when(known.getContainer()).thenReturn(container);
    when(known.getContainerLauncherIdentifier()).thenReturn(3);
    AMContainerMap all = mock(AMContainerMap.class);
    when(all.get(id)).thenReturn(known);
    AppContext master = mock(AppContext.class);
    when(master.getAllContainers()).thenReturn(all);
    when(master.getEventHandler()).thenReturn(events);
    when(fake.vertex.getAppContext()).thenReturn(master);
    return master;
  }

  @Test
  @SuppressWarnings("unchecked")
  public void nodeIsAskedToStopAReturnedContainer() throws Exception {
    EventHandler<Event> events = mock(EventHandler.class);
    ContainerId id = opportunistic().getId();
    AppContext master = master(id, events);
    TaskAttempt task = fake.attempts.get(0).mock;
    EstimatorContext parts = TezFixture.of("mode", "on");
    assertTrue(scheduler(parts).asksNodeToStop(task, id));
    ArgumentCaptor<ContainerLauncherStopRequestEvent> sent =
        ArgumentCaptor.forClass(ContainerLauncherStopRequestEvent.class);
    verify(events).handle(sent.capture());
    assertEquals(id, sent.getValue().getContainerId());
    assertEquals(NodeId.newInstance("h1", 1), sent.getValue().getNodeId());
    assertEquals(3, sent.getValue().getLauncherId());
    assertFalse("unknown", scheduler(parts).asksNodeToStop(task, ended(2, 0).getContainerId()));
    when(master.getEventHandler()).thenThrow(new IllegalStateException());
    assertFalse("failed", scheduler(parts).asksNodeToStop(task, id));
    assertEquals(1, parts.guard.counters().failures());
  }

  /** One that has begun as above, without a ResourceManager. */
  private EstimatingTaskScheduler initialized(TaskSchedulerContext context) throws Exception {
    RackResolver.init(new Configuration());
    DagInfo dag = mock(DagInfo.class);
    when(dag.getTotalVertices()).thenReturn(1);
    when(dag.getVertexDescendants(0)).thenReturn(new BitSet());
    when(context.getCurrentDagInfo()).thenReturn(dag);
    when(context.getAMState()).thenReturn(AMState.RUNNING_APP);
    EstimatingTaskScheduler scheduler = begun(scheduler(touchy(), context));
    scheduler.initialize();
    return scheduler;
  }

  private static void ask(EstimatingTaskScheduler scheduler, TaskAttempt task, Container like) {
    scheduler.allocateTask(
        task, like.getResource(), null, null, like.getPriority(), "signature", "cookie");
  }

  private static Container onNode(ExecutionType type) {
    Container container = opportunistic();
    when(container.getExecutionType()).thenReturn(type);
    when(container.getNodeId()).thenReturn(NodeId.newInstance("h1", 1));
    when(container.getPriority()).thenReturn(Priority.newInstance(5));
    return container;
  }

  /** No node has room for it, or the queues of all its nodes are full. */
  @Test
  public void ungrantedOpportunisticRequestBecomesGuaranteed() throws Exception {
    TaskSchedulerContext context = mock(TaskSchedulerContext.class);
    EstimatingTaskScheduler scheduler = initialized(context);
    Container container = onNode(ExecutionType.GUARANTEED);
    TaskAttempt task = fake.attempts.get(1).mock;
    ask(scheduler, task, container);
    nowMs.addAndGet(29_999);
    scheduler.getProgress();
    scheduler.onContainersAllocated(Collections.singletonList(container));
    verify(context, never()).taskAllocated(any(), any(), any());
    nowMs.addAndGet(1);
    scheduler.getProgress();
    scheduler.onContainersAllocated(Collections.singletonList(container));
    verify(context).taskAllocated(task, "cookie", container);
  }

  @Test
  @SuppressWarnings("unchecked")
  public void containerThatDoesNotStartIsReturnedThroughItsNode() throws Exception {
    TaskSchedulerContext context = mock(TaskSchedulerContext.class);
    EstimatingTaskScheduler scheduler = initialized(context);
    doAnswer(call -> scheduler.deallocateContainer(call.getArgument(0)))
        .when(context)
        .preemptContainer(any());
    Container container = onNode(ExecutionType.OPPORTUNISTIC);
    EventHandler<Event> events = mock(EventHandler.class);
    master(container.getId(), events);
    ask(scheduler, fake.attempts.get(1).mock, container);
    scheduler.onContainersAllocated(Collections.singletonList(container));
    nowMs.addAndGet(29_999);
    scheduler.getProgress();
    verify(events, never()).handle(any());
    nowMs.addAndGet(1);
    scheduler.getProgress();
    verify(events).handle(any(ContainerLauncherStopRequestEvent.class));
  }

  @Test
  public void bookkeepingFailureIsCounted() throws Exception {
    EstimatorContext parts = TezFixture.of("mode", "on");
    scheduler(parts).assigned("no task attempt", opportunistic());
    assertEquals(1, parts.guard.counters().failures());
  }

  @Test
  public void modeOffRequestsNoOpportunisticContainer() throws Exception {
    EstimatingTaskScheduler scheduler = scheduler(TezFixture.of("mode", "off"));
    assertFalse(scheduler.asksOpportunistic(new Object()));
    assertFalse(scheduler(null).asksOpportunistic(fake.attempts.get(0).mock));
  }
}
