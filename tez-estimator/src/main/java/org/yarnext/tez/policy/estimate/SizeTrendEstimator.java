// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Estimates the additional run time of a task per byte of input: the median of the slopes between
 * all pairs of runs (Theil and Sen), which up to three stragglers in ten hardly change. Stateless.
 *
 * <p>The result is 0 unless there are enough runs of different sizes and the trend explains a good
 * part of their differences: scaling by a random trend would be worse than none.
 */
public final class SizeTrendEstimator {
  /** Minimum number of runs with a known input. */
  static final int MIN_RUNS = 6;

  /** Minimum ratio of the largest to the smallest input. */
  private static final double MIN_SPREAD = 1.2;

  /** Maximum part of the runs' own deviation that may remain around the trend. */
  private static final double MAX_DEVIATION_SHARE = 0.7;

  private SizeTrendEstimator() {}

  /**
   * Estimates the trend.
   *
   * @param runs any number; those without a known input are ignored
   * @return ms for each byte, 0 or more
   */
  public static double msPerByte(List<AttemptRun> runs) {
    List<AttemptRun> sized =
        runs.stream().filter(AttemptRun::hasBytes).collect(Collectors.toList());
    if (sized.size() < MIN_RUNS || !spread(sized)) {
      return 0;
    }
    double[] slopes = new double[sized.size() * (sized.size() - 1) / 2];
    int pairs = 0;
    for (int i = 0; i < sized.size(); i++) {
      for (int j = 0; j < i; j++) {
        long apart = sized.get(i).bytes() - sized.get(j).bytes();
        if (apart != 0) {
          slopes[pairs++] = (sized.get(i).ms() - sized.get(j).ms()) / apart;
        }
      }
    }
    double slope = new Median().evaluate(slopes, 0, pairs);
    return slope > 0 && deviation(sized, slope) <= MAX_DEVIATION_SHARE * deviation(sized, 0)
        ? slope
        : 0;
  }

  private static boolean spread(List<AttemptRun> sized) {
    long min = sized.stream().mapToLong(AttemptRun::bytes).min().getAsLong();
    long max = sized.stream().mapToLong(AttemptRun::bytes).max().getAsLong();
    return max > 0 && max >= MIN_SPREAD * min;
  }

  /** Returns the median distance from the median after the trend is removed. */
  private static double deviation(List<AttemptRun> sized, double slope) {
    double[] rest = sized.stream().mapToDouble(run -> run.ms() - slope * run.bytes()).toArray();
    double middle = new Median().evaluate(rest);
    for (int i = 0; i < rest.length; i++) {
      rest[i] = Math.abs(rest[i] - middle);
    }
    return new Median().evaluate(rest);
  }

  /**
   * Converts a run time to another input, in ms: at least a tenth of it, since a trend is not
   * trusted further.
   *
   * @param msPerByte the trend, 0 or more
   * @param bytes the other input; {@link AttemptRun#UNKNOWN} leaves the run time unchanged
   */
  static double moved(AttemptRun run, double msPerByte, long bytes) {
    if (bytes < 0 || !run.hasBytes()) {
      return run.ms();
    }
    return Math.max(run.ms() / 10, run.ms() + msPerByte * (bytes - run.bytes()));
  }
}
