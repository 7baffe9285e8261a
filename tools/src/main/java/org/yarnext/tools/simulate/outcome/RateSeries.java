/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.outcome;

import java.util.Arrays;

/**
 * Number of events over time, in at most 4,096 equal intervals of a second or more: when a run
 * outgrows them, pairs become one. Not thread-safe.
 */
public final class RateSeries {
  private static final int MOST = 4_096;

  private final long[] counts = new long[MOST];
  private long widthMs = 1_000;

  /**
   * It happened.
   *
   * @param atMs since the workload's start; 0 or more
   */
  void happened(long atMs) {
    while (atMs >= widthMs * MOST) {
      for (int i = 0; i < MOST; i++) {
        counts[i] = 2 * i < MOST ? counts[2 * i] + counts[2 * i + 1] : 0;
      }
      widthMs *= 2;
    }
    counts[(int) (atMs / widthMs)]++;
  }

  /**
   * How often it happened each second, by windows of equal length; what is left over at the end is
   * not counted.
   *
   * @param fromMs where the first window begins; rounded up to an interval
   * @param toMs where the last one ends at the latest
   * @param leastWindowMs the least length of a window; rounded up to an interval
   */
  public double[] perSecond(long fromMs, long toMs, long leastWindowMs) {
    int length = (int) Math.max(1, (leastWindowMs + widthMs - 1) / widthMs);
    int first = (int) ((fromMs + widthMs - 1) / widthMs);
    int end = (int) Math.min(MOST, toMs / widthMs);
    double[] windows = new double[Math.max(0, (end - first) / length)];
    for (int w = 0; w < windows.length; w++) {
      long sum = Arrays.stream(counts, first + w * length, first + (w + 1) * length).sum();
      windows[w] = sum * 1_000.0 / (length * widthMs);
    }
    return windows;
  }
}
