// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import org.yarnext.orchestrator.policy.FinishTimeEstimator;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.actuation.CurrentAllocation;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.estimate.UsageWindow;
import org.yarnext.tools.simulate.world.steering.cpu.CpuContainer;

/** Usage and allocation of one container, as a NodeManager measures and grants them. */
final class ContainerUsage {
  /** A container that waits for more than this share of the time is held back, as in the daemon. */
  private static final double MAX_HELD_BACK_SHARE = 0.1;

  private static final double MILLICORES = 1_000;

  final CpuContainer container;
  final UsageHistory history;
  double allocated;
  double totalMs = Double.NaN;
  private long lastMs = -1;
  private double lastUsedMs;
  private double lastHeldBackMs;
  private long reportedMs;
  private double reportedUsedMs;
  private double reportedHeldBackMs;
  private double used;
  private ResourcePressure pressure = ResourcePressure.UNKNOWN;

  ContainerUsage(CpuContainer container, UsageHistory history) {
    this.container = container;
    this.history = history;
    this.allocated = entitled();
  }

  boolean isTask() {
    return container.task != null;
  }

  /** Returns the entitlement in millicores. */
  double entitled() {
    return MILLICORES * container.vcores;
  }

  /** Takes a reading and compares it with the previous one. */
  void measure(long nowMs) {
    boolean isFirst = lastMs < 0;
    if (!isFirst && nowMs > lastMs) {
      double inBetween = millicores(container.usedMs() - lastUsedMs, nowMs - lastMs);
      history.add(new UsageWindow(elapsedMs(nowMs), inBetween, 0, progress(nowMs)));
    }
    lastMs = nowMs;
    lastUsedMs = container.usedMs();
    lastHeldBackMs = container.heldBackMs();
    if (isFirst) {
      markReported();
    }
  }

  private static double millicores(double usedMs, double passedMs) {
    return MILLICORES * Math.max(0, usedMs) / passedMs;
  }

  private void markReported() {
    reportedMs = lastMs;
    reportedUsedMs = lastUsedMs;
    reportedHeldBackMs = lastHeldBackMs;
  }

  /** Marks a report: the reported usage is that since the last report, as in the daemon. */
  void report(boolean reportsPressure) {
    double passed = lastMs - reportedMs;
    if (passed > 0) {
      used = millicores(lastUsedMs - reportedUsedMs, passed);
      if (reportsPressure) {
        boolean heldBack = lastHeldBackMs - reportedHeldBackMs > MAX_HELD_BACK_SHARE * passed;
        pressure = heldBack ? ResourcePressure.HELD_BACK : ResourcePressure.NONE;
      }
      markReported();
    }
  }

  boolean isMeasured() {
    return history.seen() > 0;
  }

  /** Returns the usage between the last two reports, in millicores. */
  double used() {
    return used;
  }

  ResourcePressure pressure() {
    return pressure;
  }

  double minimum(MinimumResources floors) {
    return isTask() && isMeasured() ? floors.cpu(entitled()) : entitled();
  }

  double elapsedMs(long nowMs) {
    return nowMs - container.startMs;
  }

  /** Returns the progress by the expected run time; NaN if that is unknown. */
  double progress(long nowMs) {
    return FinishTimeEstimator.progressOf(totalMs, elapsedMs(nowMs));
  }

  CurrentAllocation holding(MinimumResources floors) {
    String application = isTask() ? container.task.phase().job() : container.id;
    return new CurrentAllocation(
        container.id, application, true, allocated, entitled(), minimum(floors));
  }
}
