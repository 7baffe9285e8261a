// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import java.util.Locale;

/**
 * Sizes of the spikes experiment for this machine: its node, its containers, and the watermark of
 * available memory before each spike. The guaranteed containers cross the watermark when they grow;
 * it is far above the memory that the machine itself needs. Memory is in MB. Immutable.
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
  private final long totalMb;

  private SpikePlan(long guaranteedMb, long totalMb) {
    this.guaranteedMb = guaranteedMb;
    this.totalMb = totalMb;
  }

  /**
   * Creates a plan.
   *
   * @param totalMb memory of this machine
   * @param availableMb available memory before the cluster starts
   * @throws IllegalStateException if that is too little, or too much for the processors
   */
  static SpikePlan of(long totalMb, long availableMb, int processors) {
    long boundMb = Math.min(processors * MB_PER_PROCESSOR, (availableMb - RESERVE_MB) / 4);
    SpikePlan plan = new SpikePlan(boundMb / GRAIN_MB * GRAIN_MB, totalMb);
    long usedMb = Math.round(OPPORTUNISTIC_USED * (plan.withinMb() + plan.beyondMb()));
    long lowestMb = availableMb - RESERVE_MB - plan.guaranteedMb - usedMb;
    if (plan.guaranteedMb <= 0 || lowestMb < KEPT * availableMb) {
      throw new IllegalStateException(
          "Spikes need more memory than the " + availableMb + " MB that are available");
    }
    long highestMb = availableMb - plan.guaranteedMb;
    if (plan.startWatermark(highestMb) > MAX_WATERMARK) {
      throw new IllegalStateException(
          processors + " processors are too few to use up " + availableMb + " MB within a second");
    }
    return plan;
  }

  /** Returns the plan that a cluster has been configured by. */
  static SpikePlan configured(long totalMb, int nodeMb) {
    return new SpikePlan(nodeMb * 4L / 5, totalMb);
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

  /** Returns half the number of containers that are expected to run beyond the allocation. */
  int minBeyond() {
    return (int) Math.max(1, beyondMb() / opportunisticTaskMb() / 2);
  }

  /** Returns by how much available memory falls in a spike. */
  private long fallMb() {
    return Math.round((1 - IdleLoad.MEMORY_USED) * guaranteedMb);
  }

  /**
   * Returns the stop watermark for the next spike. Without a stop, available memory would fall
   * below it by half of what the containers beyond the allocation use.
   *
   * @param availableMb available memory now, after it has settled
   * @param beyondUsedMb what the containers beyond the allocation use now
   */
  long watermarkMb(long availableMb, long beyondUsedMb) {
    return availableMb - fallMb() + beyondUsedMb / 2;
  }

  /**
   * Returns whether a spike that starts now leaves the machine enough memory even if nothing is
   * stopped.
   */
  boolean isSafe(long availableMb) {
    return availableMb - fallMb() >= RESERVE_MB;
  }

  /** Returns a stop watermark as a part of the machine's memory. */
  double stopWatermark(long watermarkMb) {
    return (double) watermarkMb / totalMb;
  }

  /**
   * Returns the start watermark: above the stop watermark by a sixth of the memory that a spike
   * takes.
   */
  double startWatermark(long watermarkMb) {
    return (watermarkMb + fallMb() / 6.0) / totalMb;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d guaranteed containers of %d MB, opportunistic ones of %d MB, node of %d MB",
        TASKS,
        guaranteedTaskMb(),
        opportunisticTaskMb(),
        nodeMb());
  }
}
