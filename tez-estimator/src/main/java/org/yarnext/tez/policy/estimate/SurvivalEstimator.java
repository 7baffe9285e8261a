// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Estimates the distribution of similar tasks' run times while some of them still run, by the
 * product-limit estimate (Kaplan and Meier). A task that has run for 20 s shows that run times
 * above 20 s occur. A mean of only the ended tasks would be too short while the slow ones still
 * run.
 *
 * <p>Tasks beyond the longest time count as ending at that time. Immutable.
 */
public final class SurvivalEstimator {
  /** Error of sums of shares that is ignored. */
  private static final double ROUNDING = 1e-9;

  private final double[] times;

  /** Share of tasks that end at the time of the same index; the sum is 1. */
  private final double[] shares;

  /** True if the tasks that have run longest still run, so that the longest time is no end. */
  private final boolean open;

  private SurvivalEstimator(double[] times, double[] shares, boolean open) {
    this.times = times;
    this.shares = shares;
    this.open = open;
  }

  /** Collects ended and running tasks. Not thread-safe. */
  public static final class Builder {
    private final List<Observation> observations = new ArrayList<>();

    /** Adds tasks that took this long, in ms; 0 or more. */
    public Builder ended(double ms, double weight) {
      observations.add(new Observation(ms, weight, true));
      return this;
    }

    /** Adds tasks that have run longer than this, in ms; 0 or more. */
    public Builder running(double ms, double weight) {
      observations.add(new Observation(ms, weight, false));
      return this;
    }

    /** Returns the distribution; null without observations. */
    public SurvivalEstimator build() {
      return observations.isEmpty() ? null : estimate(observations);
    }
  }

  private static final class Observation {
    final double ms;
    final double weight;
    final boolean ended;

    Observation(double ms, double weight, boolean ended) {
      if (!(ms >= 0) || !(weight > 0)) {
        throw new IllegalArgumentException("ms=" + ms + ", weight=" + weight);
      }
      this.ms = ms;
      this.weight = weight;
      this.ended = ended;
    }
  }

  /**
   * Estimates the shares. At equal times, tasks that end are still at risk of running longer than
   * the others.
   */
  private static SurvivalEstimator estimate(List<Observation> observations) {
    List<Observation> sorted = new ArrayList<>(observations);
    Collections.sort(
        sorted,
        Comparator.<Observation>comparingDouble(o -> o.ms).thenComparing(o -> o.ended ? 0 : 1));
    double atRisk = 0;
    for (Observation o : sorted) {
      atRisk += o.weight;
    }
    double[] times = new double[sorted.size()];
    double[] shares = new double[sorted.size()];
    double left = 1;
    for (int i = 0; i < times.length; i++) {
      Observation o = sorted.get(i);
      times[i] = o.ms;
      if (i == times.length - 1) {
        shares[i] = left;
      } else if (o.ended) {
        shares[i] = left * Math.min(1, o.weight / atRisk);
        left -= shares[i];
      }
      atRisk -= o.weight;
    }
    return new SurvivalEstimator(times, shares, !sorted.get(times.length - 1).ended);
  }

  /** Returns the expected run time, in ms. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < times.length; i++) {
      sum += times[i] * shares[i];
    }
    return sum;
  }

  /**
   * Returns the time by which this share of tasks has ended, in ms: the middle between two times if
   * the share is reached exactly.
   *
   * @param share 0 to 1
   */
  public double quantile(double share) {
    double ended = 0;
    for (int i = 0; i < times.length; i++) {
      ended += shares[i];
      if (ended > share + ROUNDING) {
        return times[i];
      }
      if (ended >= share - ROUNDING && shares[i] > 0) {
        return (times[i] + next(i)) / 2;
      }
    }
    return times[times.length - 1];
  }

  private double next(int i) {
    for (int j = i + 1; j < times.length; j++) {
      if (shares[j] > ROUNDING) {
        return times[j];
      }
    }
    return times[i];
  }

  /**
   * Returns the expected run time, in ms, of a task that has run for {@code elapsedMs} already. A
   * task that has run longer than all others is expected to need as long again as it is late.
   */
  public double meanBeyond(double elapsedMs) {
    double sum = 0;
    double left = 0;
    for (int i = 0; i < times.length; i++) {
      if (times[i] > elapsedMs) {
        sum += times[i] * shares[i];
        left += shares[i];
      }
    }
    return left > ROUNDING ? sum / left : 2 * elapsedMs - Math.min(elapsedMs, quantile(0.5));
  }

  /**
   * Returns the time, in ms, by which this share of the tasks that run longer than {@code
   * elapsedMs} has ended; NaN if none does, or if too many of them still run.
   *
   * @param share 0 to 1
   */
  public double quantileBeyond(double elapsedMs, double share) {
    double left = 0;
    for (int i = 0; i < times.length; i++) {
      left += times[i] > elapsedMs ? shares[i] : 0;
    }
    double ended = 0;
    for (int i = 0; i < times.length && left > ROUNDING; i++) {
      if (times[i] > elapsedMs && shares[i] > 0) {
        ended += shares[i];
        if (ended >= share * left - ROUNDING) {
          return i == times.length - 1 && open ? Double.NaN : times[i];
        }
      }
    }
    return Double.NaN;
  }

  /**
   * Returns the estimate, in ms, with the least expected relative error: the median in which
   * shorter tasks weigh more.
   */
  public double minRelativeError() {
    double all = 0;
    for (int i = 0; i < times.length; i++) {
      all += shares[i] / Math.max(1, times[i]);
    }
    double sum = 0;
    for (int i = 0; i < times.length; i++) {
      sum += shares[i] / Math.max(1, times[i]);
      if (sum >= all / 2) {
        return times[i];
      }
    }
    return times[times.length - 1];
  }
}
