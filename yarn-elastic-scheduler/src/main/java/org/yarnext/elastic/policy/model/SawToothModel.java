// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import java.util.Objects;

/**
 * Model of a task whose run time grows with the data that it spills: T(m) = T + spilledBytes(m) /
 * diskRate (YARN-ME, section 2.3). Immutable.
 *
 * <p>Where the framework writes something to disk regardless of the memory, T contains that
 * already, and only what is spilled beyond it costs time.
 */
public final class SawToothModel implements ElasticityModel {
  /** Disk rate of a task that spilling does not slow down. */
  public static final double UNLIMITED = Double.POSITIVE_INFINITY;

  private final SpillModel spills;
  private final double idealMs;
  private final double spillMbPerSecond;
  private final double unavoidableMb;

  /**
   * Creates a model.
   *
   * @param spills not null
   * @param idealMs run time of a well-sized task; above 0 and finite
   * @param spillMbPerSecond the paper's diskRate: MB spilled for each second of extra run time;
   *     above 0, {@link #UNLIMITED} if spilling costs no time
   * @throws IllegalArgumentException naming the first value that is out of its range
   */
  public SawToothModel(SpillModel spills, double idealMs, double spillMbPerSecond) {
    ModelParameterValidator.positive("the ideal run time", idealMs);
    ModelParameterValidator.that(
        spillMbPerSecond > 0, "the disk rate", spillMbPerSecond, "above 0 MB/s");
    this.spills = Objects.requireNonNull(spills, "spills");
    this.idealMs = idealMs;
    this.spillMbPerSecond = spillMbPerSecond;
    this.unavoidableMb = spills.spilledMb(spills.idealMemoryMb());
  }

  @Override
  public long idealMemoryMb() {
    return spills.idealMemoryMb();
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return runTimeMs(spills.spilledMb(memoryMb));
  }

  private double runTimeMs(double spilledMb) {
    if (Double.isInfinite(spilledMb)) {
      return spilledMb;
    }
    return idealMs + Math.max(0, spilledMb - unavoidableMb) * 1000 / spillMbPerSecond;
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    double spilledMb = spills.spilledMb(memoryMb);
    return Double.isInfinite(spilledMb) ? 0 : 2 * spilledMb * 1000 / runTimeMs(spilledMb);
  }

  @Override
  public int tooth(long memoryMb) {
    return spills.fills(memoryMb);
  }

  /** Returns the amount spilled by memory; never null. */
  public SpillModel spills() {
    return spills;
  }

  /** Returns the run time of a well-sized task in ms; above 0. */
  public double idealMs() {
    return idealMs;
  }

  /**
   * Returns the MB spilled for each second of extra run time; above 0, may be {@link #UNLIMITED}.
   */
  public double spillMbPerSecond() {
    return spillMbPerSecond;
  }

  @Override
  public String toString() {
    return spills + ", " + idealMs + " ms, spilling at " + spillMbPerSecond + " MB/s";
  }
}
