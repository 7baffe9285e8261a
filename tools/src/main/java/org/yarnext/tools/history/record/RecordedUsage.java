// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

/**
 * Allocated and used memory and CPU of tasks, from their histories, summed over their run times.
 * Immutable.
 */
public final class RecordedUsage {
  /** Usage of no task. */
  public static final RecordedUsage NONE = new RecordedUsage(0, 0, 0, 0);

  private static final long BYTES_PER_MB = 1L << 20;

  private final double usedMbMs;
  private final double givenMbMs;
  private final double usedCpuMs;
  private final double givenCpuMs;

  private RecordedUsage(double usedMbMs, double givenMbMs, double usedCpuMs, double givenCpuMs) {
    this.usedMbMs = usedMbMs;
    this.givenMbMs = givenMbMs;
    this.usedCpuMs = usedCpuMs;
    this.givenCpuMs = givenCpuMs;
  }

  /**
   * Returns the usage of one task, limited to its allocation.
   *
   * @param memoryMb allocated memory
   * @param runMs time for which it had its container, waits included
   * @param usedBytes memory that it used at its end; 0 or less if unknown
   * @param cpuMs CPU time that it used; 0 or less if unknown
   * @return {@link #NONE} if either is unknown
   */
  public static RecordedUsage of(
      long memoryMb, int vcores, long runMs, long usedBytes, long cpuMs) {
    if (usedBytes <= 0 || cpuMs <= 0 || runMs <= 0) {
      return NONE;
    }
    double usedMb = Math.min(memoryMb, (double) usedBytes / BYTES_PER_MB);
    double givenCpuMs = (double) vcores * runMs;
    return new RecordedUsage(
        usedMb * runMs, (double) memoryMb * runMs, Math.min(givenCpuMs, cpuMs), givenCpuMs);
  }

  /** Returns the usage of both. */
  public RecordedUsage plus(RecordedUsage other) {
    return new RecordedUsage(
        usedMbMs + other.usedMbMs,
        givenMbMs + other.givenMbMs,
        usedCpuMs + other.usedCpuMs,
        givenCpuMs + other.givenCpuMs);
  }

  /** Returns the mean used part of the allocated memory, 0 to 1; NaN without a task. */
  public double memoryUse() {
    return usedMbMs / givenMbMs;
  }

  /** Returns the mean used part of the allocated vcores, 0 to 1; NaN without a task. */
  public double cpuUse() {
    return usedCpuMs / givenCpuMs;
  }

  /** Returns the allocated memory times the run time, in MB ms. */
  public double memoryWork() {
    return givenMbMs;
  }
}
