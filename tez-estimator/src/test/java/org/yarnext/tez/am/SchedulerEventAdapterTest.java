// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.common.counters.TaskCounter;
import org.apache.tez.dag.app.ContainerContext;
import org.apache.tez.dag.app.dag.DAGState;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.impl.Edge;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tez.am.task.SplitSizeReaderTest;
import org.yarnext.tez.policy.estimate.DagNamePattern;

/** From what happens in Tez's scheduler to what containers declare and which are opportunistic. */
public class SchedulerEventAdapterTest {
  private static final long KEPT_MS = 250;
  private static final String VARIABLE = "YARNEXT_MERCURY_RUN_MS";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final AtomicLong nowMs = new AtomicLong();
  private final FakeVertex fake = new FakeVertex("v", 10);

  private EstimatorContext parts(String mode) throws IOException {
    return Parts.of(
        nowMs,
        "mode",
        mode,
        "container-start",
        "0s",
        "hybrid.threshold",
        "5s",
        "hybrid.percent",
        "100",
        "history.dir",
        new File(folder.getRoot(), "history").toURI().toString());
  }

  /** What the ResourceManager says is available. */
  private Resource headroom = Resource.newInstance(0, 0);

  private SchedulerEventAdapter events(EstimatorContext parts) {
    return new SchedulerEventAdapter(parts, true, KEPT_MS, () -> headroom);
  }

  private static AMSchedulerEventTALaunchRequest request(FakeVertex.Attempt attempt) {
    return request(attempt, "", 1);
  }

  private static AMSchedulerEventTALaunchRequest request(
      FakeVertex.Attempt attempt, String javaOpts, int memory) {
    ContainerContext context =
        new ContainerContext(
            Collections.emptyMap(), new Credentials(), Collections.emptyMap(), javaOpts, null);
    return new AMSchedulerEventTALaunchRequest(
        attempt.id, Resource.newInstance(memory, 1), null, attempt.mock, null, 7, context, 1, 2, 3);
  }

  private FakeVertex.Attempt attempt(int i) {
    return fake.attempts.get(i);
  }

  /** Asks for it; whether an opportunistic container was asked. */
  private boolean asks(SchedulerEventAdapter events, int task) {
    events.asked(attempt(task).mock, request(attempt(task)));
    return events.isOpportunistic(attempt(task).mock);
  }

  private void run(SchedulerEventAdapter events, int task, long ms) {
    runIn(events, task, container(100 + task, ExecutionType.GUARANTEED), ms);
  }

