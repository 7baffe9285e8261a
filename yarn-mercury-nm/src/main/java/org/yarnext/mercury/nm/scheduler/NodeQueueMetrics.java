// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.QueueWaitEstimator;
import org.yarnext.mercury.policy.queue.WaitSnapshot;

/**
 * Metrics and decision log of Mercury on one node, and the snapshot from which the heartbeat thread
 * reports the queue. The counters balance: {@code arrived == started + rejected + shed + promoted +
 * left + handedBack + queued}. Written by the dispatcher thread, read by any.
 */
public final class NodeQueueMetrics implements AutoCloseable {
  final EventCounter arrived;
  final EventCounter started;
  final EventCounter rejected;
  final EventCounter shed;
  final EventCounter promoted;
  final EventCounter left;
  final EventCounter handedBack;
  final EventCounter victims;
  final EventCounter guaranteedHeld;
  final EventCounter guaranteedTimedOut;
  final EventCounter recoveredRunning;

  /** Exits of containers killed before their launch, delivered after the kill. */
  public final EventCounter exitsDelayed;

  /** Containers started beyond the allocation. */
  public final EventCounter overallocationStarts;

  /** Containers beyond the allocation that were stopped. */
  public final EventCounter overallocationStops;

  private final DecisionLog log;
  private volatile WaitSnapshot snapshot;
  private volatile long nowMs;
  private volatile int held;
  private volatile int guaranteedWaiting;
  private volatile int overallocated;
  private volatile ResourceVector overallocatedSize = ResourceVector.NONE;
  private volatile ResourceVector unused = ResourceVector.NONE;

  /** Creates the counters and gauges of a node in {@code metrics}. */
  public NodeQueueMetrics(
      FeatureMetrics metrics,
      Supplier<FeatureMode> mode,
      Guard guard,
      RunTimeEstimateCache estimates) {
    log = new DecisionLog(metrics, mode, "NodeManager", "MercuryDecisions");
    arrived =
        metrics.counter("ContainersArrived", "Opportunistic containers that arrived in the queue");
    started = metrics.counter("ContainersStarted", "Containers started from the queue");
    rejected =
        metrics.counter(
            "ContainersRejected",
            "Containers rejected because the queue was full or they were too large");
    shed = metrics.counter("ContainersShed", "Containers shed to meet the queue limits");
    promoted = metrics.counter("ContainersPromoted", "Waiting containers that became guaranteed");
    left = metrics.counter("ContainersEndedInQueue", "Containers that ended while they waited");
    handedBack =
        metrics.counter(
            "ContainersReturnedToStock",
            "Containers handed to the stock scheduler after a fallback");
    victims =
        metrics.counter("ContainersReclaimed", "Running containers stopped for guaranteed ones");
    guaranteedHeld =
        metrics.counter(
            "GuaranteedDelayed", "Guaranteed containers that waited for their victims to stop");
    guaranteedTimedOut =
        metrics.counter(
            "GuaranteedTimedOut",
            "Guaranteed containers handed to the stock scheduler because victims took too"
                + " long to stop");
    recoveredRunning =
        metrics.counter("ContainersRecovered", "Running containers recovered after a restart");
    overallocationStarts =
        metrics.counter(
            "OverallocationStarts",
            "Containers started beyond the node's allocation; in mode shadow, that would have"
                + " been");
    overallocationStops =
        metrics.counter(
            "OverallocationStops",
            "Containers beyond the node's allocation that were stopped; in mode shadow, that would"
                + " have been");
    exitsDelayed =
        metrics.counter(
            "ExitsDelayed",
            "Exits of containers killed before their launch, delivered after the kill");
    addGauges(metrics);
    metrics.gauge(
        "ApplicationsWithRunTimes",
        "Applications whose run times are remembered",
        estimates::applications);
    metrics.attach(guard);
  }

