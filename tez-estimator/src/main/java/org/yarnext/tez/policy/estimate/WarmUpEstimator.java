// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Estimates how much longer the first task of a container runs than later ones, because its classes
 * are loaded and compiled. The estimate is the median of the differences between all pairs of first
 * and later tasks of a vertex (Hodges and Lehmann), without the growth with input. Stateless.
 *
 * <p>The result is 0 unless there are enough tasks of both kinds and most pairs agree.
 */
public final class WarmUpEstimator {
  /** Minimum number of each kind. */
  static final int MIN_RUNS = 3;

  /** Share of all pairs in which the first task must be the longer one. */
  private static final double MIN_PAIR_SHARE = 0.75;

  private WarmUpEstimator() {}

  /**
   * Estimates the additional run time of first tasks.
   *
   * @param byVertex the successful runs of each vertex; any number
   * @return in ms, 0 or more
   */
  public static double extraMs(Collection<List<AttemptRun>> byVertex) {
    List<Double> differences = new ArrayList<>();
    int firsts = 0;
    int laters = 0;
    for (List<AttemptRun> runs : byVertex) {
      double slope = SizeTrendEstimator.msPerByte(runs);
      int before = differences.size();
      for (AttemptRun first : runs) {
        for (AttemptRun later : runs) {
          if (first.first() && !later.first()) {
            differences.add(rest(first, slope) - rest(later, slope));
          }
        }
      }
      if (differences.size() > before) {
        int first = (int) runs.stream().filter(AttemptRun::first).count();
        firsts += first;
        laters += runs.size() - first;
      }
    }
    if (firsts < MIN_RUNS || laters < MIN_RUNS) {
      return 0;
    }
    double longer = differences.stream().filter(ms -> ms > 0).count();
    return longer < MIN_PAIR_SHARE * differences.size()
        ? 0
        : new Median().evaluate(differences.stream().mapToDouble(ms -> ms).toArray());
  }

  private static double rest(AttemptRun run, double slope) {
    return run.hasBytes() ? run.ms() - slope * run.bytes() : run.ms();
  }

  /**
   * Converts a run time to the other kind of task, in ms: at least a tenth of it.
   *
   * @param wasFirst whether the run was a container's first
   * @param first whether the task is a container's first
   * @param extraMs 0 or more
   */
  static double moved(double ms, boolean wasFirst, boolean first, double extraMs) {
    if (wasFirst == first) {
      return ms;
    }
    return first ? ms + extraMs : Math.max(ms / 10, ms - extraMs);
  }
}
