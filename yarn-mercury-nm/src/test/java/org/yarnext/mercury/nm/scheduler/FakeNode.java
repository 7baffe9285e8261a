// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerStatus;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.testing.FakeClock;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.nm.scheduler.stub.FakeNodeManager;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * One NodeManager without its processes: the real stock container scheduler, whatever stands in
 * front of it, fake containers, one event queue that is worked off when told, and a fake clock.
 */
public final class FakeNode implements AutoCloseable {
  /** Watches what happens; every method may throw to fail the test. */
  interface Observer {
    default void beforeEvent(ContainerSchedulerEvent event) {}

    default void afterEvent(ContainerSchedulerEvent event) {}

    default void launched(FakeContainer c) {}

    default void killed(FakeContainer c, String description) {}
  }

  public final FakeClock clock = new FakeClock();
  final ResourceVector total;
  private final FakeNodeManager manager;
  public final Context context;
  private final Map<ContainerId, Container> known;

  /** Containers that the NodeManager has not forgotten. */
  final List<FakeContainer> containers = new ArrayList<>();

  final List<FakeContainer> forgotten = new ArrayList<>();
  final Deque<ContainerSchedulerEvent> events = new ArrayDeque<>();

  /** Launches and kills in their order. */
  final List<String> trace = new ArrayList<>();

  /** The same among the events that the scheduler handled. */
  final List<String> log = new ArrayList<>();

  /** Containers whose stop a restarted NodeManager would know of. */
  final Set<ContainerId> storedKilled;

  public final ContainerScheduler stock;
  public RunTimeEstimateCache estimates = newEstimates();
  public QueuePermissionPolicy claims = new QueuePermissionPolicy(true, "");

  final boolean pauses;

  private EventHandler<ContainerSchedulerEvent> front;
  private Observer observer = new Observer() {};

  /** Whether ids are as stock's distributed scheduler makes them: their text reads as others. */
  boolean countingDown;

  /** How often anything has asked a container which one it is. */
  long containerReads;

  private int lastContainer;
  private long turns;

  // Set by on() and shadow().
  public FeatureMetrics source;
  public Guard guard;
  public NodeQueueMetrics metrics;
  public NodeRuntime runtime;

  public FakeNode(ResourceVector total, int stockQueueLength, boolean pauses) {
    this.total = total;
    manager = new FakeNodeManager(total, this::send, stockQueueLength, pauses);
    context = manager.context;
    known = manager.known;
    storedKilled = manager.storedKilled;
    stock = manager.scheduler;
    this.pauses = pauses;
    front = stock;
  }

  /** Five containers must have run as declared, within three times and a second. */
  public static RunTimeEstimateCache newEstimates() {
    EstimateTolerance tolerance = new EstimateTolerance(3, 1_000, 20, 12, 4);
    return new RunTimeEstimateCache(10_000, 100, new UserRunTimeCache(tolerance::wrong, 5, 100));
  }

  /** The administrator gives the node more or less. */
  public void resize(ResourceVector newSize) {
    manager.resize(newSize);
  }

  // ---- what stands in front -------------------------------------------------------------------

  /** Puts Mercury in front, mode on. */
  public FakeNode on(MercurySetup setup) {
    return on(setup, stock, setup::newQueue);
  }

  /** The same with queues made otherwise. */
  FakeNode withQueues(MercurySetup setup, LongFunction<NodeQueue> queues) {
    return on(setup, stock, queues);
  }

  /** The same in front of another scheduler. */
  FakeNode inFrontOf(MercurySetup setup, EventHandler<ContainerSchedulerEvent> behind) {
    return on(setup, behind, setup::newQueue);
  }

  private FakeNode on(
      MercurySetup setup,
      EventHandler<ContainerSchedulerEvent> behind,
      LongFunction<NodeQueue> queues) {
    prepare(setup, () -> FeatureMode.ON);
    return putInFront(setup.mercury(this, behind, newViews(), queues));
  }

