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
package org.yarnext.elastic.policy.trust;

import java.util.Arrays;

/** Run times of the last tasks of one class, and those by their profile. Not thread-safe. */
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
          rules.tooLong(ranMs[i], profileMs[i]) || rules.tooShort(ranMs[i], profileMs[i]) ? 1 : 0;
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
