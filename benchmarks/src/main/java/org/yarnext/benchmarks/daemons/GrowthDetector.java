// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.util.List;

/**
 * Detects a quantity that grows throughout a run, as a leak does. A cache or a pool grows only
 * until it is full.
 */
final class GrowthDetector {
  /** Number of parts of a run, the first of which is the warm-up. */
  private static final int PARTS = 4;

  /** Minimum number of samples that a run needs. */
  static final int MIN_SAMPLES = 2 * PARTS;

  private GrowthDetector() {}

  /** Returns the mean of the first part after the warm-up. */
  static double early(List<Double> samples) {
    return mean(samples, 1);
  }

  /** Returns the mean of the last part. */
  static double late(List<Double> samples) {
    return mean(samples, PARTS - 1);
  }

  /**
   * Returns whether each part of the run after the warm-up has a larger mean than the one before;
   * false for fewer samples than {@link #MIN_SAMPLES}.
   *
   * @param samples the quantity at equal intervals
   * @param relative growth from one part to the next that does not count, as a share of the mean
   * @param absolute growth that does not count in addition
   */
  static boolean grows(List<Double> samples, double relative, double absolute) {
    if (samples.size() < MIN_SAMPLES) {
      return false;
    }
    boolean grows = true;
    for (int part = 2; part < PARTS; part++) {
      grows &= mean(samples, part) > mean(samples, part - 1) * (1 + relative) + absolute;
    }
    return grows;
  }

  private static double mean(List<Double> samples, int part) {
    int from = samples.size() * part / PARTS;
    int to = Math.max(from + 1, samples.size() * (part + 1) / PARTS);
    return samples.subList(from, to).stream().mapToDouble(each -> each).average().orElse(0);
  }
}