  /** Puts Mercury in front, mode shadow. */
  FakeNode shadow(MercurySetup setup) {
    prepare(setup, () -> FeatureMode.SHADOW);
    return putInFront(setup.shadow(this, newViews()));
  }

  /** Puts Mercury in front, in the mode that the settings have at each event. */
  FakeNode switched(MercurySetup setup, Supplier<ConfigurationSnapshot> settings) {
    prepare(setup, () -> settings.get().get(MercuryConfiguration.MODE));
    return putInFront(setup.switched(this, newViews(), settings));
  }

  private FakeNode putInFront(NodeRuntime scheduler) {
    runtime = scheduler;
    front = scheduler;
    return this;
  }

  public ContainerViewFactory newViews() {
    return new ContainerViewFactory(
        stock, estimates, claims, clock.millis(), () -> clock.nanos().getAsLong() / 1_000_000);
  }

  private void prepare(MercurySetup setup, Supplier<FeatureMode> mode) {
    guard = new Guard("mercury", setup.guard, clock.nanos());
    source = new FeatureMetrics("Mercury", "a test", mode);
    metrics = new NodeQueueMetrics(source, mode, guard, estimates);
  }

  void observe(Observer newObserver) {
    observer = newObserver;
  }

  // ---- what happens on the node ---------------------------------------------------------------

  public FakeContainer arrive(ExecutionType type, long memoryMb, int vcores) {
    return arrive(type, memoryMb, vcores, 1, 0, FakeContainer.noTags());
  }

