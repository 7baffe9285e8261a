// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.Arrays;

/**
 * The peaks of memory and CPU that a container reached within a window. It covers the window and up
 * to one bucket more, since measurements are kept by bucket. Not thread-safe.
 */
public final class PeakUsageWindow {
  private static final int BUCKETS = 12;

  private final long bucketMs;
  private final long[] numbers = new long[BUCKETS];
  private final long[] memoryMb = new long[BUCKETS];
  private final long[] milliVcores = new long[BUCKETS];

  /**
   * Creates an empty window.
   *
   * @param windowMs its length in ms, above 0
   */
  public PeakUsageWindow(long windowMs) {
    // Rounded up, so that the buckets cover the window.
    bucketMs = (windowMs + BUCKETS - 2) / (BUCKETS - 1);
    Arrays.fill(numbers, Long.MIN_VALUE);
  }

  /**
   * Adds a measurement.
   *
   * @param nowMs its time, in ms
   */
  public void add(long usedMemoryMb, long usedMilliVcores, long nowMs) {
    long number = Math.floorDiv(nowMs, bucketMs);
    int i = (int) Math.floorMod(number, (long) BUCKETS);
    if (numbers[i] != number) {
      numbers[i] = number;
      memoryMb[i] = 0;
      milliVcores[i] = 0;
    }
    memoryMb[i] = Math.max(memoryMb[i], usedMemoryMb);
    milliVcores[i] = Math.max(milliVcores[i], usedMilliVcores);
  }

  /** Returns the highest memory in the window, in MB; 0 if nothing was added. */
  public long peakMemoryMb(long nowMs) {
    return peak(memoryMb, nowMs);
  }

  /** Returns the highest CPU in the window, in thousandths of a vcore; 0 if nothing was added. */
  public long peakMilliVcores(long nowMs) {
    return peak(milliVcores, nowMs);
  }

  private long peak(long[] values, long nowMs) {
    long oldest = Math.floorDiv(nowMs, bucketMs) - BUCKETS + 1;
    long peak = 0;
    for (int i = 0; i < BUCKETS; i++) {
      // A bucket of the future, after the clock was set back, counts too.
      if (numbers[i] >= oldest) {
        peak = Math.max(peak, values[i]);
      }
    }
    return peak;
  }
}
