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
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Estimates how the run times of similar tasks are distributed when some have ended and others
 * still run: the product-limit estimate (Kaplan and Meier), in which a task that has run for 20 s
 * says that it takes longer than that. A plain mean of those that ended is too short while the slow
 * ones still run.
 *
 * <p>What is left beyond the longest time counts as ending there. Immutable.
 */
public final class SurvivalEstimator {
  private final double[] times;

  /** The share of tasks that end at the time of the same index; together 1. */
  private final double[] shares;

  /** Whether tasks that have run longest still run, so that the longest time is no end. */
  private final boolean open;

  private SurvivalEstimator(double[] times, double[] shares, boolean open) {
    this.times = times;
    this.shares = shares;
    this.open = open;
  }

  /** Collects what ended and what still runs. Not thread-safe. */
  public static final class Builder {
    private final List<Observation> observations = new ArrayList<>();

    /** Tasks that took this long, in ms; 0 or more. */
    public Builder ended(double ms, double weight) {
      observations.add(new Observation(ms, weight, true));
      return this;
    }

    /** Tasks that have taken longer than this, in ms; 0 or more. */
    public Builder running(double ms, double weight) {
      observations.add(new Observation(ms, weight, false));
      return this;
    }

    /** The distribution; null if nothing at all was observed. */
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

  /** At equal times, those that end there are still at risk of those that run longer. */
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

  /** The expected run time, in ms. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < times.length; i++) {
      sum += times[i] * shares[i];
    }
    return sum;
  }

  /**
   * The time by which this share of tasks has ended, in ms: the middle between two where the share
   * is reached exactly.
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

  private static final double ROUNDING = 1e-9;

  private double next(int i) {
    for (int j = i + 1; j < times.length; j++) {
      if (shares[j] > ROUNDING) {
        return times[j];
      }
    }
    return times[i];
  }

  /**
   * The expected run time, in ms, of a task that has run for {@code elapsedMs} already. One that
   * has outrun all others is expected to need as long again as it is late.
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
   * The time, in ms, by which this share of those that outrun {@code elapsedMs} has ended; NaN if
   * none does, or if so many of them still run that it is not known.
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
   * The estimate, in ms, whose expected relative error is least: the median in which a task counts
   * the more the shorter it is.
   */
  public double leastRelativeError() {
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
