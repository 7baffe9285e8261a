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
 * Chooses the over-allocated containers to stop when available memory is, or is about to be, below
 * the stop watermark: those that lose least work for the memory they free, and no more than needed.
 * If all of them would not free enough, all stop. Under memory pressure, which does not tell how
 * much is missing, one stops at a time. Immutable.
 */
public final class MemoryProtectionPolicy {
  /** Time that a stop takes, for which a fall of available memory is continued; in ms. */
  static final long STOP_TIME_MS = 1_000;

  /** Time over which the kernel averages pressure, so that a stop shows; in ms. */
  static final long PRESSURE_WINDOW_MS = 10_000;

  private final OverallocationSettings settings;

  /** Creates a policy. */
  public MemoryProtectionPolicy(OverallocationSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the memory that is missing above the stop watermark, in MB, on the host or within a
   * limit around all containers: now, or when a stop that begins now has ended, if memory keeps
   * falling as it did; 0 or less if none.
   *
   * @param before an earlier measurement; null if there is none
   */
  public long missingMb(HostUsage before, HostUsage host) {
    long missingMb = Long.MIN_VALUE;
    for (int i = 0; i < host.memory().size(); i++) {
      MemoryCapacity now = host.memory().get(i);
      if (now.isPossible()) {
        long needMb = now.missingMb(settings.stopWatermark()) + expectedFallMb(before, host, i);
        missingMb = Math.max(missingMb, needMb);
      }
    }
    return missingMb;
  }

  /** Returns how much less of a memory is expected to be available when a stop has ended, in MB. */
  private long expectedFallMb(HostUsage before, HostUsage host, int i) {
    boolean isSame =
        before != null
            && i < before.memory().size()
            && before.memory().get(i).totalMb() == host.memory().get(i).totalMb();
    long elapsedMs = isSame ? host.measuredAtMs() - before.measuredAtMs() : 0;
    if (elapsedMs <= 0 || elapsedMs > settings.staleAfterMs()) {
      return 0;
    }
    long fallMb = before.memory().get(i).availableMb() - host.memory().get(i).availableMb();
    // A short interval shows bursts rather than a trend.
    return Math.max(0, fallMb) * STOP_TIME_MS / Math.max(elapsedMs, STOP_TIME_MS / 4);
  }

  /**
   * Chooses containers to stop.
   *
   * @param before an earlier measurement of the host; null if there is none
   * @param host the latest measurement
   * @param candidates running over-allocated containers that are not being stopped
   * @param endingMb memory that containers which are being stopped are about to free
   * @param sinceStopMs time since a container was last stopped here, in ms
   */
  public Decision<List<String>> decide(
      HostUsage before,
      HostUsage host,
      List<RunningContainerUsage> candidates,
      long endingMb,
      long sinceStopMs,
      long nowMs) {
    if (host == null || !host.isMemoryUsable(settings, nowMs)) {
      return nothing(OverallocationReason.OVERALLOCATION_NO_DATA);
    }
    long needMb = missingMb(before, host) - endingMb;
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
            c -> ResourceVector.of(freedMb(c), 0));
    MemoryCapacity scarcest = host.scarcest(settings.stopWatermark());
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

  /** Returns the memory that a stop frees, in MB; 0 if the container was never measured. */
  private static long freedMb(RunningContainerUsage c) {
    return c.measured() == null ? 0 : Math.max(0, c.measured().memoryMb());
  }

  private static double workLostPerFreedMb(RunningContainerUsage c, long needMb) {
    // Freeing more than needed has no extra value.
    long freedMb = Math.min(needMb, freedMb(c));
    double work = (double) c.ageMs() * Math.max(1, c.size().memoryMb());
    return freedMb == 0 ? Double.MAX_VALUE : work / freedMb;
  }
}
