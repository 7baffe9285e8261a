// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.yarnext.common.decision.Decision;

/**
 * Chooses the over-allocated containers to stop when the host's available memory is, or is about to
 * be, below the stop watermark: those that lose least work for the memory they free, and no more
 * than needed. If all of them would not free enough, all stop. Immutable.
 */
public final class MemoryProtectionPolicy {
  /** Time that a stop takes, for which a fall of available memory is continued; in ms. */
  static final long STOP_TIME_MS = 1_000;

  private final OverallocationSettings settings;

  /** Creates a policy. */
  public MemoryProtectionPolicy(OverallocationSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the memory that is missing above the stop watermark, in MB: now, or when a stop that
   * begins now has ended, if memory keeps falling as it did; 0 or less if none.
   *
   * @param before an earlier measurement; null if there is none
   */
  public long missingMb(HostUsage before, HostUsage host) {
    long watermarkMb = (long) Math.ceil(settings.stopWatermark() * host.totalMemoryMb());
    long expectedMb = host.availableMemoryMb();
    long elapsedMs = before == null ? 0 : host.measuredAtMs() - before.measuredAtMs();
    if (elapsedMs > 0 && elapsedMs <= settings.staleAfterMs()) {
      long fallMb = Math.max(0, before.availableMemoryMb() - host.availableMemoryMb());
      // A short interval shows bursts rather than a trend.
      expectedMb -= fallMb * STOP_TIME_MS / Math.max(elapsedMs, STOP_TIME_MS / 4);
    }
    return watermarkMb - expectedMb;
  }

  /**
   * Chooses containers to stop.
   *
   * @param before an earlier measurement of the host; null if there is none
   * @param host the latest measurement
   * @param candidates running over-allocated containers that are not being stopped
   * @param endingMb memory that containers which are being stopped are about to free
   */
  public Decision<List<String>> decide(
      HostUsage before,
      HostUsage host,
      List<RunningContainerUsage> candidates,
      long endingMb,
      long nowMs) {
    if (host == null || !host.isMemoryUsable(nowMs, settings.staleAfterMs())) {
      return nothing(OverallocationReason.OVERALLOCATION_NO_DATA);
    }
    long needMb = missingMb(before, host) - endingMb;
    if (needMb <= 0) {
      return nothing(OverallocationReason.OVERALLOCATION_MEMORY_SUFFICES);
    }
    List<RunningContainerUsage> preferred = new ArrayList<>(candidates);
    preferred.sort(
        Comparator.<RunningContainerUsage>comparingDouble(c -> workLostPerFreedMb(c, needMb))
            .thenComparing(RunningContainerUsage::id));
    List<RunningContainerUsage> chosen = new ArrayList<>();
    long missingMb = needMb;
    for (RunningContainerUsage c : preferred) {
      if (missingMb <= 0) {
        break;
      }
      chosen.add(c);
      missingMb -= freedMb(c);
    }
    boolean isEnough = missingMb <= 0;
    // A later, larger one can make an earlier one unnecessary: spare the least preferred first.
    for (int i = chosen.size() - 1; isEnough && i >= 0; i--) {
      long withoutMb = missingMb + freedMb(chosen.get(i));
      if (withoutMb <= 0) {
        chosen.remove(i);
        missingMb = withoutMb;
      }
    }
    List<String> ids = new ArrayList<>(chosen.size());
    chosen.forEach(c -> ids.add(c.id()));
    return Decision.of(
            Collections.unmodifiableList(ids),
            isEnough
                ? OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST
                : OverallocationReason.OVERALLOCATION_ALL_STOPPED)
        .with("availableMemoryMb", host.availableMemoryMb())
        .with("hostMemoryMb", host.totalMemoryMb())
        .with("needMemoryMb", needMb)
        .with("stops", ids.size());
  }

  private static Decision<List<String>> nothing(OverallocationReason reason) {
    return Decision.of(Collections.<String>emptyList(), reason);
  }

  /** Returns the memory that a stop frees, in MB; 0 if the container was never measured. */
  private static long freedMb(RunningContainerUsage c) {
    return c.measured() == null ? 0 : c.measured().memoryMb();
  }

  private static double workLostPerFreedMb(RunningContainerUsage c, long needMb) {
    // Freeing more than needed has no extra value.
    long freedMb = Math.min(needMb, freedMb(c));
    double work = (double) c.ageMs() * Math.max(1, c.size().memoryMb());
    return freedMb == 0 ? Double.MAX_VALUE : work / freedMb;
  }
}
