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

/** Requirements that measured runs must meet for a profile. Immutable. */
final class FitRules {
  private final int minimumRuns;
  private final double maxError;
  private final double inputTolerance;
  private final Map<String, Long> idealMb;

  /**
   * @param minimumRuns minimum number of runs of the job at each size that is used; 1 or more
   * @param maxError maximum relative median error of a profile; 0.15 is 15 percent
   * @param inputTolerance maximum relative difference between the inputs of compared runs
   * @param idealMb ideal memory of task classes that sort, set by the user; case-insensitive
   */
  FitRules(int minimumRuns, double maxError, double inputTolerance, Map<String, Long> idealMb) {
    this.minimumRuns = minimumRuns;
    this.maxError = maxError;
    this.inputTolerance = inputTolerance;
    this.idealMb = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.idealMb.putAll(idealMb);
  }

  int minimumRuns() {
    return minimumRuns;
  }

  double maxError() {
    return maxError;
  }

  /** Returns whether two amounts of data are within the tolerance. */
  boolean areAlike(double mb, double otherMb) {
    return Math.abs(mb - otherMb) <= inputTolerance * otherMb;
  }

  /** Returns the ideal memory that the user set, in MB; null if none. */
  Long idealMb(String taskClass) {
    return idealMb.get(taskClass);
  }
}
