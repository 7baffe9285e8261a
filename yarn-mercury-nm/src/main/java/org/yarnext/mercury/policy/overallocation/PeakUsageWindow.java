// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.Arrays;

/**
 * Predicts the memory and CPU that a container will reach again from its usage within a window. Two
 * values count: the peak of the window's last quarter, and the highest level reached in two parts
 * of the window that are not adjacent. So a single spike counts for a quarter of the window, and a
 * spike that lasts or returns counts as long as the window contains both parts. Not thread-safe.
 *
 * <p>Measurements are kept by part, so that up to one part more than the window counts.
 */
public final class PeakUsageWindow {
  private static final int PARTS = 12;

  /** Number of the latest parts whose peak counts; the last of them has just begun. */
  private static final int RECENT = 4;

  private final long partMs;
  private final long[] numbers = new long[PARTS];
  private final long[] memoryMb = new long[PARTS];
  private final long[] milliVcores = new long[PARTS];

  /** The part of the last call, and its first ms. */
  private long part;

  private long partFromMs;

  /**
   * Creates an empty window.
   *
   * @param windowMs its length in ms, above 0
   */
  public PeakUsageWindow(long windowMs) {
    // Rounded up, so that the parts cover the window.
    partMs = (windowMs + PARTS - 2) / (PARTS - 1);
    Arrays.fill(numbers, Long.MIN_VALUE);
  }

  /**
   * Adds a measurement.
   *
   * @param nowMs its time, in ms
   */
  public void add(long usedMemoryMb, long usedMilliVcores, long nowMs) {
    long number = part(nowMs);
    int i = (int) Math.floorMod(number, (long) PARTS);
    if (numbers[i] != number) {
      numbers[i] = number;
      memoryMb[i] = 0;
      milliVcores[i] = 0;
    }
    memoryMb[i] = Math.max(memoryMb[i], usedMemoryMb);
    milliVcores[i] = Math.max(milliVcores[i], usedMilliVcores);
  }

  /** Returns the memory that the container is expected to reach, in MB; 0 if nothing was added. */
  public long peakMemoryMb(long nowMs) {
    return peak(memoryMb, nowMs);
  }

  /** Returns the same for CPU, in thousandths of a vcore. */
  public long peakMilliVcores(long nowMs) {
    return peak(milliVcores, nowMs);
  }

  /**
   * Returns whether memory has been followed for the window, and has reached no new high in its
   * last half.
   */
  public boolean isMemorySteady(long nowMs) {
    long now = part(nowMs);
    long recentMb = 0;
    long earlierMb = 0;
    boolean isFollowed = false;
    for (int i = 0; i < PARTS; i++) {
      if (numbers[i] > now - PARTS / 2) {
        recentMb = Math.max(recentMb, memoryMb[i]);
      } else if (numbers[i] > now - PARTS) {
        earlierMb = Math.max(earlierMb, memoryMb[i]);
        isFollowed |= numbers[i] <= now - PARTS + 2;
      }
    }
    return isFollowed && recentMb <= earlierMb;
  }

  /** Returns the number of the part that a time belongs to; divides only if it is another one. */
  private long part(long nowMs) {
    if (nowMs < partFromMs || nowMs - partFromMs >= partMs) {
      part = Math.floorDiv(nowMs, partMs);
      partFromMs = part * partMs;
    }
    return part;
  }

  private long peak(long[] values, long nowMs) {
    long now = part(nowMs);
    long peak = 0;
    for (int i = 0; i < PARTS; i++) {
      // A part of the future, after the clock was set back, is recent, too.
      peak = numbers[i] > now - RECENT ? Math.max(peak, values[i]) : peak;
    }
    for (int i = 0; i < PARTS; i++) {
      for (int j = 0; j < i && values[i] > peak && numbers[i] > now - PARTS; j++) {
        boolean isAgain = numbers[j] > now - PARTS && Math.abs(numbers[i] - numbers[j]) > 1;
        peak = isAgain ? Math.max(peak, Math.min(values[i], values[j])) : peak;
      }
    }
    return peak;
  }
}
