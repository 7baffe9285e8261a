// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yarnext.orchestrator.policy.FinishTimeEstimator;

/**
 * Caches the progress that applications report of their attempts. Thread-safe.
 *
 * <p>Decreasing progress counts as unknown: a Tez task closes its inputs before it writes the rest
 * of its output, and a closed {@code MRInput} reports no progress. So a task with a broadcast input
 * beside its split seems to be half done when it has almost finished.
 */
final class ProgressCache {
  /** A progress this far below an attempt's maximum is not believed; smaller decreases are. */
  private static final double MAX_DECREASE = 0.1;

  private final long staleAfterMs;
  private final Map<String, AttemptProgress> byAttempt = new ConcurrentHashMap<>();

  /** An attempt's latest progress, its maximum, and the time. */
  private static final class AttemptProgress {
    private final double progress;
    private final double max;
    private final long atMs;

    private AttemptProgress(double reported, double maxBefore, long atMs) {
      this.progress = reported <= maxBefore - MAX_DECREASE ? Double.NaN : reported;
      this.max = Math.max(reported, maxBefore);
      this.atMs = atMs;
    }
  }

  ProgressCache(long staleAfterMs) {
    this.staleAfterMs = staleAfterMs;
  }

  /**
   * Stores progress by attempt.
   *
   * @param progress values outside 0 to 1 are ignored
   * @param nowMs monotonic time
   */
  void put(Map<String, Double> progress, long nowMs) {
    progress.forEach(
        (attempt, now) -> {
          if (attempt != null && now != null && now >= 0 && now <= 1) {
            AttemptProgress before = byAttempt.get(attempt);
            byAttempt.put(
                attempt, new AttemptProgress(now, before == null ? 0 : before.max, nowMs));
          }
        });
  }

  /**
   * Returns an attempt's current progress, extrapolated.
   *
   * @param attempt null for unknown
   * @param elapsedMs how long the attempt has run
   * @return NaN if nothing is known, or only old values
   */
  double progress(String attempt, double elapsedMs, long nowMs) {
    AttemptProgress seen = attempt == null ? null : byAttempt.get(attempt);
    if (seen == null || isOld(seen, nowMs)) {
      return Double.NaN;
    }
    double since = Math.max(0, nowMs - seen.atMs);
    return FinishTimeEstimator.progressNow(seen.progress, elapsedMs - since, elapsedMs);
  }

  void evictOld(long nowMs) {
    byAttempt.values().removeIf(seen -> isOld(seen, nowMs));
  }

  private boolean isOld(AttemptProgress seen, long nowMs) {
    return nowMs - seen.atMs > staleAfterMs;
  }

  int size() {
    return byAttempt.size();
  }
}
