// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

/**
 * The memory, in MB, and CPU, in thousandths of a vcore, that one container uses: its last
 * measurement and the peak of a window. Immutable.
 */
public final class MeasuredUsage {
  private final long memoryMb;
  private final long milliVcores;
  private final long peakMemoryMb;
  private final long peakMilliVcores;
  private final long measuredAtMs;
  private final boolean isMemorySteady;

  /**
   * Creates a measurement of a container that may grow.
   *
   * @param peakMemoryMb raised to {@code memoryMb} if lower
   * @param peakMilliVcores raised to {@code milliVcores} if lower
   * @param measuredAtMs time of the last measurement, in ms of the node's clock
   */
  public MeasuredUsage(
      long memoryMb, long milliVcores, long peakMemoryMb, long peakMilliVcores, long measuredAtMs) {
    this(memoryMb, milliVcores, peakMemoryMb, peakMilliVcores, measuredAtMs, false);
  }

  private MeasuredUsage(
      long memoryMb,
      long milliVcores,
      long peakMemoryMb,
      long peakMilliVcores,
      long measuredAtMs,
      boolean isMemorySteady) {
    this.memoryMb = memoryMb;
    this.milliVcores = milliVcores;
    this.peakMemoryMb = Math.max(memoryMb, peakMemoryMb);
    this.peakMilliVcores = Math.max(milliVcores, peakMilliVcores);
    this.measuredAtMs = measuredAtMs;
    this.isMemorySteady = isMemorySteady;
  }

  /** Returns a copy that tells whether memory has reached no new high for long. */
  public MeasuredUsage steady(boolean isSteady) {
    return new MeasuredUsage(
        memoryMb, milliVcores, peakMemoryMb, peakMilliVcores, measuredAtMs, isSteady);
  }

  /** Returns whether memory has reached no new high for long; see {@link PeakUsageWindow}. */
  public boolean isMemorySteady() {
    return isMemorySteady;
  }

  /** Returns the memory at the last measurement, in MB. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the CPU at the last measurement, in thousandths of a vcore. */
  public long milliVcores() {
    return milliVcores;
  }

  /** Returns the peak memory of the window, in MB. */
  public long peakMemoryMb() {
    return peakMemoryMb;
  }

  /** Returns the peak CPU of the window, in thousandths of a vcore. */
  public long peakMilliVcores() {
    return peakMilliVcores;
  }

  /** Returns the time of the last measurement, in ms of the node's clock. */
  public long measuredAtMs() {
    return measuredAtMs;
  }

  /** Returns whether the measurement is possible, and young enough to count. */
  boolean isUsable(OverallocationSettings settings, long nowMs) {
    return memoryMb >= 0 && milliVcores >= 0 && settings.isFresh(measuredAtMs, nowMs);
  }
}
