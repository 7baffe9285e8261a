// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

/**
 * Summary of the run times of the last tasks of a class, compared with its profile. It is measured
 * by the ResourceManager, so that no application can falsify it. Immutable.
 */
public final class RunEvidence {
  /** Evidence before any task has ended. */
  public static final RunEvidence NONE = new RunEvidence(0, false, 0);

  private final int runs;
  private final boolean proved;
  private final long typicalMs;

  RunEvidence(int runs, boolean proved, long typicalMs) {
    this.runs = runs;
    this.proved = proved;
    this.typicalMs = typicalMs;
  }

  /** Returns whether enough tasks have ended, nearly all about when the profile predicted. */
  public boolean isProved() {
    return proved;
  }

  /**
   * Returns how long a task counts as running for decisions about other jobs, in ms: its profile's
   * time if that is proved, else the typical time of such tasks, and before one has ended at most a
   * bound.
   *
   * @param profileMs run time by the profile
   * @param maxMs the bound, 0 or more
   */
  public double runMs(double profileMs, long maxMs) {
    if (proved) {
      return profileMs;
    }
    return runs > 0 ? typicalMs : Math.min(profileMs, maxMs);
  }

  @Override
  public String toString() {
    return "runs=" + runs + " proved=" + proved + " typicalMs=" + typicalMs;
  }
}
