// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import java.util.SplittableRandom;
import org.yarnext.mercury.policy.ResourceVector;

/** Memory and CPU that one simulated container uses over time. Immutable. */
public final class TaskUsage {
  /** Interval at which the CPU use changes, in ms. */
  static final long CPU_INTERVAL_MS = 10_000;

  private final ResourceVector size;
  private final double memoryLevel;
  private final double cpuLevel;
  private final long growthMs;
  private final long grownMb;
  private final long seed;

  /**
   * @param memoryLevel share of the size that it uses once it has grown, 0 to 1
   * @param cpuLevel mean share of its vcores that it uses, 0 to 1
   * @param growthMs time over which its memory grows, above 0
   * @param seed of the changes of its CPU use
   */
  TaskUsage(ResourceVector size, double memoryLevel, double cpuLevel, long growthMs, long seed) {
    this.size = size;
    this.memoryLevel = memoryLevel;
    this.cpuLevel = cpuLevel;
    this.growthMs = growthMs;
    this.grownMb = (long) Math.ceil(size.memoryMb() * memoryLevel);
    this.seed = seed;
  }

  /** Returns whether its memory is still growing. */
  boolean grows(long ageMs) {
    return ageMs < growthMs;
  }

  /** Returns the memory in use, in MB; never less than before, and at most the size. */
  long memoryMb(long ageMs) {
    if (ageMs >= growthMs) {
      return grownMb;
    }
    double grown = (double) Math.max(0, ageMs) / growthMs;
    return (long) Math.ceil(size.memoryMb() * memoryLevel * grown);
  }

  /** Returns the CPU in use, in thousandths of a vcore; at most the size. */
  long milliVcores(long ageMs) {
    double factor =
        0.5 + new SplittableRandom(seed + Math.max(0, ageMs) / CPU_INTERVAL_MS).nextDouble();
    return (long) (1_000 * size.vcores() * Math.min(1, cpuLevel * factor));
  }

  ResourceVector size() {
    return size;
  }
}
