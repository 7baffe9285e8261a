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
package org.yarnext.mercury.policy.asks;

import org.yarnext.common.decision.Decision;

/** Says how many new containers of a key are opportunistic. Called once for each increase. */
public interface SplitRule {
  /**
   * @param key what is asked
   * @param newContainers how many more than before, 1 or more
   * @return 0 to {@code newContainers}; the remainder is guaranteed
   */
  Decision<Integer> queueable(AskKey key, int newContainers);

  /**
   * Divides what was left guaranteed because nothing told how long it runs, once something does.
   *
   * @param key what waits
   * @param waiting how many of them, 1 or more
   * @return 0 to {@code waiting}; null as long as nothing is known
   */
  default Decision<Integer> known(AskKey key, int waiting) {
    return null;
  }
}
