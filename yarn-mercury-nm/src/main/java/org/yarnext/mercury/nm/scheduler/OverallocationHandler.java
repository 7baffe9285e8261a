// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.nm.overallocation.NodeUsageSnapshot;
import org.yarnext.mercury.nm.overallocation.OverallocatedContainerRegistry;
import org.yarnext.mercury.nm.overallocation.OverallocationSource;
import org.yarnext.mercury.nm.overallocation.ShadowStartRegistry;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MinimalSubsetSelector;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MemoryProtectionPolicy;
import org.yarnext.mercury.policy.overallocation.NodeUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.OverallocationStartPolicy;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;
import org.yarnext.mercury.policy.overallocation.StartRateLimiter;

/**
 * Starts waiting opportunistic containers beyond the node's allocation, in room that running
 * containers do not use, and stops them when the host's memory runs short. All other decisions are
 * made as if these containers were not there. Owned by the dispatcher thread.
 */
final class OverallocationHandler {
  private final Context context;
  private final ContainerViewFactory containers;
  private final PendingContainerRegistry held;
  private final StockEventHandler gate;
  private final GuardedNodeQueue queue;
  private final OverallocatedContainerRegistry overallocated;
  private final OverallocationSource source;
  private final Guard guard;
  private final NodeQueueMetrics metrics;
  private final RecoveredContainerSnapshot recovered;
  final StartRateLimiter rate = new StartRateLimiter();
  private final ShadowStartRegistry shadow = new ShadowStartRegistry();

  /** Time when containers were last stopped for memory, in ms; far in the past if never. */
  private long stoppedMs = Long.MIN_VALUE / 2;

  OverallocationHandler(
      Context context,
      ContainerViewFactory containers,
      PendingContainerRegistry held,
      StockEventHandler gate,
      GuardedNodeQueue queue,
      OverallocatedContainerRegistry overallocated,
      OverallocationSource source,
      Guard guard,
      NodeQueueMetrics metrics,
      RecoveredContainerSnapshot recovered) {
    this.context = context;
    this.containers = containers;
    this.held = held;
    this.gate = gate;
    this.queue = queue;
    this.overallocated = overallocated;
    this.source = source;
    this.guard = guard;
    this.metrics = metrics;
    this.recovered = recovered;
  }

  // ---- start ---------------------------------------------------------------------------------

  /** Starts containers for which only unallocated room is missing; called once a measurement. */
  void startNext() {
    FeatureMode mode = source.mode();
    boolean isIdle = held.opportunisticSize() == 0 || held.guaranteedSize() > 0;
    if (!mode.decides() || isIdle || queue.stale() || !recovered.running.isEmpty()) {
      return;
    }
    NodeView view = queue.view();
    if (view.stockQueueLength() > 0 || !view.used().fitsIn(view.total())) {
      return;
    }
    OverallocationSettings settings = source.settings();
    shadow.retain(id -> !mode.acts() && held.opportunistic(id) != null);
    NodeUsage usage = usage(view);
    int maxStarts = rate.nextRound(settings, view.nowMs());
    OverallocationStartPolicy policy = new OverallocationStartPolicy(settings);
    Set<String> allowed = allowed();
    Decision<List<String>> starts =
        queue.decide(
            "mercury.overallocate",
            q ->
                policy.choose(
                    usage, q.waiting(view.nowMs()), c -> allowed.contains(c.id()), maxStarts));
    if (starts == null) {
      return;
    }
    rate.onStarted(starts.value().size());
    if (((OverallocationReason) starts.reason()).isPressure()) {
      rate.onPressure(settings, false, view.nowMs());
    }
    metrics.explain(view.nowMs(), starts, mode.acts());
    for (String id : starts.value()) {
      if (mode.acts()) {
        start(id, view.nowMs());
      } else {
        shadow.start(queue.get(id), view.nowMs());
        source.shadowed(true);
        metrics.overallocationStarts.add(1);
      }
    }
  }

  /**
   * Returns the waiting containers that may start beyond the allocation, by id. Other resources
   * than memory and vcores are in use by whoever was given them.
   */
  private Set<String> allowed() {
    Set<String> allowed = new HashSet<>();
    for (Container c : held.opportunistic()) {
      String id = PendingContainerRegistry.id(c);
      boolean isSigned = ContainerViewFactory.isSigned(c, OverallocationStartPolicy.ALLOWED_TAG);
      boolean isMeasured = !ResourceCodec.hasOtherResources(c.getResource());
      if (isMeasured && source.allows(isSigned) && !shadow.contains(id)) {
        allowed.add(id);
      }
    }
    return allowed;
  }

