// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

/**
 * Time series of a level that changes in steps, such as the memory in use: its averages in at most
 * 512 equal intervals. If a run outgrows them, neighbours are merged in pairs. Not thread-safe.
 */
public final class LevelSeries {
  private static final int MAX = 512;

  private final double[] areas = new double[MAX];
  private long widthMs = 1_000;
  private long lastMs;
  private double level;

  /**
   * Changes the level.
   *
   * @param atMs since the workload's start; not before the last change
   */
  public void set(long atMs, double newLevel) {
    fill(atMs);
    level = newLevel;
  }

  private void fill(long untilMs) {
    while (untilMs > widthMs * MAX) {
      halve();
    }
    while (lastMs < untilMs) {
      int interval = (int) (lastMs / widthMs);
      long until = Math.min(untilMs, (interval + 1) * widthMs);
      areas[interval] += level * (until - lastMs);
      lastMs = until;
    }
  }

  private void halve() {
    for (int i = 0; i < MAX; i++) {
      double pair = 2 * i < MAX ? areas[2 * i] + areas[2 * i + 1] : 0;
      areas[i] = pair;
    }
    widthMs *= 2;
  }

  /** Returns the length of an interval, in ms. */
  public long widthMs() {
    return widthMs;
  }

  /**
   * Returns the average of each interval up to the last change; the last interval may be shorter.
   */
  public double[] averages() {
    int count = (int) ((lastMs + widthMs - 1) / widthMs);
    double[] averages = new double[count];
    for (int i = 0; i < count; i++) {
      averages[i] = areas[i] / (Math.min(lastMs, (i + 1) * widthMs) - i * widthMs);
    }
    return averages;
  }

  /** Returns the average from the start to the last change; 0 if there was none. */
  public double average() {
    double area = 0;
    for (double a : areas) {
      area += a;
    }
    return lastMs == 0 ? 0 : area / lastMs;
  }
}
