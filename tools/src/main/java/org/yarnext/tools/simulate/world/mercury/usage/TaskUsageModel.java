// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import java.util.Random;
import java.util.SplittableRandom;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Distribution of the part of its allocation that a task uses. Immutable.
 *
 * <p>Each container draws a level of memory and one of CPU, uniformly from the mean less the spread
 * to the mean plus the spread, and at most all. Its memory grows evenly to the level in the first
 * tenth of its run, and stays there. Its CPU is drawn again every ten seconds, uniformly from half
 * of its level to one and a half times it. In a spike all guaranteed containers of a node use all
 * that they were given.
 */
public final class TaskUsageModel {
  private static final int GROWTH_PARTS = 10;

  private final double memoryUse;
  private final double cpuUse;
  private final double spread;
  private final long spikeEveryMs;
  private final long spikeMs;

  /**
   * Creates a model.
   *
   * @param memoryUse mean share of memory, above 0, at most 1
   * @param cpuUse mean share of vcores, above 0, at most 1
   * @param spread maximum difference of a level from the mean, as a share of it, 0 to 1
   * @param spikeEveryMs time in which each node has one spike, in ms; 0 for none
   * @param spikeMs length of a spike, in ms; at most the time in which there is one
   */
  public TaskUsageModel(
      double memoryUse, double cpuUse, double spread, long spikeEveryMs, long spikeMs) {
    this.memoryUse = memoryUse;
    this.cpuUse = cpuUse;
    this.spread = spread;
    this.spikeEveryMs = spikeEveryMs;
    this.spikeMs = Math.min(spikeMs, spikeEveryMs);
  }

  /**
   * Draws the use of a container.
   *
   * @param runMs its run time, in ms
   * @param random the same stream gives the same use
   */
  public TaskUsage draw(ResourceVector size, long runMs, Random random) {
    return new TaskUsage(
        size,
        level(memoryUse, random),
        level(cpuUse, random),
        Math.max(1, runMs / GROWTH_PARTS),
        random.nextLong());
  }

  private double level(double mean, Random random) {
    return Math.min(1, mean * (1 + spread * (2 * random.nextDouble() - 1)));
  }

  /** Returns whether the guaranteed containers of a node use all that they were given now. */
  boolean isSpike(int node, long nowMs) {
    if (spikeEveryMs <= 0 || nowMs < 0) {
      return false;
    }
    long number = nowMs / spikeEveryMs;
    long seed = ((long) node << 32) + number;
    long startMs = new SplittableRandom(seed).nextLong(spikeEveryMs - spikeMs + 1);
    long inMs = nowMs % spikeEveryMs;
    return inMs >= startMs && inMs < startMs + spikeMs;
  }
}