  private void start(String id, long nowMs) {
    Container c = held.release(id);
    if (c == null || !ContainerViewFactory.startable(c)) {
      metrics.left.add(c == null ? 0 : 1);
      queue.note("mercury.overallocated", q -> q.onFinished(id, nowMs));
      return;
    }
    overallocated.add(c);
    try {
      gate.schedule(c);
    } finally {
      if (!containers.launched(c)) {
        // Stock's accounts differ from the view: it queues the container and starts it later.
        overallocated.remove(c);
      }
    }
    metrics.started.add(1);
    if (containers.launched(c)) {
      metrics.overallocationStarts.add(1);
      ContainerView view = containers.view(c);
      // It leaves the queue, and is no victim: its end frees nothing for a guaranteed one.
      queue.note("mercury.overallocated", q -> q.onStarted(view, nowMs));
    }
    queue.note("mercury.overallocated", q -> q.onFinished(id, nowMs));
  }

  /** Returns the node with the measured usage of its containers and its host. */
  NodeUsage usage(NodeView view) {
    NodeUsageSnapshot measured = source.usage();
    List<RunningContainerUsage> running = new ArrayList<>();
    for (Container c : context.getContainers().values()) {
      if (runs(c)) {
        running.add(measured.of(c, containers.runMs(c)));
      } else if (!ContainerViewFactory.opportunistic(c) && ContainerViewFactory.localising(c)) {
        // It will need all that it gets.
        running.add(
            new RunningContainerUsage(
                PendingContainerRegistry.id(c), ResourceCodec.vector(c.getResource()), 0, null));
      }
    }
    ResourceVector beyond = overallocated.total();
    for (RunningContainerUsage c : shadow.running(view.nowMs())) {
      running.add(c);
      beyond = beyond.plus(c.size());
    }
    return new NodeUsage(view, Collections.unmodifiableList(running), beyond, measured.host());
  }

  private boolean runs(Container c) {
    return containers.launched(c) && c.getContainerState() != ContainerState.DONE;
  }

  // ---- stop ----------------------------------------------------------------------------------

  /** Stops containers if memory runs short, or if over-allocation is no longer on. */
  void check() {
    FeatureMode mode = source.mode();
    if (!mode.acts()) {
      withdraw();
    }
    if (!mode.decides()) {
      shadow.clear();
      source.shadowed(false);
      return;
    }
    NodeUsageSnapshot measured = source.usage();
    long nowMs = containers.now();
    List<RunningContainerUsage> candidates = shadow.running(nowMs);
    source.shadowed(!mode.acts() && !candidates.isEmpty());
    if (mode.acts()) {
      candidates.clear();
      staying()
          .forEach(
              c ->
                  candidates.add(
                      measured
                          .of(c, containers.runMs(c))
                          .worked(nowMs - containers.workedSinceMs(c))));
    }
    if (candidates.isEmpty()) {
      return;
    }
    OverallocationSettings settings = source.settings();
    MemoryProtectionPolicy policy = new MemoryProtectionPolicy(settings, overallocated.stopMs());
    HostUsage host = measured.host();
    long measuredMs = host == null ? nowMs : host.measuredAtMs();
    long endingMb = overallocated.endingMb(context.getContainers(), measuredMs, nowMs);
    long sinceStopMs = Math.abs(nowMs - stoppedMs); // the clock may have been set back
    Decision<List<String>> stops =
        guard.callInline(
            "mercury.protect",
            () -> policy.decide(host, candidates, endingMb, sinceStopMs, nowMs),
            () -> policy.fallback(host, candidates, nowMs));
    metrics.explain(nowMs, stops, mode.acts());
    if (!stops.value().isEmpty()) {
      stoppedMs = nowMs;
      rate.onPressure(settings, true, nowMs);
    }
    if (mode.acts()) {
      for (Container c : staying()) {
        if (stops.value().contains(PendingContainerRegistry.id(c))) {
          stop(c, nowMs, stops);
        }
      }
    } else {
      stops.value().forEach(id -> shadow.stop(id, nowMs));
      metrics.overallocationStops.add(stops.value().size());
    }
  }

  private List<Container> staying() {
    return overallocated.staying(context.getContainers());
  }

