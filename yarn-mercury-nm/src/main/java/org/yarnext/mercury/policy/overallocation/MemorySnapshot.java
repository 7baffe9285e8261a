// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

/**
 * A measurement of the memory that a node's containers share, of the host or of a cgroup with a
 * limit: its total, the available part, and how fast that part is expected to fall. In MB.
 * Immutable.
 */
public final class MemorySnapshot {
  /** The capacity of a group that could not be read: nothing starts, and it stops nothing. */
  public static final MemorySnapshot UNKNOWN = new MemorySnapshot(-1, -1);

  /** Minimum time between two measurements that shows a trend rather than a burst, in ms. */
  private static final long MIN_TREND_MS = 250;

  /** Time between two measurements from which they show no trend, in ms. */
  private static final long MAX_TREND_MS = 5_000;

  private final long totalMb;
  private final long availableMb;
  private final double fallMbPerMs;
  private final long minAvailableMb;

  /**
   * Creates a capacity that is not expected to fall.
   *
   * @param totalMb the host's memory, or the group's limit
   * @param availableMb what processes can get without swapping or being killed
   */
  public MemorySnapshot(long totalMb, long availableMb) {
    this(totalMb, availableMb, 0, Long.MIN_VALUE);
  }

  private MemorySnapshot(long totalMb, long availableMb, double fallMbPerMs, long minAvailableMb) {
    this.totalMb = totalMb;
    this.availableMb = availableMb;
    this.fallMbPerMs = fallMbPerMs;
    this.minAvailableMb = minAvailableMb;
  }

  /**
   * Returns a copy that is expected to fall on as it fell since an earlier measurement.
   *
   * @param before of the same host or group
   * @param elapsedMs time between the two, in ms
   */
  MemorySnapshot after(MemorySnapshot before, long elapsedMs) {
    boolean isTrend = before.isPossible() && elapsedMs > 0 && elapsedMs <= MAX_TREND_MS;
    double fallMb = isTrend ? Math.max(0, before.availableMb - availableMb) : 0;
    return new MemorySnapshot(
        totalMb, availableMb, fallMb / Math.max(elapsedMs, MIN_TREND_MS), minAvailableMb);
  }

  /**
   * Returns a copy that is not expected to fall below a bound, unless it has.
   *
   * @param minMb what is available once all containers have grown to what they were given, in MB;
   *     {@link Long#MIN_VALUE} if unknown
   */
  MemorySnapshot notBelow(long minMb) {
    return new MemorySnapshot(totalMb, availableMb, fallMbPerMs, minMb);
  }

  /** Returns the host's memory, or the group's limit, in MB; -1 if unknown. */
  public long totalMb() {
    return totalMb;
  }

  /** Returns what processes can get without swapping or being killed, in MB; -1 if unknown. */
  public long availableMb() {
    return availableMb;
  }

  long usedMb() {
    return totalMb - availableMb;
  }

  /** Returns whether the numbers are possible. */
  boolean isPossible() {
    return totalMb > 0 && availableMb >= 0 && availableMb <= totalMb;
  }

  /**
   * Returns how much more must be available to reach a watermark, in MB; 0 or less if nothing.
   *
   * @param watermark part of the total, 0 to 1
   */
  long missingMb(double watermark) {
    return (long) Math.ceil(watermark * totalMb) - availableMb;
  }

  /**
   * Returns the same for a moment ahead, if memory falls on as it did: at most until all containers
   * have grown to what they were given. Below that something else takes memory, which has no bound.
   *
   * @param inMs time until then, in ms
   */
  long missingMb(double watermark, long inMs) {
    double fallMb = fallMbPerMs * inMs;
    boolean isBounded = minAvailableMb != Long.MIN_VALUE && availableMb >= minAvailableMb;
    double boundedMb = isBounded ? Math.min(fallMb, availableMb - minAvailableMb) : fallMb;
    return missingMb(watermark) + (long) Math.ceil(boundedMb);
  }
}
