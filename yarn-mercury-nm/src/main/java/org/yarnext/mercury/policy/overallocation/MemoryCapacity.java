// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

/**
 * An amount of memory that limits a node's containers together, and how much of it is available:
 * the host's, or that of a cgroup with a limit. In MB. Immutable.
 */
public final class MemoryCapacity {
  private final long totalMb;
  private final long availableMb;

  /**
   * Creates a capacity.
   *
   * @param totalMb the host's memory, or the group's limit
   * @param availableMb what processes can get without swapping or being killed
   */
  public MemoryCapacity(long totalMb, long availableMb) {
    this.totalMb = totalMb;
    this.availableMb = availableMb;
  }

  public long totalMb() {
    return totalMb;
  }

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
}