  private void stop(Container c, long nowMs, Decision<?> why) {
    long memoryMb = source.usage().heldMb(c.getContainerId());
    overallocated.onStopping(c.getContainerId(), memoryMb, nowMs);
    metrics.overallocationStops.add(1);
    c.sendKillEvent(
        ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER,
        "Opportunistic container beyond the node's allocation is stopped. " + why);
  }

  // ---- the allocation ----------------------------------------------------------

  /**
   * Treats the newest opportunistic containers as over-allocated if the node has less room than its
   * containers were given: after a restart, which forgets what was over-allocated, and when the
   * node becomes smaller.
   */
  void adoptExcess() {
    if (!source.mode().acts() || !recovered.running.isEmpty()) {
      return;
    }
    NodeView view = queue.view();
    adopt(view.used().minus(view.total()));
  }

  /** Keeps stock's account right; called before stock gets an event. Never throws. */
  void beforeStock(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    switch (event.getType()) {
      case SCHEDULE_CONTAINER:
        makeRoom(c);
        break;
      case UPDATE_CONTAINER:
        if (!containers.launched(c)) {
          makeRoom(c); // it may be promoted in stock's queue
        }
        break;
      case CONTAINER_PAUSED:
      case CONTAINER_COMPLETED:
        overallocated.onCompleted(c, containers.now());
        break;
      default:
    }
  }

  /**
   * Makes room for a guaranteed container for which stock's scheduler would stop others, after a
   * failure or when victims end slowly: it might choose over-allocated ones, and their end frees
   * nothing in its account.
   */
  private void makeRoom(Container c) {
    if (overallocated.isEmpty() || ContainerViewFactory.opportunistic(c)) {
      return;
    }
    try {
      NodeView view = queue.view();
      ResourceVector size = ResourceCodec.vector(c.getResource());
      adopt(view.used().plus(size).minus(view.total()));
    } catch (RuntimeException e) {
      guard.recordFailure("mercury.overallocated", e);
    }
  }

  /**
   * Treats opportunistic containers as over-allocated until the excess is covered: those that are
   * about to end first, then the newest.
   */
  private void adopt(ResourceVector excess) {
    if (excess.fitsIn(ResourceVector.NONE)) {
      return;
    }
    List<Container> newest = new ArrayList<>();
    for (Container c : context.getContainers().values()) {
      if (runs(c)
          && ContainerViewFactory.opportunistic(c)
          && !overallocated.contains(c.getContainerId())) {
        newest.add(c);
      }
    }
    newest.sort(
        Comparator.<Container, Boolean>comparing(c -> !ContainerViewFactory.ending(c))
            .thenComparing(c -> -containers.acceptedMs(c)));
    List<Container> chosen =
        MinimalSubsetSelector.select(newest, excess, c -> ResourceCodec.vector(c.getResource()));
    // If all of them do not cover it, all of them count.
    for (Container c : chosen.isEmpty() ? newest : chosen) {
      overallocated.add(c);
      queue.onOverallocated(PendingContainerRegistry.id(c));
    }
  }

  /**
   * Ends over-allocation: containers that fit in the allocation by now belong to it, those that
   * have run longest first, and the others are stopped.
   *
   * @return whether none is left beyond the allocation
   */
  boolean withdraw() {
    boolean isAbsorbed = false;
    for (Container c : staying()) {
      NodeView view = queue.view();
      ResourceVector size = ResourceCodec.vector(c.getResource());
      if (size.fitsIn(view.free().minus(view.guaranteedWaiting()))) {
        isAbsorbed |= overallocated.remove(c);
      } else {
        String id = PendingContainerRegistry.id(c);
        Decision<List<String>> why =
            Decision.of(
                Collections.singletonList(id), OverallocationReason.OVERALLOCATION_SWITCHED_OFF);
        metrics.explain(view.nowMs(), why, true);
        stop(c, view.nowMs(), why);
      }
    }
    if (isAbsorbed) {
      queue.catchUpAll();
    }
    return overallocated.isEmpty();
  }

  /** Ends it before stock takes over; returns false while stopped ones still run, unless late. */
  boolean end(boolean isLate) {
    if (!withdraw() && !isLate) {
      return false;
    }
    overallocated.removeAll();
    queue.catchUpAll();
    shadow.clear();
    return true;
  }

  /** Follows a change that stock has made; returns whether it is still over-allocated. */
  boolean onUpdated(Container c) {
    if (overallocated.update(c)) {
      // No container was stopped to make room for the new size.
      NodeView view = queue.view();
      adopt(view.used().plus(view.guaranteedWaiting()).minus(view.total()));
    }
    return overallocated.contains(c.getContainerId());
  }
}
