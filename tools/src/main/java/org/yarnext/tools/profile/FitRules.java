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
package org.yarnext.tools.profile;

import java.util.Map;
import java.util.TreeMap;

/** What measured runs must be like for a profile to be made of them. Immutable. */
final class FitRules {
  private final int minimumRuns;
  private final double mostError;
  private final double inputTolerance;
  private final Map<String, Long> idealMb;

  /**
   * @param minimumRuns of the job, at each size that counts; 1 or more
   * @param mostError the largest median error of a profile, relatively; 0.15 is 15 percent
   * @param inputTolerance how far the data of a run may be from that of others, relatively
   * @param idealMb of task classes that sort, where the user knows better; in any case
   */
  FitRules(int minimumRuns, double mostError, double inputTolerance, Map<String, Long> idealMb) {
    this.minimumRuns = minimumRuns;
    this.mostError = mostError;
    this.inputTolerance = inputTolerance;
    this.idealMb = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.idealMb.putAll(idealMb);
  }

  int minimumRuns() {
    return minimumRuns;
  }

  double mostError() {
    return mostError;
  }

  /** Whether two amounts of data are alike. */
  boolean areAlike(double mb, double otherMb) {
    return Math.abs(mb - otherMb) <= inputTolerance * otherMb;
  }

  /** What the user says it is, in MB; null if nothing. */
  Long idealMb(String taskClass) {
    return idealMb.get(taskClass);
  }
}
