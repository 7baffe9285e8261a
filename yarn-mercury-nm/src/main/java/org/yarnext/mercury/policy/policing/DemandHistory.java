// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Predicts the guaranteed demand on one node: the higher of the prediction from the recent past and
 * the demand of earlier periods at the same time, memory and cores each (Mercury section 4.3).
 *
 * <p>Demand is the resources of guaranteed containers that run or wait for victims, so it includes
 * demand that the node could meet only by stopping opportunistic containers. Bounded to a few
 * kilobytes. Thread-safe, since a separate thread saves it.
 */
public final class DemandHistory {
  /** Maximum MB or cores of a node; keeps sums within bounds. */
  private static final long MAX_AMOUNT = 1L << 40;

  private final long windowMs;
  private final RecentDemandEstimator recentMemory;
  private final RecentDemandEstimator recentVcores;
  private final PeriodicDemandEstimator periodicMemory;
  private final PeriodicDemandEstimator periodicVcores;
  private long savedAtMs = Long.MIN_VALUE;
  private long changes;

  /**
   * Creates an empty history.
   *
   * @param windowMs length of the recent past, in ms
   * @param periodMs period after which demand is expected to repeat, in ms
   * @param quantile confidence in (0, 1]: the fraction of similar recent moments after which demand
   *     rose no further than predicted
   */
  public DemandHistory(long windowMs, long periodMs, double quantile) {
    this.windowMs = windowMs;
    this.recentMemory = new RecentDemandEstimator(windowMs, quantile);
    this.recentVcores = new RecentDemandEstimator(windowMs, quantile);
    this.periodicMemory = new PeriodicDemandEstimator(periodMs);
    this.periodicVcores = new PeriodicDemandEstimator(periodMs);
  }

  /** Records guaranteed demand, which stays the same until the next call. */
  public synchronized void observe(long nowMs, ResourceVector demand) {
    long memory = bounded(demand.memoryMb());
    long vcores = bounded(demand.vcores());
    recentMemory.observe(nowMs, memory);
    recentVcores.observe(nowMs, vcores);
    periodicMemory.observe(nowMs, memory);
    periodicVcores.observe(nowMs, vcores);
    // A restart may lose the last hundredth of the window.
    if (Math.abs(nowMs - savedAtMs) >= windowMs / 100) {
      changes++;
      savedAtMs = nowMs;
    }
  }

  private static long bounded(long value) {
    return Math.max(0, Math.min(MAX_AMOUNT, value));
  }

  /**
   * Returns the highest demand expected within a time, never less than the current one.
   *
   * @param demandNow current demand
   * @param horizonMs in ms, above 0
   */
  public synchronized ResourceVector expected(
      long nowMs, ResourceVector demandNow, long horizonMs) {
    long ahead = Math.min(horizonMs, MAX_AMOUNT);
    ResourceVector recent =
        demandNow.plus(ResourceVector.of(recentMemory.rise(ahead), recentVcores.rise(ahead)));
    return recent.max(
        ResourceVector.of(
            periodicMemory.expected(nowMs, ahead), periodicVcores.expected(nowMs, ahead)));
  }

  /**
   * Returns a counter that grows from time to time while demand is observed; it shows when to save.
   */
  public synchronized long changes() {
    return changes;
  }

  /** Returns the state for {@link #restore}: rows of numbers by name. */
  public synchronized Map<String, long[][]> saved() {
    Map<String, long[][]> saved = new LinkedHashMap<>();
    saved.put("recentMemoryMb", recentMemory.saved());
    saved.put("recentVcores", recentVcores.saved());
    saved.put("periodicMemoryMb", periodicMemory.saved());
    saved.put("periodicVcores", periodicVcores.saved());
    return saved;
  }

  /**
   * Restores the {@link #saved} state of another history with the same window and period.
   *
   * @throws IllegalArgumentException if the state is invalid; nothing is changed then
   */
  public synchronized void restore(Map<String, long[][]> saved) {
    long[][] recentMb = checked(saved.get("recentMemoryMb"), 3, RecentDemandEstimator.BUCKETS);
    long[][] recentCores = checked(saved.get("recentVcores"), 3, RecentDemandEstimator.BUCKETS);
    long[][] periodicMb =
        checked(saved.get("periodicMemoryMb"), 2, PeriodicDemandEstimator.SLOTS + 1);
    long[][] periodicCores =
        checked(saved.get("periodicVcores"), 2, PeriodicDemandEstimator.SLOTS + 1);
    recentMemory.restore(recentMb);
    recentVcores.restore(recentCores);
    periodicMemory.restore(periodicMb);
    periodicVcores.restore(periodicCores);
  }

  private static long[][] checked(long[][] rows, int columns, int maxRows) {
    boolean right = rows != null && rows.length <= maxRows;
    for (int i = 0; right && i < rows.length; i++) {
      right = rows[i] != null && rows[i].length == columns;
      for (int j = 0; right && j < columns; j++) {
        // The first number is a time; the others are demand.
        right = rows[i][j] >= 0 && (j == 0 || rows[i][j] <= MAX_AMOUNT);
      }
    }
    if (!right) {
      throw new IllegalArgumentException("not a history of demand");
    }
    return rows;
  }
}
