// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.metrics.NodeManagerMetrics;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerStatus;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.testing.FakeClock;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.DeclaredRunTimePolicy;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingLimits;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * One NodeManager without its processes: the real stock container scheduler, whatever stands in
 * front of it, fake containers, one event queue that is worked off when told, and a fake clock.
 */
public final class FakeNode implements AutoCloseable {
  private static final NodeManagerMetrics NM_METRICS = NodeManagerMetrics.create();
  private static final float VMEM_RATIO = 2.1f;

  /** Watches what happens; every method may throw to fail the test. */
  interface Observer {
    default void beforeEvent(ContainerSchedulerEvent event) {}

    default void afterEvent(ContainerSchedulerEvent event) {}

    default void launched(FakeContainer c) {}

    default void killed(FakeContainer c, String description) {}
  }

  public final FakeClock clock = new FakeClock();
  final ResourceVector total;
  public final Context context = mock(Context.class, withSettings().stubOnly());
  final ConcurrentSkipListMap<ContainerId, Container> known = new ConcurrentSkipListMap<>();

  /** Those that the NodeManager has not forgotten. */
  final List<FakeContainer> containers = new ArrayList<>();

  final List<FakeContainer> forgotten = new ArrayList<>();
  final Deque<ContainerSchedulerEvent> events = new ArrayDeque<>();

  /** Launches and kills in their order. */
  final List<String> trace = new ArrayList<>();

  /** The same among the events that the scheduler handled. */
  final List<String> log = new ArrayList<>();

  /** Containers whose stop a restarted NodeManager would know of. */
  final Set<ContainerId> storedKilled = new HashSet<>();

  public final ContainerScheduler stock;
  public final RunTimeEstimateCache estimates = newEstimates();
  public DeclaredRunTimePolicy claims = new DeclaredRunTimePolicy(true, "");

  private final boolean pauses;

  /** What the node has now. */
  private volatile ResourceVector size;

  private EventHandler<ContainerSchedulerEvent> front;
  private Observer observer = new Observer() {};

  /** Whether ids are as stock's distributed scheduler makes them: their text reads as others. */
  boolean countingDown;

  private int lastContainer;
  private long turns;

  // Set by on() and shadow().
  public Guard guard;
  public NodeQueueMetrics journal;
  public NodeRuntime runtime;

  public FakeNode(ResourceVector total, int stockQueueLength, boolean pauses) {
    this.total = total;
    this.size = total;
    this.pauses = pauses;
    ContainersMonitor monitor = monitor();
    ContainerManager manager = mock(ContainerManager.class, withSettings().stubOnly());
    AsyncDispatcher dispatcher = mock(AsyncDispatcher.class, withSettings().stubOnly());
    EventHandler<Event> sender = event -> send((ContainerSchedulerEvent) event);
    when(dispatcher.getEventHandler()).thenReturn(sender);
    when(manager.getContainersMonitor()).thenReturn(monitor);
    when(context.getContainerManager()).thenReturn(manager);
    when(context.getContainers()).thenReturn(known);
    when(context.getNMStateStore())
        .thenReturn(
            new NMNullStateStoreService() {
              @Override
              public void storeContainerKilled(ContainerId id) {
                storedKilled.add(id);
              }
            });
    when(context.getNodeManagerMetrics()).thenReturn(NM_METRICS);
    stock = new ContainerScheduler(context, dispatcher, NM_METRICS, stockQueueLength);
    when(manager.getContainerScheduler()).thenReturn(stock);
    Configuration conf = new Configuration(false);
    conf.setBoolean(YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION, pauses);
    stock.init(conf);
    front = stock;
  }

  /** Five containers must have run as declared, within three times and a second. */
  public static RunTimeEstimateCache newEstimates() {
    EstimateTolerance tolerance = new EstimateTolerance(3, 1_000, 20, 12, 4);
    return new RunTimeEstimateCache(10_000, 100, new UserRunTimeCache(tolerance::wrong, 5, 100));
  }

  /** The administrator gives the node more or less. */
  public void resize(ResourceVector newSize) {
    size = newSize;
  }

  private ContainersMonitor monitor() {
    ContainersMonitor monitor = mock(ContainersMonitor.class, withSettings().stubOnly());
    when(monitor.getPmemAllocatedForContainers()).thenAnswer(call -> size.memoryMb() << 20);
    when(monitor.getVmemAllocatedForContainers()).thenAnswer(call -> vmemMb() << 20);
    when(monitor.getVCoresAllocatedForContainers()).thenAnswer(call -> size.vcores());
    when(monitor.getVmemRatio()).thenReturn(VMEM_RATIO);
    when(monitor.isVmemCheckEnabled()).thenReturn(false);
    doAnswer(
            call -> {
              ResourceUtilization used = call.getArgument(0);
              used.subtractFrom((int) size.memoryMb(), (int) vmemMb(), (int) size.vcores());
              return null;
            })
        .when(monitor)
        .subtractNodeResourcesFromResourceUtilization(any());
    return monitor;
  }

