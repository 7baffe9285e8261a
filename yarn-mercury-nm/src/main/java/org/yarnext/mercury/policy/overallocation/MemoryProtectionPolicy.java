// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.MinimalSubsetSelector;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Chooses the over-allocated containers to stop when available memory is, or is about to be, short:
 * those that lose least work for the memory they free, and no more than needed. If all of them
 * would not free enough, all stop. Under memory pressure, which does not tell how much is missing,
 * one stops at a time. Immutable.
 *
 * <p>Memory is short in two cases. In the first, available memory would be below the stop watermark
 * when a stop that begins now has ended. In the second, it would be below half of the watermark if
 * the stop began only at the next check, after as long an interval as the last one. So memory may
 * fall below the watermark for a moment: a fall that ends by itself stops no container, and a fast
 * one still leaves half of the watermark.
 */
public final class MemoryProtectionPolicy {
  /** Time that a stop takes as long as none was measured, in ms. */
  public static final long STOP_TIME_MS = 750;

  /** Part of the watermark that holds even if the stop begins at the next check. */
  private static final double RESERVE = 0.5;

  /** Time over which the kernel averages pressure, so that a stop shows; in ms. */
  static final long PRESSURE_WINDOW_MS = 10_000;

  private final OverallocationSettings settings;
  private final long stopMs;

  /** Creates a policy for a node on which no stop was measured. */
  public MemoryProtectionPolicy(OverallocationSettings settings) {
    this(settings, STOP_TIME_MS);
  }

  /**
   * Creates a policy.
   *
   * @param stopMs time from a decision to stop a container to its end, in ms
   */
  public MemoryProtectionPolicy(OverallocationSettings settings, long stopMs) {
    this.settings = settings;
    this.stopMs = stopMs;
  }

  /**
   * Returns the memory that containers must free, in MB, on the host or within a limit around all
   * containers; 0 or less if none.
   */
  public long missingMb(HostUsage host) {
    long missingMb = Long.MIN_VALUE;
    double watermark = settings.stopWatermark();
    for (MemorySnapshot each : host.memory()) {
      if (each.isPossible()) {
        long nowMb = each.missingMb(watermark, stopMs);
        long laterMb = each.missingMb(RESERVE * watermark, stopMs + host.intervalMs());
        missingMb = Math.max(missingMb, Math.max(nowMb, laterMb));
      }
    }
    return missingMb;
  }

  /**
   * Chooses containers to stop.
   *
   * @param host the latest measurement
   * @param candidates running over-allocated containers that are not being stopped
   * @param endingMb memory that containers which are being stopped are about to free
   * @param sinceStopMs time since a container was last stopped here, in ms
   */
  public Decision<List<String>> decide(
      HostUsage host,
      List<RunningContainerUsage> candidates,
      long endingMb,
      long sinceStopMs,
      long nowMs) {
    if (host == null || !host.isMemoryUsable(settings, nowMs)) {
      return nothing(OverallocationReason.OVERALLOCATION_NO_DATA);
    }
    long needMb = missingMb(host) - endingMb;
    if (needMb > 0) {
      return enough(host, candidates, needMb);
    }
    double pressure = host.pressure().memoryFull();
    if (pressure <= settings.stopMemoryPressure()) {
      return nothing(OverallocationReason.OVERALLOCATION_MEMORY_SUFFICES);
    }
    if (sinceStopMs < PRESSURE_WINDOW_MS) {
      return nothing(OverallocationReason.OVERALLOCATION_RELIEF_AWAITED);
    }
    return stop(
            byWorkLost(candidates, Long.MAX_VALUE).subList(0, Math.min(1, candidates.size())),
            OverallocationReason.OVERALLOCATION_PRESSURE_RELIEVED)
        .with("memoryPressure", pressure);
  }

  /** Returns the decision for when {@link #decide} fails: below the watermark all stop. */
  public Decision<List<String>> fallback(
      HostUsage host, List<RunningContainerUsage> candidates, long nowMs) {
    double watermark = settings.stopWatermark();
    return host != null
            && host.isMemoryUsable(settings, nowMs)
            && host.scarcest(watermark).missingMb(watermark) > 0
        ? stop(candidates, OverallocationReason.OVERALLOCATION_ALL_STOPPED)
        : nothing(OverallocationReason.OVERALLOCATION_MEMORY_SUFFICES);
  }

  private Decision<List<String>> enough(
      HostUsage host, List<RunningContainerUsage> candidates, long needMb) {
    List<RunningContainerUsage> chosen =
        MinimalSubsetSelector.select(
            byWorkLost(candidates, needMb),
            ResourceVector.of(needMb, 0),
            c -> ResourceVector.of(c.heldMb(), 0));
    MemorySnapshot scarcest = host.scarcest(settings.stopWatermark());
    return (chosen.isEmpty()
            ? stop(candidates, OverallocationReason.OVERALLOCATION_ALL_STOPPED)
            : stop(chosen, OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST))
        .with("availableMemoryMb", scarcest.availableMb())
        .with("limitMemoryMb", scarcest.totalMb())
        .with("needMemoryMb", needMb);
  }

  private static Decision<List<String>> stop(
      List<RunningContainerUsage> chosen, OverallocationReason reason) {
    List<String> ids = new ArrayList<>(chosen.size());
    chosen.forEach(c -> ids.add(c.id()));
    return Decision.of(Collections.unmodifiableList(ids), reason).with("stops", ids.size());
  }

  private static Decision<List<String>> nothing(OverallocationReason reason) {
    return Decision.of(Collections.<String>emptyList(), reason);
  }

  private static List<RunningContainerUsage> byWorkLost(
      List<RunningContainerUsage> candidates, long needMb) {
    List<RunningContainerUsage> preferred = new ArrayList<>(candidates);
    preferred.sort(
        Comparator.<RunningContainerUsage>comparingDouble(c -> workLostPerFreedMb(c, needMb))
            .thenComparing(RunningContainerUsage::id));
    return preferred;
  }

  private static double workLostPerFreedMb(RunningContainerUsage c, long needMb) {
    // Freeing more than needed has no extra value.
    long freedMb = Math.min(needMb, c.heldMb());
    double work = (double) c.workedMs() * Math.max(1, c.size().memoryMb());
    return freedMb == 0 ? Double.MAX_VALUE : work / freedMb;
  }
}
