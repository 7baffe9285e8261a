// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

/**
 * Estimated mean run time of a kind of container, with bounds: the mean of the containers that have
 * ended, and how far the true mean may be from it. The fewer have ended, and the more they differ,
 * the wider the bounds. Immutable.
 *
 * <p>The bounds are one standard error from the mean. An assumed deviation counts as much as two
 * containers, so that the run time of one container alone, or an assumed run time, may be wrong by
 * half.
 */
public final class RunTimeStatistics {
  /** Maximum number of recent containers that count. */
  static final int WINDOW = 32;

  /** Maximum number of containers that those of earlier jobs count as. */
  static final int MAX_EARLIER = 8;

  /** Number of a job's own containers from which on those of earlier jobs do not count. */
  static final int OWN_SUFFICE = 16;

  private static final double ASSUMED_DEVIATION = 0.5;
  private static final double ASSUMED_WEIGHT = 2;

  /** Origin of a run time; the text is an input of decisions. */
  public enum Origin {
    DECLARED("declared"),
    ENDED_TASKS("ended tasks"),
    EARLIER_JOBS("earlier jobs"),
    ASSUMED("assumed run time");

    private final String text;

    Origin(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private final Origin origin;
  private final double weight;
  private final double meanMs;

  /** Sum of the squared differences from the mean, in ms². */
  private final double squares;

  private RunTimeStatistics(Origin origin, double weight, double meanMs, double squares) {
    this.origin = origin;
    this.weight = weight;
    this.meanMs = meanMs;
    this.squares = squares;
  }

  /** Returns an exactly known run time in ms, such as one that was declared. */
  public static RunTimeStatistics declared(long runMs) {
    return new RunTimeStatistics(Origin.DECLARED, Double.POSITIVE_INFINITY, runMs, 0);
  }

  /**
   * Returns the statistics of containers that ended.
   *
   * @param ranMs their run times in ms; 0 or more each
   * @return null if there are none
   */
  public static RunTimeStatistics of(double... ranMs) {
    RunTimeStatistics all = null;
    for (double ms : ranMs) {
      RunTimeStatistics one = new RunTimeStatistics(Origin.ENDED_TASKS, 1, ms, 0);
      all = all == null ? one : all.with(one);
    }
    return all;
  }

  /**
   * Combines the sources of run times of a kind of container. The job's own containers that ended
   * count most. Those of earlier jobs count as up to eight containers, and less the more of its own
   * have ended. An assumed run time counts only if nothing else is known.
   *
   * @param own null if none has ended
   * @param earlier null if there was none
   * @param assumedMs in ms; 0 if none is
   * @return null if nothing is known
   */
  public static RunTimeStatistics combined(
      RunTimeStatistics own, RunTimeStatistics earlier, long assumedMs) {
    if (own == null && earlier == null) {
      return assumedMs > 0 ? new RunTimeStatistics(Origin.ASSUMED, 1, assumedMs, 0) : null;
    }
    if (own == null) {
      return earlier.atMost(MAX_EARLIER, Origin.EARLIER_JOBS);
    }
    double share = MAX_EARLIER * (1 - own.weight / OWN_SUFFICE);
    return earlier == null || share <= 0
        ? own
        : own.with(earlier.atMost(share, Origin.EARLIER_JOBS));
  }

  /**
   * Returns the statistics with one more container, of which the last {@link #WINDOW} count most.
   *
   * @param ranMs its run time in ms; 0 or more
   */
  RunTimeStatistics after(long ranMs) {
    return atMost(WINDOW - 1, origin).with(of(ranMs));
  }

  private RunTimeStatistics atMost(double maxWeight, Origin newOrigin) {
    double lower = Math.min(weight, maxWeight);
    return new RunTimeStatistics(newOrigin, lower, meanMs, squares * (lower / weight));
  }

  private RunTimeStatistics with(RunTimeStatistics other) {
    double both = weight + other.weight;
    double apart = other.meanMs - meanMs;
    return new RunTimeStatistics(
        origin,
        both,
        meanMs + apart * (other.weight / both),
        squares + other.squares + apart * apart * (weight * other.weight / both));
  }

  private double errorMs() {
    double assumed = ASSUMED_DEVIATION * meanMs;
    double variance =
        (ASSUMED_WEIGHT * assumed * assumed + squares) / (ASSUMED_WEIGHT + Math.max(1, weight) - 1);
    return Math.sqrt(variance / weight);
  }

  public Origin origin() {
    return origin;
  }

  /** Returns the mean run time in ms; 0 or more. */
  public long meanMs() {
    return Math.round(meanMs);
  }

  /** Returns the run time in ms that the true mean hardly falls below; 0 or more. */
  public long minMs() {
    return Math.round(Math.max(0, meanMs - errorMs()));
  }

  /** Returns the run time in ms that the true mean hardly exceeds; the mean or more. */
  public long maxMs() {
    return Math.round(meanMs + errorMs());
  }

  @Override
  public String toString() {
    return meanMs() + " ms (" + minMs() + " to " + maxMs() + ") by " + origin;
  }
}
