// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

/**
 * Tolerance for declared run times: the difference from the measured run time that is still right,
 * and the numbers of wrong declarations at which trust is lost and regained. Immutable.
 */
public final class EstimateTolerance {
  private final double factor;
  private final long slackMs;
  private final int window;
  private final int judgeAt;
  private final int pardonAt;

  /**
   * Creates a tolerance.
   *
   * @param factor ratio between declared and measured run time that is still right; 1 or more
   * @param slackMs a difference that is right regardless of the factor, in ms: start-up takes its
   *     time
   * @param window number of recent containers that count
   * @param judgeAt number of wrong ones at which trust is lost
   * @param pardonAt number of wrong ones at which trust is regained; below {@code judgeAt}
   * @throws IllegalArgumentException if these contradict each other
   */
  public EstimateTolerance(double factor, long slackMs, int window, int judgeAt, int pardonAt) {
    if (!(factor >= 1) || slackMs < 0) {
      throw new IllegalArgumentException("factor " + factor + " below 1 or slack below 0");
    }
    if (pardonAt < 0 || pardonAt >= judgeAt || judgeAt > window) {
      throw new IllegalArgumentException(
          "0 <= pardonAt "
              + pardonAt
              + " < judgeAt "
              + judgeAt
              + " <= window "
              + window
              + " does not hold");
    }
    this.factor = factor;
    this.slackMs = slackMs;
    this.window = window;
    this.judgeAt = judgeAt;
    this.pardonAt = pardonAt;
  }

  /** Returns whether a declared run time is too far from a measured one, both in ms. */
  public boolean wrong(long declaredMs, long measuredMs) {
    boolean close = Math.abs(measuredMs - declaredMs) <= slackMs;
    return !close && (measuredMs > declaredMs * factor || measuredMs * factor < declaredMs);
  }

  int window() {
    return window;
  }

  int judgeAt() {
    return judgeAt;
  }

  int pardonAt() {
    return pardonAt;
  }
}
