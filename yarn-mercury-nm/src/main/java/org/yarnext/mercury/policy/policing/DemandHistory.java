/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy.policing;

import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Foresees the guaranteed demand on one node: the higher of what the recent past suggests and what
 * earlier periods had at that time, memory and cores each (Mercury section 4.3).
 *
 * <p>Demand is what guaranteed containers that run occupy and what those that wait for victims will
 * occupy, so demand that the node could meet only by stopping opportunistic containers is in it.
 * Bounded: a few kilobytes whatever happens. Thread-safe, since a thread of its own saves it.
 */
public final class DemandHistory {
  /** No node has more MB or cores than this; keeps sums within bounds. */
  private static final long MOST = 1L << 40;

  private final long windowMs;
  private final RecentDemandEstimator recentMemory;
  private final RecentDemandEstimator recentVcores;
  private final PeriodicDemandEstimator periodicMemory;
  private final PeriodicDemandEstimator periodicVcores;
  private long savedAtMs = Long.MIN_VALUE;
  private long changes;

  /**
   * @param windowMs how long the recent past is, in ms
   * @param periodMs after how long demand is expected to repeat itself, in ms
   * @param quantile how sure to be, in (0, 1]: of the recent moments alike, the part after which
   *     demand rose no further than is said
   */
  public DemandHistory(long windowMs, long periodMs, double quantile) {
    this.windowMs = windowMs;
    this.recentMemory = new RecentDemandEstimator(windowMs, quantile);
    this.recentVcores = new RecentDemandEstimator(windowMs, quantile);
    this.periodicMemory = new PeriodicDemandEstimator(periodMs);
    this.periodicVcores = new PeriodicDemandEstimator(periodMs);
  }

  /** Guaranteed demand is as told from now on. */
  public synchronized void observe(long nowMs, ResourceVector demand) {
    long memory = bounded(demand.memoryMb());
    long vcores = bounded(demand.vcores());
    recentMemory.observe(nowMs, memory);
    recentVcores.observe(nowMs, vcores);
    periodicMemory.observe(nowMs, memory);
    periodicVcores.observe(nowMs, vcores);
    // A restart may lose the last hundredth of the recent past.
    if (Math.abs(nowMs - savedAtMs) >= windowMs / 100) {
      changes++;
      savedAtMs = nowMs;
    }
  }

  private static long bounded(long value) {
    return Math.max(0, Math.min(MOST, value));
  }

  /**
   * The highest demand to be expected within a time, never less than what it is now.
   *
   * @param demandNow demand now
   * @param horizonMs within this time, in ms, above 0
   */
  public synchronized ResourceVector expected(
      long nowMs, ResourceVector demandNow, long horizonMs) {
    long ahead = Math.min(horizonMs, MOST);
    ResourceVector recent =
        demandNow.plus(ResourceVector.of(recentMemory.rise(ahead), recentVcores.rise(ahead)));
    return recent.max(
        ResourceVector.of(
            periodicMemory.expected(nowMs, ahead), periodicVcores.expected(nowMs, ahead)));
  }

  /** Grows now and then while something is observed, so that a saver knows when to save. */
  public synchronized long changes() {
    return changes;
  }

  /** All that {@link #restore} needs: rows of numbers by name. */
  public synchronized Map<String, long[][]> saved() {
    Map<String, long[][]> saved = new LinkedHashMap<>();
    saved.put("recentMemoryMb", recentMemory.saved());
    saved.put("recentVcores", recentVcores.saved());
    saved.put("periodicMemoryMb", periodicMemory.saved());
    saved.put("periodicVcores", periodicVcores.saved());
    return saved;
  }

  /**
   * Takes over what another history of the same window and period has {@link #saved}.
   *
   * @throws IllegalArgumentException if it cannot be such; nothing is changed then
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

  private static long[][] checked(long[][] rows, int columns, int atMost) {
    boolean right = rows != null && rows.length <= atMost;
    for (int i = 0; right && i < rows.length; i++) {
      right = rows[i] != null && rows[i].length == columns;
      for (int j = 0; right && j < columns; j++) {
        // The first number is a time; the others are demand.
        right = rows[i][j] >= 0 && (j == 0 || rows[i][j] <= MOST);
      }
    }
    if (!right) {
      throw new IllegalArgumentException("not a history of demand");
    }
    return rows;
  }
}
