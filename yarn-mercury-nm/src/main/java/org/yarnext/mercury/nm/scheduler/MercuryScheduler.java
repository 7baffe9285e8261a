// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.function.LongFunction;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.UpdateContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.metrics.NodeManagerMetrics;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.nm.overallocation.OverallocatedContainerRegistry;
import org.yarnext.mercury.nm.overallocation.OverallocationSource;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.RoomReportPolicy;
import org.yarnext.mercury.policy.queue.NextSizeEstimator;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Hooks the NodeManager's container-scheduler events in mode on: queues opportunistic containers
 * and makes room for guaranteed ones. Opportunistic containers wait here, in Mercury's order, and
 * reach stock's scheduler when they can start at once, so that its own queue stays empty. A
 * guaranteed container that finds the node full waits here only until Mercury's victims have left
 * (Mercury section 3.4).
 *
 * <p>When the mode is lowered, and after any failure, all held containers go to stock's scheduler,
 * guaranteed ones first; later decisions start from the NodeManager's own state. Each event reaches
 * stock's scheduler exactly once. All methods run on the NodeManager's dispatcher thread except
 * {@link #limits}.
 */
public final class MercuryScheduler implements NodeRuntime {
  private final ContainerScheduler scheduler;
  private final NodeManagerMetrics nodeMetrics;
  private final ContainerViewFactory containers;
  private final Guard guard;
  private final NodeQueueMetrics metrics;
  private final RecoveredContainerSnapshot recovered;

  private final PendingContainerRegistry held = new PendingContainerRegistry();
  private final StockEventHandler gate;
  private final GuardedNodeQueue queue;
  private final GuaranteedArrivalHandler guaranteed;
  private final OpportunisticArrivalHandler opportunistic;
  final OverallocatedContainerRegistry overallocated;
  private final OverallocationSource usage;
  private final OverallocationHandler overallocation;
  private final ContainerEventHandler events;

  private final NextSizeEstimator nextSize = new NextSizeEstimator();

  /** Room in which containers could start beyond the allocation; in mode shadow, too. */
  private ResourceVector unused = ResourceVector.NONE;

  private volatile SheddingLimits limits = SheddingLimits.NONE;

  /**
   * Creates a scheduler in front of stock's.
   *
   * @param stock receives every stock event exactly once
   * @param newQueue creates the queue from the time when a container last ran, in ms
   * @param reclaimTimeoutMs maximum time that a guaranteed container waits for its victims, in ms
   * @param stockPausesVictims whether stock pauses victims instead of stopping them
   * @param recovered the containers that ran or waited when the NodeManager stopped
   * @param usage settings and measurements of over-allocation
   */
  public MercuryScheduler(
      EventHandler<ContainerSchedulerEvent> stock,
      Context context,
      ContainerViewFactory containers,
      Guard guard,
      NodeQueueMetrics metrics,
      LongFunction<NodeQueue> newQueue,
      long reclaimTimeoutMs,
      boolean stockPausesVictims,
      RecoveredContainerSnapshot recovered,
      OverallocationSource usage) {
    this.scheduler = context.getContainerManager().getContainerScheduler();
    this.nodeMetrics = context.getNodeManagerMetrics();
    this.containers = containers;
    this.guard = guard;
    this.metrics = metrics;
    this.recovered = recovered;
    this.usage = usage;
    overallocated = new OverallocatedContainerRegistry(scheduler, usage::overallocated);
    gate = new StockEventHandler(stock, held, metrics);
    queue =
        new GuardedNodeQueue(
            context, containers, held, gate, overallocated, guard, recovered, newQueue);
    guaranteed =
        new GuaranteedArrivalHandler(
            context, held, gate, queue, metrics, recovered, reclaimTimeoutMs, stockPausesVictims);
    opportunistic =
        new OpportunisticArrivalHandler(context, containers, held, gate, queue, guard, metrics);
    overallocation =
        new OverallocationHandler(
            context,
            containers,
            held,
            gate,
            queue,
            overallocated,
            usage,
            guard,
            metrics,
            recovered);
    gate.prepare(overallocation::beforeStock);
    events =
        new ContainerEventHandler(
            containers,
            held,
            gate,
            queue,
            guaranteed,
            opportunistic,
            overallocation,
            guard,
            metrics,
            nodeMetrics,
            recovered);
    // Before the first event, heartbeats report containers being localised, and a full node.
    guard.runInline("mercury.publish", this::publishState, () -> {});
  }

  @Override
  public FeatureMode mode() {
    return FeatureMode.ON;
  }

  /**
   * Takes over from stock's scheduler. Containers that wait there start before those that arrive
   * from now on.
   */
  void begin() {
    countNothingUnused();
    queue.begin();
    guard.runInline("mercury.publish", this::publishState, () -> {});
  }

  /** Applies changed settings to the waiting containers, too. */
  void settingsChanged() {
    countNothingUnused();
    queue.rebuild();
    opportunistic.recheck();
  }

  /**
   * Corrects the times of containers after the node's clock was set.
   *
   * @param stepMs in ms, above 0 if forward
   */
  void onClockSet(long stepMs) {
    countNothingUnused();
    queue.onClockSet(stepMs);
  }

  /**
   * Hands all waiting containers to stock's scheduler, in the order of their arrival. Nothing is
   * handed over while stock's queue has no room for all of them, since stock would refuse the last
   * ones. Nor is it while a guaranteed one waits for victims that are about to stop, since stock
   * would stop further containers for it.
   *
   * @param isLate whether to hand over even while a guaranteed one waits
   * @return whether nothing waits here any more
   */
  boolean end(boolean isLate) {
    int room =
        scheduler.getOpportunisticContainersStatus().getOpportQueueCapacity()
            - scheduler.getNumQueuedOpportunisticContainers();
    boolean isFull = held.opportunisticSize() > Math.max(0, room);
    boolean isOverallocated = !overallocation.end(isLate);
    if (isFull || isOverallocated || held.guaranteedSize() > 0 && !isLate) {
      return false;
    }
    gate.open(null); // no container is between two owners
    queue.fallBack();
    return held.guaranteedSize() + held.opportunisticSize() == 0;
  }

  @Override
  public void limits(SheddingLimits latest) {
    limits = latest;
  }

  @Override
  public void onExited(Container c) {
    guard.runInline("mercury.exited", () -> events.onExited(c), () -> {});
  }

  @Override
  public void handle(ContainerSchedulerEvent event) {
    gate.open(event);
    try {
      if (queue.stale() && held.opportunisticSize() > 0) {
        // The hand-back after a failure may have been skipped because the thread was interrupted.
        queue.fallBack();
      }
      overallocation.adoptExcess();
      dispatch(event);
      guaranteed.releaseReady();
      wakeStock(event);
      opportunistic.startNext();
      if (isOfKind(event, MercuryEvent.Kind.USAGE)) {
        overallocation.startNext();
        guard.runInline("mercury.room", this::countUnused, this::countNothingUnused);
      }
    } catch (Throwable t) {
      if (gate.threw(t)) {
        throw t;
      }
      guard.recordFailure("mercury.hook", t);
      gate.passIfOpen(event);
      queue.fallBack();
    }
    publish(event);
  }

  /** Includes containers that run or could start beyond the allocation in the wait. */
  private void countUnused() {
    countNothingUnused();
    FeatureMode mode = usage.mode();
    if (!mode.decides()) {
      return;
    }
    OverallocationSettings settings = usage.settings();
    NodeView view = queue.view();
    nextSize.observe(queue.waiting(), view.nowMs());
    boolean isPaused =
        !recovered.running.isEmpty() || overallocation.rate.isPaused(settings, view.nowMs());
    OverallocationView beyond =
        new RoomReportPolicy(settings)
            .decide(
                overallocation.usage(view),
                queue.runningBeyond(),
                nextSize.estimate(view.nowMs(), settings.warmUpMs()),
                usage.allows(false),
                isPaused)
            .value();
    unused = beyond.room();
    if (mode.acts()) {
      queue.beyond(beyond);
    }
  }

  private void countNothingUnused() {
    unused = ResourceVector.NONE;
    queue.beyond(OverallocationView.NONE);
  }

  private static boolean isOfKind(ContainerSchedulerEvent event, MercuryEvent.Kind kind) {
    return event instanceof MercuryEvent && ((MercuryEvent) event).kind() == kind;
  }

  private void dispatch(ContainerSchedulerEvent event) {
    if (event instanceof MercuryEvent) {
      if (isOfKind(event, MercuryEvent.Kind.LIMITS)) {
        opportunistic.shed(limits);
      }
      overallocation.check();
      return;
    }
    switch (event.getType()) {
      case SCHEDULE_CONTAINER:
        events.onArrived(event.getContainer());
        break;
      case CONTAINER_COMPLETED:
        events.onCompleted(event);
        break;
      case UPDATE_CONTAINER:
        events.onUpdated((UpdateContainerSchedulerEvent) event);
        break;
      case RECOVERY_COMPLETED:
        gate.pass(event);
        recovered.queued.clear();
        queue.refreshIfEmpty();
        break;
      default:
        gate.pass(event);
    }
  }

  /**
   * Makes stock's scheduler check its own queue. It does so when a container arrives or a running
   * one ends; not when the first of its queue is killed, a running one shrinks or the node grows.
   * It does not see arrivals that are held here, so without this call it might never check again
   * while they wait behind its queue.
   */
  private void wakeStock(ContainerSchedulerEvent event) {
    boolean arrivalOrTick =
        event.getType() == ContainerSchedulerEventType.SCHEDULE_CONTAINER
            || event instanceof MercuryEvent;
    boolean asleep = held.opportunisticSize() > 0 && scheduler.getNumQueuedContainers() > 0;
    // After a restart, stock must not start queued containers before recovery completes; see
    // RecoveryDelayHandler.
    if (arrivalOrTick && asleep && recovered.queued.isEmpty() && !queue.someLeaveUnlaunched()) {
      gate.wake();
    }
  }

  /**
   * Publishes the waiting containers. A failure here only leaves the reports outdated, so nothing
   * is handed back.
   */
  private void publish(ContainerSchedulerEvent event) {
    try {
      nodeMetrics.setQueuedContainers(
          scheduler.getNumQueuedOpportunisticContainers() + held.opportunisticSize(),
          scheduler.getNumQueuedGuaranteedContainers() + held.guaranteedSize());
      queue.after(event);
      queue.observe();
      publishState();
    } catch (RuntimeException | Error e) {
      guard.recordFailure("mercury.publish", e);
    }
  }

  private void publishState() {
    metrics.publishOverallocated(overallocated.count(), overallocated.total(), unused);
    metrics.publish(
        containers.now(), queue.waitSnapshot(), held.opportunisticSize(), held.guaranteedSize());
  }
}
