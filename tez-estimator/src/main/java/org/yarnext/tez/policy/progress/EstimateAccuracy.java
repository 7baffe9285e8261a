// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/** Accuracy of estimates: the last {@value #MAX_ERRORS} relative errors. Not thread-safe. */
public final class EstimateAccuracy {
  static final int MAX_ERRORS = 1024;

  private final Deque<Double> errors = new ArrayDeque<>();

  /**
   * Adds an estimate and the true value.
   *
   * @param truthMs the error is relative to it; an attempt of less than 1 ms counts as 1 ms
   */
  public void add(double estimatedMs, double truthMs) {
    errors.addLast(Math.abs(estimatedMs - truthMs) / Math.max(1, truthMs));
    if (errors.size() > MAX_ERRORS) {
      errors.removeFirst();
    }
  }

  /** Returns the number of errors that count. */
  public int count() {
    return errors.size();
  }

  /**
   * Returns the error that this share of the estimates does not exceed.
   *
   * @param percent above 0, to 100
   * @return 0.1 for 10 %; NaN without estimates
   */
  public double percentile(double percent) {
    return new Percentile()
        .evaluate(errors.stream().mapToDouble(Double::doubleValue).toArray(), percent);
  }
}