  private void addGauges(FeatureMetrics metrics) {
    metrics.gauge(
        "OverallocatedContainers",
        "Running containers beyond the node's allocation",
        () -> overallocated);
    metrics.gauge(
        "OverallocatedMemoryMB",
        "Memory given to containers beyond the node's allocation, in MB",
        () -> overallocatedSize.memoryMb());
    metrics.gauge(
        "OverallocatedVcores",
        "Vcores given to containers beyond the node's allocation",
        () -> overallocatedSize.vcores());
    metrics.gauge(
        "UnusedMemoryMB",
        "Memory in which containers could start beyond the node's allocation now, in MB; 0 if"
            + " nothing could",
        () -> unused.memoryMb());
    metrics.gauge(
        "UnusedVcores",
        "Vcores in which containers could start beyond the node's allocation now",
        () -> unused.vcores());
    metrics.gauge("QueuedContainers", "Waiting opportunistic containers", () -> held);
    metrics.gauge(
        "RunningOpportunistic",
        "Running opportunistic containers within the node's allocation",
        () -> snapshot == null ? 0 : snapshot.running());
    metrics.gauge(
        "QueueWaitMillis", "Estimated queue wait R, in ms", () -> (long) waitAt(nowMs()).totalMs());
    metrics.gauge(
        "QueueWaitQueuedMillis",
        "Component Tq of the queue wait: queued work, in ms",
        () -> (long) waitAt(nowMs()).queuedMs());
    metrics.gauge(
        "QueueWaitRunningMillis",
        "Component Tr of the queue wait: remaining work of running containers, in ms",
        () -> (long) waitAt(nowMs()).runningMs());
    metrics.gauge(
        "QueueWaitSinceLastMillis",
        "Component Tl of the queue wait: time since a container last ran, in ms",
        () -> (long) waitAt(nowMs()).sinceLastMs());
  }

  private long nowMs() {
    return Math.max(nowMs, System.currentTimeMillis());
  }

  /** Records a decision; one that changes nothing is counted but not logged. */
  void explain(long time, String subject, Decision<?> decision) {
    log.count(decision);
    boolean nothing = decision.value() instanceof List && ((List<?>) decision.value()).isEmpty();
    if (!nothing) {
      log.remember(time, subject, decision);
    }
  }

  /**
   * Records a decision on containers about each of them, so that those who may see the container
   * see it.
   */
  void explain(long time, Decision<List<String>> containers, boolean isApplied) {
    log.metrics().count(containers.reason(), isApplied);
    for (String id : containers.value()) {
      log.ring().record(time, id, isApplied, containers);
    }
  }

  void publishOverallocated(int count, ResourceVector size, ResourceVector unusedNow) {
    overallocated = count;
    overallocatedSize = size;
    unused = unusedNow;
  }

  void publish(long time, WaitSnapshot latest, int heldNow, int guaranteedWaitingNow) {
    nowMs = time;
    snapshot = latest;
    held = heldNow;
    guaranteedWaiting = guaranteedWaitingNow;
  }

  /** Shows nothing until the next publication. */
  void clear() {
    snapshot = null;
    held = 0;
    guaranteedWaiting = 0;
    publishOverallocated(0, ResourceVector.NONE, ResourceVector.NONE);
  }

  /**
   * Returns whether the node needs a check without an event: containers are waiting or run beyond
   * the allocation, or the node's size has changed since the last publication.
   *
   * @param total the node's current resources for containers
   */
  public boolean isDue(ResourceVector total) {
    WaitSnapshot latest = snapshot;
    return held + guaranteedWaiting + overallocated > 0
        || latest == null
        || !latest.total().equals(total);
  }

  /** Returns the queue wait as of {@code time}; 0 before anything is published. */
  QueueWaitEstimator waitAt(long time) {
    WaitSnapshot latest = snapshot;
    return latest == null ? QueueWaitEstimator.ZERO : latest.at(time);
  }

  /** Returns the queue wait as of {@code time} once these containers have arrived. */
  public QueueWaitEstimator waitAt(long time, List<ContainerView> arriving) {
    WaitSnapshot latest = snapshot;
    return latest == null ? QueueWaitEstimator.ZERO : latest.at(time, arriving);
  }

  /** Returns the number of waiting opportunistic containers. */
  public int held() {
    return held;
  }

  /** Returns the number of guaranteed containers that wait for their victims to go. */
  public int guaranteedWaiting() {
    return guaranteedWaiting;
  }

  /** Returns the recent decisions. */
  public DecisionRecorder ring() {
    return log.ring();
  }

  /** Registers metrics and decisions. */
  public void register(Configuration conf) {
    log.register(conf);
  }

  /** Unregisters metrics and decisions. */
  @Override
  public void close() {
    log.close();
  }
}
