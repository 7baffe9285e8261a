// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import java.util.Arrays;

/**
 * Number of events over time, in at most 4,096 equal intervals of a second or more: if a run
 * outgrows them, neighbours are merged in pairs. Not thread-safe.
 */
public final class RateSeries {
  private static final int MAX_INTERVALS = 4_096;

  private final long[] counts = new long[MAX_INTERVALS];
  private long widthMs = 1_000;

  /**
   * Counts an event.
   *
   * @param atMs since the workload's start; 0 or more
   */
  void happened(long atMs) {
    while (atMs >= widthMs * MAX_INTERVALS) {
      for (int i = 0; i < MAX_INTERVALS; i++) {
        counts[i] = 2 * i < MAX_INTERVALS ? counts[2 * i] + counts[2 * i + 1] : 0;
      }
      widthMs *= 2;
    }
    counts[(int) (atMs / widthMs)]++;
  }

  /**
   * Returns the events per second in windows of equal length; a partial window at the end is left
   * out.
   *
   * @param fromMs start of the first window; rounded up to an interval
   * @param toMs latest end of the last window
   * @param minWindowMs minimum length of a window; rounded up to an interval
   */
  public double[] perSecond(long fromMs, long toMs, long minWindowMs) {
    int length = (int) Math.max(1, (minWindowMs + widthMs - 1) / widthMs);
    int first = (int) ((fromMs + widthMs - 1) / widthMs);
    int end = (int) Math.min(MAX_INTERVALS, toMs / widthMs);
    double[] windows = new double[Math.max(0, (end - first) / length)];
    for (int w = 0; w < windows.length; w++) {
      long sum = Arrays.stream(counts, first + w * length, first + (w + 1) * length).sum();
      windows[w] = sum * 1_000.0 / (length * widthMs);
    }
    return windows;
  }
}
