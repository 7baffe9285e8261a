// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.MemoryProtectionPolicy;
import org.yarnext.mercury.policy.overallocation.NodeUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.OverallocationStartPolicy;
import org.yarnext.mercury.policy.overallocation.RoomReportPolicy;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;
import org.yarnext.mercury.policy.overallocation.StartRateLimiter;
import org.yarnext.mercury.policy.queue.NextSizeEstimator;

/**
 * Decides which containers of one simulated node start and stop beyond its allocation, once a
 * second, by the classes that decide it in the daemon.
 */
public final class OverallocationPlanner {
  private final OverallocationSettings settings;
  private final NodeUsageMeter meter;
  private final MemoryProtectionPolicy protection;
  private final OverallocationStartPolicy start;
  private final RoomReportPolicy report;
  private final StartRateLimiter rate = new StartRateLimiter();
  private final NextSizeEstimator nextSize = new NextSizeEstimator();

  /** Virtual time of the last stop, in ms; long ago before the first. */
  private long stoppedMs = Long.MIN_VALUE / 2;

  public OverallocationPlanner(OverallocationSettings settings, NodeUsageMeter meter) {
    this.settings = settings;
    this.meter = meter;
    this.protection = new MemoryProtectionPolicy(settings);
    this.start = new OverallocationStartPolicy(settings);
    this.report = new RoomReportPolicy(settings);
  }

  /** Returns whether containers beyond the allocation may have to stop for memory. */
  public boolean isMemoryShort() {
    return protection.missingMb(meter.host()) > 0;
  }

  /**
   * Returns the containers to stop for memory.
   *
   * @param beyond ids of the containers that run beyond the allocation and are not being stopped
   * @param ending ids of those that are being stopped
   */
  public List<String> stops(Collection<String> beyond, Collection<String> ending, long nowMs) {
    List<RunningContainerUsage> candidates = new ArrayList<>();
    for (String id : beyond) {
      candidates.add(meter.find(id, nowMs));
    }
    if (candidates.isEmpty()) {
      return Collections.emptyList();
    }
    long endingMb = 0;
    for (String id : ending) {
      RunningContainerUsage c = meter.find(id, nowMs);
      endingMb += c.measured() == null ? 0 : c.measured().memoryMb();
    }
    long sinceStopMs = nowMs - stoppedMs;
    List<String> stops =
        protection.decide(meter.host(), candidates, endingMb, sinceStopMs, nowMs).value();
    if (!stops.isEmpty()) {
      stoppedMs = nowMs;
      rate.onPressure(settings, true, nowMs);
    }
    return stops;
  }

  /**
   * Returns the waiting containers to start beyond the allocation.
   *
   * @param waiting first to run first
   * @param beyond resources given beyond the allocation
   */
  public List<String> starts(
      NodeView node, Iterable<ContainerView> waiting, ResourceVector beyond) {
    boolean isBlocked =
        !node.guaranteedWaiting().fitsIn(ResourceVector.NONE) || !node.used().fitsIn(node.total());
    if (isBlocked) {
      return Collections.emptyList();
    }
    int maxStarts = rate.nextRound(settings, node.nowMs());
    Decision<List<String>> starts =
        start.choose(usage(node, beyond), waiting, any -> true, maxStarts);
    rate.onStarted(starts.value().size());
    if (starts.reason() == OverallocationReason.OVERALLOCATION_LOW_MEMORY) {
      rate.onPressure(settings, false, node.nowMs());
    }
    return starts.value();
  }

  /**
   * Returns the resources that the wait of the next heartbeat counts.
   *
   * @param waiting the waiting containers
   * @param running the containers that run beyond the allocation; not changed afterwards
   */
  public OverallocationView report(
      NodeView node,
      Iterable<ContainerView> waiting,
      List<ContainerView> running,
      ResourceVector beyond) {
    nextSize.observe(waiting, node.nowMs());
    ResourceVector next = nextSize.estimate(node.nowMs(), settings.warmUpMs());
    boolean isPaused = rate.isPaused(settings, node.nowMs());
    return report.decide(usage(node, beyond), running, next, true, isPaused).value();
  }

  private NodeUsage usage(NodeView node, ResourceVector beyond) {
    return NodeUsage.of(node, meter.sums(node.nowMs()), beyond, meter.host());
  }
}
