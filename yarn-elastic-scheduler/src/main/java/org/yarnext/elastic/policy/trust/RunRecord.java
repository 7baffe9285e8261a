// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import java.util.Arrays;

/**
 * Run times of the last tasks of one class, each with the run time that the profile predicted. Not
 * thread-safe.
 */
final class RunRecord {
  private final TrustRules rules;
  private final long[] ranMs;
  private final double[] profileMs;
  private int seen;
  private RunEvidence evidence = RunEvidence.NONE;

  RunRecord(TrustRules rules) {
    this.rules = rules;
    this.ranMs = new long[rules.window()];
    this.profileMs = new double[rules.window()];
  }

  /**
   * Adds a run.
   *
   * @param ran run time of the task, in ms
   * @param profile its run time by the profile, in ms
   */
  void add(long ran, double profile) {
    ranMs[seen % ranMs.length] = ran;
    profileMs[seen % ranMs.length] = profile;
    seen++;
    evidence = judge(Math.min(seen, ranMs.length));
  }

  private RunEvidence judge(int runs) {
    int wrong = 0;
    for (int i = 0; i < runs; i++) {
      wrong +=
          rules.isTooLong(ranMs[i], profileMs[i]) || rules.isTooShort(ranMs[i], profileMs[i])
              ? 1
              : 0;
    }
    long[] sorted = Arrays.copyOf(ranMs, runs);
    Arrays.sort(sorted);
    boolean proved = runs >= rules.runsToProve() && wrong <= runs / 5;
    return new RunEvidence(runs, proved, sorted[runs / 2]);
  }

  RunEvidence evidence() {
    return evidence;
  }
}
