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

/** Outcomes, good or bad, of the last ends of tasks. Not thread-safe. */
final class TaskEndHistory {
  private final int most;

  /** One bit per end, the latest one lowest; 1 is bad. */
  private long bad;

  private int seen;

  /**
   * Creates a history.
   *
   * @param most maximum number of remembered ends; 1 to {@link TrustRules#LARGEST_WINDOW}
   */
  TaskEndHistory(int most) {
    this.most = most;
  }

  void add(boolean isBad) {
    bad = (bad << 1 | (isBad ? 1 : 0)) & (1L << most) - 1;
    seen = Math.min(seen + 1, most);
  }

  /** Returns the number of bad ends. */
  int bad() {
    return Long.bitCount(bad);
  }

  /** Returns whether the history is full. */
  boolean full() {
    return seen == most;
  }

  void forget() {
    bad = 0;
    seen = 0;
  }
}