  FakeContainer arrive(
      ExecutionType type, long memoryMb, int vcores, int app, int priority, Set<String> tags) {
    FakeContainer c = create(type, memoryMb, vcores, app, priority, tags);
    send(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    return c;
  }

  /** A container that the NodeManager knows and the scheduler does not. */
  public FakeContainer create(
      ExecutionType type, long memoryMb, int vcores, int app, int priority, Set<String> tags) {
    lastContainer++;
    ContainerId id =
        ContainerId.newContainerId(
            ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, app), 1),
            countingDown ? -lastContainer : lastContainer);
    Resource size = Resource.newInstance(memoryMb, vcores);
    FakeContainer c =
        new FakeContainer(this, id, FakeContainer.token(id, type, size, priority, tags), now());
    known.put(id, c);
    containers.add(c);
    return c;
  }

  /** One that ran when the NodeManager stopped, and is about to be initialised again. */
  public FakeContainer unresumed(long memoryMb) {
    return recovered(memoryMb, RecoveredContainerStatus.LAUNCHED);
  }

  /** An opportunistic one that the NodeManager finds in its state store. */
  FakeContainer recovered(long memoryMb, RecoveredContainerStatus status) {
    int vcores = (int) (memoryMb / 1024);
    FakeContainer c =
        create(ExecutionType.OPPORTUNISTIC, memoryMb, vcores, 1, 0, FakeContainer.noTags());
    RecoveredContainerState state = mock(RecoveredContainerState.class);
    when(state.getStatus()).thenReturn(status);
    stock.recoverActiveContainer(c, state);
    return c;
  }

  public FakeContainer opportunistic(long memoryMb) {
    return handled(arrive(ExecutionType.OPPORTUNISTIC, memoryMb, 1));
  }

  public FakeContainer guaranteed(long memoryMb) {
    return handled(arrive(ExecutionType.GUARANTEED, memoryMb, 1));
  }

  private FakeContainer handled(FakeContainer c) {
    drain();
    return c;
  }

  public void finish(FakeContainer c) {
    c.done(0);
    drain();
  }

  /** A container's process is gone; the node has yet to clean up after it. */
  void onExited(FakeContainer c) {
    if (runtime != null) {
      runtime.onExited(c);
    }
  }

  /** A kill request runs its course. */
  public void die(FakeContainer c) {
    c.killing();
    c.done(-1);
    drain();
  }

  /** The NodeManager forgets a container that its ResourceManager knows to have ended. */
  void forget(FakeContainer c) {
    known.remove(c.getContainerId());
    containers.remove(c);
    forgotten.add(c);
  }

  /** A heartbeat's limits, which the stock scheduler is sent too. */
  void limits(int maxLength, int maxWaitMs) {
    ContainerQueuingLimit limit = ContainerQueuingLimit.newInstance();
    limit.setMaxQueueLength(maxLength);
    limit.setMaxQueueWaitTimeInMs(maxWaitMs);
    stock.updateQueuingLimit(limit);
    if (runtime != null) {
      runtime.limits(new SheddingLimits(maxLength, maxWaitMs));
    }
    send(new MercuryEvent(MercuryEvent.Kind.LIMITS));
  }

  public void tick() {
    send(new MercuryEvent(MercuryEvent.Kind.TICK));
  }

  public void pass(long ms) {
    clock.advance(Duration.ofMillis(ms));
  }

  public void send(ContainerSchedulerEvent event) {
    events.add(event);
  }

  public void drain() {
    while (!events.isEmpty()) {
      handleNext();
    }
  }

  void handleNext() {
    ContainerSchedulerEvent event = events.remove();
    observer.beforeEvent(event);
    log.add(
        now()
            + " "
            + (event instanceof MercuryEvent ? ((MercuryEvent) event).kind() : event.getType())
            + " "
            + event.getContainer());
    FakeContainer c = (FakeContainer) event.getContainer();
    if (event.getType() == ContainerSchedulerEventType.SCHEDULE_CONTAINER) {
      c.arrivalHandled = true;
      c.handledType = c.type();
      c.handledTurn = ++turns;
    } else if (event.getType() == ContainerSchedulerEventType.UPDATE_CONTAINER) {
      c.pendingUpdates--;
      c.handledType = c.type();
      c.handledTurn = ++turns;
    } else if (event.getType() == ContainerSchedulerEventType.CONTAINER_COMPLETED) {
      c.completionHandled = true;
    }
    if (runtime != null || !(event instanceof MercuryEvent)) {
      front.handle(event);
    }
    for (FakeContainer each : containers) {
      each.waitedOnce |= each.waits();
    }
    observer.afterEvent(event);
  }

  private void trace(String what) {
    trace.add(now() + what);
    log.add(now() + what);
  }

  // ---- told by containers ---------------------------------------------------------------------

  void launched(FakeContainer c) {
    trace(" launch " + c.name());
    observer.launched(c);
  }

  void killed(FakeContainer c, String description) {
    trace(" kill " + c.name());
    observer.killed(c, description);
  }

  void paused(FakeContainer c) {
    trace(" pause " + c.name());
  }

  // ---- what tests ask -------------------------------------------------------------------------

  long now() {
    return clock.millis().getAsLong();
  }

  List<FakeContainer> all(Predicate<FakeContainer> which) {
    List<FakeContainer> some = new ArrayList<>();
    for (FakeContainer c : containers) {
      if (which.test(c)) {
        some.add(c);
      }
    }
    return some;
  }

  /** Resources that the stock scheduler counts as used. */
  public ResourceVector used() {
    ResourceUtilization used = stock.getCurrentUtilization();
    return ResourceVector.of(used.getPhysicalMemory(), Math.round(used.getCPU()));
  }

  static ResourceVector sum(List<FakeContainer> of) {
    ResourceVector sum = ResourceVector.NONE;
    for (FakeContainer c : of) {
      sum = sum.plus(ResourceCodec.vector(c.getResource()));
    }
    return sum;
  }

  void forEach(Consumer<FakeContainer> what) {
    new ArrayList<>(containers).forEach(what);
  }

  @Override
  public void close() {
    if (guard != null) {
      guard.close();
    }
  }
}