  @Test
  public void aContainerDeclaresWhatWasLearntUntilItIsLaunched() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    FakeVertex.Attempt late = attempt(1);
    AMSchedulerEventTALaunchRequest stock = request(late);
    AMSchedulerEventTALaunchRequest ours =
        (AMSchedulerEventTALaunchRequest) events.asked(late.mock, stock);
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
    assertSame("asked again", ours, events.asked(late.mock, ours));
  }

  /** A hundred ask, and all get a container, five of them at first. */
  private long declaredByTheFifth(SchedulerEventAdapter events) {
    FakeVertex wide = new FakeVertex("wide", 100);
    AMSchedulerEventTALaunchRequest fifth = null;
    for (FakeVertex.Attempt attempt : wide.attempts) {
      AMSchedulerEventTALaunchRequest ours =
          (AMSchedulerEventTALaunchRequest) events.asked(attempt.mock, request(attempt));
      fifth = attempt == wide.attempts.get(4) ? ours : fifth;
    }
    for (int i = 0; i < 5; i++) {
      events.assigned(wide.attempts.get(i).mock, container(i, ExecutionType.GUARANTEED));
    }
    return Long.parseLong(fifth.getContainerContext().getEnvironment().get(VARIABLE));
  }

  @Test
  public void whileContainersStillComeAContainerDeclaresItsShareOfThoseToCome() throws Exception {
    headroom = Resource.newInstance(95, 1);
    assertEquals("each runs one task", 10_000, declaredByTheFifth(events(parts("on"))));
    headroom = Resource.newInstance(45, 1);
    assertEquals("each runs two", 20_000, declaredByTheFifth(events(parts("on"))));
    headroom = Resource.newInstance(0, 0);
    assertEquals("each runs twenty", 200_000, declaredByTheFifth(events(parts("on"))));
  }

  @Test
  public void inModeShadowNothingIsDeclaredNorOpportunistic() throws Exception {
    EstimatorContext parts = parts("shadow");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    AMSchedulerEventTALaunchRequest stock = request(attempt(1));
    assertSame(stock, events.asked(attempt(1).mock, stock));
    assertFalse(asks(events, 1));
    assertTrue(
        "but it is counted",
        parts.journal.metrics().snapshot().containsKey("Decision_CONTAINER_SHORT_shadow"));
  }

  @Test
  public void shortTasksAreOpportunisticOnceOneHasEnded() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    assertFalse(asks(events, 1));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
  }

  @Test
  public void shortTasksForWhichThereIsRoomAreGuaranteed() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    headroom = Resource.newInstance(8, 1);
    for (int task = 1; task <= 8; task++) {
      assertFalse("task " + task, asks(events, task));
    }
    assertTrue("no room is left for it", asks(events, 9));
  }

  @Test
  public void whoHasAContainerSoonerThanOpportunisticOnesStartedLatelyAsksForNone()
      throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    for (int task = 1; task <= 2; task++) {
      events.asked(attempt(task).mock, request(attempt(task)));
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
  public void aTaskWhoseContainerWasPreemptedIsGuaranteed() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    events.ended(attempt(1).mock, false, TaskAttemptEndReason.EXTERNAL_PREEMPTION);
    assertFalse(asks(events, 1));
    events.ended(attempt(2).mock, false, TaskAttemptEndReason.APPLICATION_ERROR);
    assertTrue(asks(events, 2));
  }

  @Test
  public void aTaskThatNeedsAGuaranteedContainerIsToldInModeOnAlone() throws Exception {
    for (String mode : new String[] {"on", "shadow"}) {
      SchedulerEventAdapter events = events(parts(mode));
      headroom = Resource.newInstance(9, 1);
      asks(events, 1);
      assertEquals(mode, mode.equals("on"), events.needsGuaranteed(attempt(1).mock));
    }
  }

  private static Container container(int id, ExecutionType type) {
    ApplicationAttemptId of = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(ContainerId.newContainerId(of, id));
    when(container.getExecutionType()).thenReturn(type);
    when(container.getResource()).thenReturn(Resource.newInstance(1, 1));
    return container;
  }

  @Test
  public void anOpportunisticContainerThatDoesNotStartIsGivenBackOnce() throws Exception {
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
    assertEquals(1, parts.journal.givenBack.value());
    events.ended(attempt(1).mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION);
    assertFalse("its next one is guaranteed", asks(events, 1));
  }

  /** Its container waits in a queue. */
  private ContainerId queued(SchedulerEventAdapter events, int task) {
    assertTrue(asks(events, task));
    Container container = container(task, ExecutionType.OPPORTUNISTIC);
    events.assigned(attempt(task).mock, container);
    return container.getId();
  }

  @Test
  public void aTaskLeavesTheQueueOnceAContainerOfTheApplicationIsIdle() throws Exception {
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
    assertEquals(1, parts.journal.moved.value());
    events.ended(attempt(2).mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION);
    assertTrue("it may have an opportunistic one again", asks(events, 2));
    events.assigned(attempt(2).mock, busy);
    assertEquals("none is idle any more", Collections.emptyList(), events.queues().left());
    nowMs.addAndGet(60_000);
    assertEquals("of those in queues alone", 1, events.queues().overdue().size());
  }

  @Test
  public void aContainerThatIsGivenBackIsNotIdle() throws Exception {
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
  public void whoReadsFromATaskInAQueueIsHeldBackFromTheContainerThatIsKeptForIt()
      throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    runIn(events, 2, container(102, ExecutionType.GUARANTEED), 1_500);
    FakeVertex.Attempt last = reader().attempts.get(0);
    queued(events, 1);
    events.asked(last.mock, request(last));
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
  public void nobodyIsHeldBackForLongerThanTezKeepsTheContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex.Attempt last = reader().attempts.get(0);
    queued(events, 1);
    events.asked(last.mock, request(last));
    assertEquals(1, events.queues().left().size());
    nowMs.addAndGet(KEPT_MS - 1);
    assertTrue(events.queues().isReservedForOther(last.mock, attempt(0).container));
    nowMs.addAndGet(1);
    assertFalse(events.queues().isReservedForOther(last.mock, attempt(0).container));
  }

  @Test
  public void whoHasMovedAndWaitsInAQueueAgainHoldsNobodyBack() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex.Attempt last = reader().attempts.get(0);
    queued(events, 1);
    events.asked(last.mock, request(last));
    assertEquals(1, events.queues().left().size());
    events.ended(attempt(1).mock, false, TaskAttemptEndReason.INTERNAL_PREEMPTION);
    queued(events, 1);
    assertEquals(Collections.emptyList(), events.queues().left());
    assertFalse(events.queues().isKept(attempt(0).container));
  }

  @Test
  public void aTaskThatHasEndedOrRunsElsewhereNeitherMovesNorHoldsAnybodyBack() throws Exception {
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

  /** As a mapper's and a reducer's. */
  @Test
  public void aTaskLeavesTheQueueOnlyForAContainerThatMayRunIt() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex large = new FakeVertex("large", 2);
    FakeVertex.Attempt waits = large.attempts.get(0);
    events.asked(waits.mock, request(waits, "-Xmx4g", 4));
    events.assigned(waits.mock, container(1, ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyList(), events.queues().left());
    FakeVertex.Attempt ends = large.attempts.get(1);
    events.asked(ends.mock, request(ends, "-Xmx4g", 4));
    ends.container = container(2, ExecutionType.GUARANTEED).getId();
    events.assigned(ends.mock, container(2, ExecutionType.GUARANTEED));
    events.ended(ends.mock, true, null);
    assertEquals(1, events.queues().left().size());
  }

  /** Each waited for the lock that the other held. */
  @Test(timeout = 60_000)
  public void aDagEndsWhileTasksLeaveTheirQueues() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    Thread ends = new Thread(events::over, "over");
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
    events.asked(reader.mock, request(reader));
    return events.isOpportunistic(reader.mock);
  }

  @Test
  public void oneWhoseSourceGotAGuaranteedContainerInsteadWaitsForNoOpportunisticOne()
      throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
    events.assigned(attempt(1).mock, container(1, ExecutionType.GUARANTEED));
    headroom = Resource.newInstance(10, 10);
    assertFalse("there is room", readerIsOpportunistic(events));
  }

  @Test
  public void oneWhoseSourceGotAnOpportunisticContainerInsteadWaitsForIt() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    headroom = Resource.newInstance(10, 10);
    assertFalse(asks(events, 1));
    events.assigned(attempt(1).mock, container(1, ExecutionType.OPPORTUNISTIC));
    assertTrue(readerIsOpportunistic(events));
  }

  @Test
  public void aTaskLeavesNoQueueForASmallerContainer() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex.Attempt waits = new FakeVertex("large", 1).attempts.get(0);
    events.asked(waits.mock, request(waits, "", 4));
    events.assigned(waits.mock, container(1, ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyList(), events.queues().left());
  }

  @Test
  public void thoseInQueuesAreLookedAtOnlyWhereAContainerIsFree() throws Exception {
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
  public void aTaskToWhichNoOpportunisticContainerComesAsksForAGuaranteedOneOnce()
      throws Exception {
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
        parts.journal.metrics().snapshot().containsKey("Decision_CONTAINER_NOT_GRANTED_applied"));
  }

  @Test
  public void afterOneThatDidNotComeOtherVerticesAskForNoneUntilOneStarts() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
    nowMs.addAndGet(29_000);
    queued(events, 2);
    nowMs.addAndGet(1_000);
    assertEquals(1, events.queues().ungranted().size());
    FakeVertex.Attempt next = new FakeVertex("next", 1).attempts.get(0);
    events.asked(next.mock, request(next));
    assertFalse("what is typical is known of it", events.isOpportunistic(next.mock));
    events.submitted(attempt(2).mock);
    events.asked(next.mock, request(next));
    assertTrue(events.isOpportunistic(next.mock));
  }

  @Test
  public void afterOneThatIsGivenBackTheDagAsksForNoneEither() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    queued(events, 1);
    nowMs.addAndGet(30_000);
    assertEquals(1, events.queues().overdue().size());
    assertFalse(asks(events, 2));
  }

  @Test
  public void oneThatWaitsForOpportunisticTasksGoesOnAskingForOne() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    FakeVertex after = new FakeVertex("after", 1);
    when(after.vertex.getInputVertices()).thenReturn(Collections.singletonMap(fake.vertex, null));
    FakeVertex.Attempt early = after.attempts.get(0);
    assertTrue(asks(events, 1));
    events.assigned(attempt(1).mock, container(1, ExecutionType.OPPORTUNISTIC));
    events.asked(early.mock, request(early));
    assertTrue(events.isOpportunistic(early.mock));
    nowMs.addAndGet(60_000);
    assertEquals(Collections.emptySet(), events.queues().ungranted());
    events.ended(attempt(1).mock, true, null);
    assertEquals(Collections.singleton(early.mock), events.queues().ungranted());
  }

  @Test
  public void aTaskThatRunsOrHasEndedKeepsItsContainerThoughThatWasNotTold() throws Exception {
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
    assertEquals(0, parts.journal.givenBack.value());
  }

  /** Each declares a task of 1.5 s, as was learnt of the first. */
  @Test
  public void anOpportunisticContainerPastItsDeclaredTimeIsNotUsedByTheNextDag() throws Exception {
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
    events.over();
    assertTrue(events.isOverrun(containers[1]));
    assertFalse("not past it", events.isOverrun(containers[2]));
    assertFalse("guaranteed", events.isOverrun(containers[3]));
    assertFalse("never ran", events.isOverrun(containers[4]));
    events.containerEnded(containers[1].getId());
    assertFalse("forgotten", events.isOverrun(containers[1]));
  }

  @Test
  public void inModeShadowAnyContainerIsUsedAgain() throws Exception {
    SchedulerEventAdapter events = events(parts("shadow"));
    run(events, 0, 1_500);
    Container container = container(1, ExecutionType.OPPORTUNISTIC);
    asks(events, 1);
    attempt(1).container = container.getId();
    events.assigned(attempt(1).mock, container);
    events.submitted(attempt(1).mock);
    nowMs.addAndGet(60_000);
    events.over();
    assertFalse(events.isOverrun(container));
  }

  @Test
  public void oneThatWaitsForOpportunisticTasksIsKept() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    assertTrue(asks(events, 1));
    FakeVertex after = new FakeVertex("after", 1);
    when(after.vertex.getInputVertices()).thenReturn(Collections.singletonMap(fake.vertex, null));
    FakeVertex.Attempt early = after.attempts.get(0);
    events.asked(early.mock, request(early));
    Container kept = container(9, ExecutionType.OPPORTUNISTIC);
    events.assigned(early.mock, kept);
    nowMs.addAndGet(60_000);
    assertEquals(Collections.emptyList(), events.queues().overdue());
    events.ended(attempt(1).mock, true, null);
    assertEquals(Collections.singletonList(kept.getId()), events.queues().overdue());
  }

  @Test
  public void aRecurringDagKnowsItsTasksFromTheFirstOn() throws Exception {
    EstimatorContext first = parts("on");
    SchedulerEventAdapter events = events(first);
    attempt(0).reads(99);
    attempt(0).counters.findCounter(TaskCounter.OUTPUT_BYTES_PHYSICAL).setValue(5);
    when(fake.vertex.getTotalTasks()).thenReturn(1);
    run(events, 0, 1_500);
    events.over();
    first.histories.close(60_000);
    assertEquals(1, first.journal.historiesKept.value());

    when(fake.dag.getName()).thenReturn("dag 2");
    assertEquals("dag *", DagNamePattern.of("dag 2", Collections.emptySet()));
    SchedulerEventAdapter another = events(parts("on"));
    assertFalse("another DAG", asks(another, 1));
    when(fake.dag.getName()).thenReturn("dag");
    EstimatorContext second = parts("on");
    assertTrue(asks(events(second), 1));
    assertEquals(1, second.journal.historiesRead.value());
  }

  /** How many histories are kept of a DAG that ends thus, all tasks of which but some succeeded. */
  private long kept(DAGState state, int notSucceeded) throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    FakeVertex.Attempt one = fake.attempts.get(0);
    when(fake.vertex.getSucceededTasks()).thenReturn(1);
    when(fake.vertex.getTotalTasks()).thenReturn(1 + notSucceeded);
    when(fake.dag.getState()).thenReturn(state);
    events.asked(one.mock, request(one));
    events.started(one.mock);
    events.ended(one.mock, true, null);
    events.over();
    parts.histories.close(60_000);
    return parts.journal.historiesKept.value();
  }

  @Test
  public void ofADagThatDidNotSucceedNothingIsKept() throws Exception {
    assertEquals(0, kept(DAGState.KILLED, 0));
    assertEquals(0, kept(DAGState.FAILED, 0));
    assertEquals("the Application Master was stopped", 0, kept(DAGState.RUNNING, 0));
    assertEquals(1, kept(DAGState.SUCCEEDED, 0));
  }

  @Test
  public void ofAVertexSomeOfWhoseTasksFailedNothingIsKept() throws Exception {
    assertEquals(0, kept(DAGState.SUCCEEDED, 1));
  }

  @Test
  public void aDagThatIsOverIsKeptOnceThoughTasksOfItStillAsk() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    when(fake.vertex.getTotalTasks()).thenReturn(1);
    run(events, 0, 1_500);
    events.over();
    AMSchedulerEventTALaunchRequest late = request(attempt(1));
    assertSame("as stock", late, events.asked(attempt(1).mock, late));
    events.started(attempt(1).mock);
    events.ended(attempt(1).mock, true, null);
    events.over();
    parts.histories.close(60_000);
    assertEquals(1, parts.journal.historiesKept.value());
  }

  @Test
  public void afterTheMasterWasRestartedEarlierSuccessesCount() throws Exception {
    endedBeforeTheRestart(fake);
    assertTrue(asks(events(parts("on")), 1));
  }

  @Test
  public void afterTheMasterWasRestartedVerticesThatHadEndedCountToo() throws Exception {
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
  public void earlierSuccessesThatAreToldAfterTheFirstAskCountOnce() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    assertFalse("nothing is known", asks(events, 1));
    endedBeforeTheRestart(fake);
    for (int i = 0; i < 2; i++) {
      events.ended(attempt(0).mock, true, null);
    }
    assertEquals(1, parts.journal.ended.value());
    assertTrue(asks(events, 2));
    AMSchedulerEventTALaunchRequest ours =
        (AMSchedulerEventTALaunchRequest) events.asked(attempt(3).mock, request(attempt(3)));
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
  public void whatComesAfterTheEndOfADagChangesNothing() throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    run(events, 0, 1_500);
    events.over();
    events.started(attempt(1).mock);
    attempt(1).succeed();
    events.ended(attempt(1).mock, true, null);
    events.assigned(attempt(2).mock, container(2, ExecutionType.GUARANTEED));
    assertFalse(events.isOpportunistic(attempt(2).mock));
    assertEquals(1, parts.journal.ended.value());
  }

  @Test
  public void whatIsOverIsForgotten() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    run(events, 0, 1_500);
    events.over();
    events.over();
    when(fake.dag.getName()).thenReturn("unheard of");
    assertFalse(asks(events, 1));
  }

  private void runIn(SchedulerEventAdapter events, int task, Container container, long ms) {
    events.asked(attempt(task).mock, request(attempt(task)));
    events.assigned(attempt(task).mock, container);
    attempt(task).container = container.getId();
    events.started(attempt(task).mock);
    nowMs.addAndGet(ms);
    attempt(task).succeed();
    events.ended(attempt(task).mock, true, null);
  }

  /** Whether its container is opportunistic, and what that declares in its own. */
  private String chosenAndDeclared(SchedulerEventAdapter events, int task) {
    AMSchedulerEventTALaunchRequest ours =
        (AMSchedulerEventTALaunchRequest) events.asked(attempt(task).mock, request(attempt(task)));
    boolean opportunistic = events.isOpportunistic(attempt(task).mock);
    events.assigned(attempt(task).mock, container(task, ExecutionType.GUARANTEED));
    return opportunistic + " " + ours.getContainerContext().getEnvironment().get(VARIABLE);
  }

  /** Tasks run a second for each 64 bytes; of less than 5 s they are opportunistic. */
  @Test
  public void whatATaskWillReadOfSplitsDecidesBeforeItRuns() throws Exception {
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
  public void theFirstTaskOfAContainerIsToldFromLaterOnes() throws Exception {
    SchedulerEventAdapter events = events(parts("on"));
    for (int i = 0; i < 3; i++) {
      Container container = container(i, ExecutionType.GUARANTEED);
      runIn(events, 2 * i, container, 3_000);
      runIn(events, 2 * i + 1, container, 1_000);
    }
    AMSchedulerEventTALaunchRequest next =
        (AMSchedulerEventTALaunchRequest) events.asked(attempt(7).mock, request(attempt(7)));
    events.assigned(attempt(7).mock, container(9, ExecutionType.GUARANTEED));
    assertEquals("3000", next.getContainerContext().getEnvironment().get(VARIABLE));
  }
}
