// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import java.util.Locale;

/**
 * Sizes of the spikes experiment for this machine: one node, and a watermark of available memory
 * that the guaranteed containers cross when they grow, far above what the machine needs itself.
 * Memory is in MB. Immutable.
 */
final class SpikePlan {
  /** Number of guaranteed containers. */
  static final int TASKS = 8;

  /** Vcores of the node, so many that they limit no container. */
  static final int VCORES = 64;

  /** Memory that an opportunistic container uses, as a part of its allocation. */
  static final double OPPORTUNISTIC_USED = 0.85;

  /** Part of the memory available at the start that always stays available. */
  static final double KEPT = 0.4;

  /** Memory of the daemons in this process, and of what else may change meanwhile. */
  private static final long RESERVE_MB = 2_000;

  /** Sizes of containers are multiples of it, as YARN allocates them. */
  private static final int UNIT_MB = 128;

  private static final long GRAIN_MB = (long) TASKS * UNIT_MB;

  /** Guaranteed memory that a processor may grow to in a second. */
  private static final long MB_PER_PROCESSOR = 2_048;

  /** Highest watermark that the configuration allows. */
  private static final double MAX_WATERMARK = 0.9;

  private final long guaranteedMb;
  private final long watermarkMb;
  private final long totalMb;

  private SpikePlan(long guaranteedMb, long watermarkMb, long totalMb) {
    this.guaranteedMb = guaranteedMb;
    this.watermarkMb = watermarkMb;
    this.totalMb = totalMb;
  }

  /**
   * Creates a plan.
   *
   * @param totalMb memory of this machine
   * @param availableMb available memory before the cluster starts
   * @throws IllegalStateException if that is too little
   */
  static SpikePlan of(long totalMb, long availableMb, int processors) {
    long boundMb = Math.min(processors * MB_PER_PROCESSOR, (availableMb - RESERVE_MB) / 4);
    SpikePlan sized = new SpikePlan(boundMb / GRAIN_MB * GRAIN_MB, 0, totalMb);
    long calmMb =
        availableMb
            - RESERVE_MB
            - Math.round(IdleLoad.MEMORY_USED * sized.guaranteedMb)
            - Math.round(OPPORTUNISTIC_USED * (sized.withinMb() + sized.beyondMb()));
    long beyondUsedMb = Math.round(OPPORTUNISTIC_USED * sized.beyondMb());
    SpikePlan plan =
        new SpikePlan(sized.guaranteedMb, calmMb - sized.aboveMb(beyondUsedMb), totalMb);
    if (plan.guaranteedMb == 0 || plan.watermarkMb - beyondUsedMb < KEPT * availableMb) {
      throw new IllegalStateException(
          "Spikes need more memory than the " + availableMb + " MB that are available");
    }
    if (plan.startWatermark() > MAX_WATERMARK) {
      throw new IllegalStateException(
          processors + " processors are too few to use up " + availableMb + " MB within a second");
    }
    return plan;
  }

  /** Returns the plan that a cluster has been configured by. */
  static SpikePlan configured(long totalMb, int nodeMb, double watermark) {
    return new SpikePlan(nodeMb * 4L / 5, Math.round(watermark * totalMb), totalMb);
  }

  /** Returns the memory of the node: a fifth of it is left to opportunistic containers. */
  int nodeMb() {
    return (int) (guaranteedMb + withinMb());
  }

  private long withinMb() {
    return guaranteedMb / 4;
  }

  /** Returns about how much is given beyond the allocation, with a target of the whole node. */
  private long beyondMb() {
    return guaranteedMb / 2;
  }

  int guaranteedTaskMb() {
    return (int) (guaranteedMb / TASKS);
  }

  int opportunisticTaskMb() {
    return Math.max(1, guaranteedTaskMb() / 2 / UNIT_MB) * UNIT_MB;
  }

  /** Returns by how much available memory falls in a spike. */
  private long fallMb() {
    return Math.round((1 - IdleLoad.MEMORY_USED) * guaranteedMb);
  }

  /**
   * Returns how far available memory should be above the watermark before a spike, so that it falls
   * below by half of what the containers beyond the allocation use.
   */
  long aboveMb(long beyondUsedMb) {
    return fallMb() - beyondUsedMb / 2;
  }

  long watermarkMb() {
    return watermarkMb;
  }

  /** Returns the stop watermark, as a part of the machine's memory. */
  double stopWatermark() {
    return (double) watermarkMb / totalMb;
  }

  /**
   * Returns the start watermark: above the stop watermark by a sixth of the memory that a spike
   * takes.
   */
  double startWatermark() {
    return (watermarkMb + fallMb() / 6.0) / totalMb;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d guaranteed containers of %d MB, opportunistic ones of %d MB, node of %d MB;"
            + " stop watermark %d MB of %d MB",
        TASKS,
        guaranteedTaskMb(),
        opportunisticTaskMb(),
        nodeMb(),
        watermarkMb,
        totalMb);
  }
}
