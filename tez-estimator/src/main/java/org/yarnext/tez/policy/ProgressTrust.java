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
package org.yarnext.tez.policy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Decides what the progress of an attempt is worth: by how much those of its vertex that ended had
 * run longer than it said, and how much that varied, for each tenth of progress. Starting, sorting
 * and writing are no part of most tasks' progress, so that it is off, but off alike. Before that is
 * learnt, what follows the input is allowed for, the more the less of the input is left: at first
 * the start, which is behind, makes up for it. Bounded. Not thread-safe.
 */
public final class ProgressTrust {
  private static final int WINDOW = 64;
  private static final int FEWEST = 3;

  /** Of a normal distribution, the standard deviation over the median distance. */
  static final double SIGMA_OF_MEDIAN_DISTANCE = 1.4826;

  /** Until it is learnt: e^0.6, nearly twice, at the beginning, and e^0.15 at the end. */
  private static final double UNKNOWN_AT_FIRST = 0.6;

  static final double UNKNOWN_AT_LAST = 0.15;

  /** No progress is trusted to better than 3 %. */
  private static final double LEAST_SPREAD = 0.03;

  private final List<Deque<Double>> errors = new ArrayList<>();

  public ProgressTrust() {
    for (int i = 0; i < ProgressReports.TENTHS; i++) {
      errors.add(new ArrayDeque<>());
    }
  }

  /** An attempt ended well. */
  public void learn(ProgressReports reports, double ranMs) {
    if (!(ranMs > 0)) {
      return;
    }
    for (int tenth = 0; tenth < ProgressReports.TENTHS; tenth++) {
      if (reports.saidMs(tenth) > 0) {
        Deque<Double> window = errors.get(tenth);
        window.addLast(Math.log(ranMs / reports.saidMs(tenth)));
        if (window.size() > WINDOW) {
          window.removeFirst();
        }
      }
    }
  }

  /** The logarithm of the factor to correct by. */
  double correction(double progress) {
    Deque<Double> window = errors.get(ProgressReports.tenth(progress));
    return window.size() < FEWEST ? UNKNOWN_AT_LAST * progress : median(window);
  }

  /** How much the corrected logarithm varies. */
  double spread(double progress) {
    Deque<Double> window = errors.get(ProgressReports.tenth(progress));
    if (window.size() < FEWEST) {
      return UNKNOWN_AT_LAST + (UNKNOWN_AT_FIRST - UNKNOWN_AT_LAST) * (1 - progress);
    }
    double middle = median(window);
    List<Double> distances = new ArrayList<>();
    window.forEach(error -> distances.add(Math.abs(error - middle)));
    return Math.max(LEAST_SPREAD, SIGMA_OF_MEDIAN_DISTANCE * median(distances));
  }

  private static double median(Iterable<Double> values) {
    List<Double> all = new ArrayList<>();
    values.forEach(all::add);
    return new Median().evaluate(all.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
