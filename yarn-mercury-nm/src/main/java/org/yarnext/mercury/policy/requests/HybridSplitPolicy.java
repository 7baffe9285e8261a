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
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;

/**
 * Divides the new containers of a key into guaranteed and opportunistic ones. Called once for each
 * increase.
 */
public interface HybridSplitPolicy {
  /**
   * Decides how many containers are opportunistic.
   *
   * @param key the requested key
   * @param containers number of containers, 1 or more
   * @return 0 to {@code containers}, the others are guaranteed; with reason {@link
   *     RequestReason#ASK_LENGTH_UNKNOWN} if the decision may change once a run time is known
   */
  Decision<Integer> opportunistic(RequestKey key, int containers);
}
