// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

/**
 * Run time of one task attempt so far or until its end, with its input size. Immutable.
 *
 * <p>A run may represent several equal ones; their number is its weight.
 */
public final class AttemptRun {
  /** Input of a task whose input is unknown. */
  public static final long UNKNOWN = -1;

  private final double ms;
  private final long bytes;
  private final double weight;
  private final boolean first;

  /**
   * Creates a run of a task that was not the first of its container, or of which that is unknown.
   */
  public AttemptRun(double ms, long bytes, double weight) {
    this(ms, bytes, weight, false);
  }

  /**
   * Creates a run.
   *
   * @param ms 0 or more
   * @param bytes its input, or {@link #UNKNOWN}; anything negative is unknown
   * @param weight above 0
   * @param first whether it was the first of its container, see {@link WarmUpEstimator}
   * @throws IllegalArgumentException if time or weight is outside, or not a number
   */
  public AttemptRun(double ms, long bytes, double weight, boolean first) {
    if (!(ms >= 0) || Double.isInfinite(ms) || !(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("ms=" + ms + ", weight=" + weight);
    }
    this.ms = ms;
    this.bytes = bytes < 0 ? UNKNOWN : bytes;
    this.weight = weight;
    this.first = first;
  }

  /** Returns the run time in ms; 0 or more. */
  public double ms() {
    return ms;
  }

  /** Returns the input in bytes; {@link #UNKNOWN} if unknown. */
  public long bytes() {
    return bytes;
  }

  /** Returns the number of runs that it represents; above 0. */
  public double weight() {
    return weight;
  }

  /** Returns whether its input is known. */
  public boolean hasBytes() {
    return bytes >= 0;
  }

  /** Returns whether it was the first of its container. */
  public boolean first() {
    return first;
  }

  AttemptRun withWeight(double newWeight) {
    return new AttemptRun(ms, bytes, newWeight, first);
  }
}