  private long vmemMb() {
    return (long) (size.memoryMb() * VMEM_RATIO);
  }

  // ---- what stands in front -------------------------------------------------------------------

  /** The parts of Mercury that differ from test to test. */
  public static final class Setup {
    QueueOrder order = new FifoOrder();
    VictimPolicy victims = new LeastWorkLostVictims();
    SheddingPolicy shedding = new LastToRunShedding();
    CeilingPolicy ceiling = CeilingPolicy.NONE;
    NodeQueueLimits limits = new NodeQueueLimits(100, 120_000, 1.0, 0);
    long reclaimTimeoutMs = 10_000;
    GuardSettings guard = GuardSettings.defaults().withDeadline(Duration.ofSeconds(60));
    final RecoveredContainerSnapshot recovered = new RecoveredContainerSnapshot();
  }

  /** Puts Mercury in front, mode on. */
  public FakeNode on(Setup setup) {
    return on(setup, stock, lastRanMs -> newQueue(setup, lastRanMs));
  }

  /** The same with queues made otherwise. */
  FakeNode withQueues(Setup setup, LongFunction<NodeQueue> queues) {
    return on(setup, stock, queues);
  }

  /** The same in front of another scheduler. */
  FakeNode inFrontOf(Setup setup, EventHandler<ContainerSchedulerEvent> behind) {
    return on(setup, behind, lastRanMs -> newQueue(setup, lastRanMs));
  }

  private FakeNode on(
      Setup setup, EventHandler<ContainerSchedulerEvent> behind, LongFunction<NodeQueue> queues) {
    prepare(setup, () -> FeatureMode.ON);
    runtime =
        new MercuryScheduler(
            behind,
            context,
            new ContainerViewFactory(stock, estimates, claims, clock.millis()),
            guard,
            journal,
            queues,
            setup.reclaimTimeoutMs,
            pauses,
            setup.recovered);
    front = runtime;
    return this;
  }

  /** Puts Mercury in front, mode shadow. */
  FakeNode shadow(Setup setup) {
    prepare(setup, () -> FeatureMode.SHADOW);
    runtime =
        new ShadowScheduler(
            stock,
            context,
            new ContainerViewFactory(stock, estimates, claims, clock.millis()),
            guard,
            journal,
            setup.recovered,
            lastRanMs -> newQueue(setup, lastRanMs));
    front = runtime;
    return this;
  }

  /** Puts Mercury in front, in the mode that the settings have at each event. */
  FakeNode switched(Setup setup, Supplier<ConfigurationSnapshot> settings) {
    prepare(setup, () -> settings.get().get(MercuryConfiguration.MODE));
    ContainerViewFactory views = new ContainerViewFactory(stock, estimates, claims, clock.millis());
    runtime =
        new SchedulerSelector(
            stock,
            new MercuryScheduler(
                stock,
                context,
                views,
                guard,
                journal,
                lastRanMs -> newQueue(setup, lastRanMs),
                setup.reclaimTimeoutMs,
                pauses,
                setup.recovered),
            new ShadowScheduler(
                stock,
                context,
                views,
                guard,
                journal,
                setup.recovered,
                lastRanMs -> newQueue(setup, lastRanMs)),
            settings,
            views,
            setup.recovered,
            guard,
            journal,
            setup.reclaimTimeoutMs);
    front = runtime;
    return this;
  }

  private void prepare(Setup setup, Supplier<FeatureMode> mode) {
    guard = new Guard("mercury", setup.guard, clock.nanos());
    journal =
        new NodeQueueMetrics(new FeatureMetrics("Mercury", "a test", mode), mode, guard, estimates);
  }

  private static NodeQueue newQueue(Setup setup, long lastRanMs) {
    return new NodeQueue(
        setup.order, setup.victims, setup.shedding, setup.ceiling, setup.limits, lastRanMs);
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
  FakeContainer unresumed(long memoryMb) {
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

  FakeContainer opportunistic(long memoryMb) {
    return handled(arrive(ExecutionType.OPPORTUNISTIC, memoryMb, 1));
  }

  FakeContainer guaranteed(long memoryMb) {
    return handled(arrive(ExecutionType.GUARANTEED, memoryMb, 1));
  }

  private FakeContainer handled(FakeContainer c) {
    drain();
    return c;
  }

  void finish(FakeContainer c) {
    c.done(0);
    drain();
  }

  /** A container's process is gone; the node has yet to clean up after it. */
  void exited(FakeContainer c) {
    if (runtime != null) {
      runtime.exited(c);
    }
  }

  /** A kill request runs its course. */
  void die(FakeContainer c) {
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

  void pass(long ms) {
    clock.advance(Duration.ofMillis(ms));
  }

  void send(ContainerSchedulerEvent event) {
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

  /** What the stock scheduler counts as occupied. */
  ResourceVector used() {
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
