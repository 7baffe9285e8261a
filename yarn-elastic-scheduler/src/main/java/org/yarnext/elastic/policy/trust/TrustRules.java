// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

/** Rules for when a profile is distrusted and for how long. Immutable. */
public final class TrustRules {
  /** Maximum number of run times examined. */
  public static final int LARGEST_WINDOW = 60;

  /**
   * Time that a container lasts beside its task, in ms: its master must fetch it, its node localise
   * and launch it, and report its end.
   */
  private static final long BESIDE_TASK_MS = 10_000;

  private final long distrustMs;
  private final double tolerance;
  private final int window;

  /**
   * Creates rules.
   *
   * @param distrustMs first time of distrust, in ms; 1 or more
   * @param tolerance maximum ratio of a task's run time to the expected one; 1 or more
   * @param window number of the last run times examined; 1 to {@link #LARGEST_WINDOW}
   * @throws IllegalArgumentException if a value is outside
   */
  public TrustRules(long distrustMs, double tolerance, int window) {
    if (distrustMs < 1 || !(tolerance >= 1) || window < 1 || window > LARGEST_WINDOW) {
      throw new IllegalArgumentException(
          "distrustMs=" + distrustMs + ", tolerance=" + tolerance + ", window=" + window);
    }
    this.distrustMs = distrustMs;
    this.tolerance = tolerance;
    this.window = window;
  }

  long distrustMs() {
    return distrustMs;
  }

  double tolerance() {
    return tolerance;
  }

  int window() {
    return window;
  }

  /** Returns the number of tasks that must have ended before their run times prove a profile. */
  int runsToProve() {
    return 3;
  }

  /** Returns whether a container lasted longer than its profile allows, in ms. */
  boolean isTooLong(long lastedMs, double profileMs) {
    return lastedMs > tolerance * profileMs + BESIDE_TASK_MS;
  }

  /** Returns whether a container lasted so short a time that its task cannot match its profile. */
  boolean isTooShort(long lastedMs, double profileMs) {
    return lastedMs * tolerance + BESIDE_TASK_MS < profileMs;
  }

  /**
   * Returns the number of failures among the last ends from which their application gets full size.
   * Masters give up a task that failed four times, so it must not be under-sized three times.
   */
  int failuresToDistrust() {
    return 2;
  }

  /** Returns the number of wrong ends in a full window that is persistent: three in five. */
  int wrongToDistrust() {
    return (3 * window + 4) / 5;
  }
}
