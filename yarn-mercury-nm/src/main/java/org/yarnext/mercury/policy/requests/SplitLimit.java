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

/** A limit that keeps some containers guaranteed regardless of the {@link HybridSplitPolicy}. */
public interface SplitLimit {
  /**
   * Limits how many containers the policy may divide.
   *
   * @param key the requested key
   * @param containers number of containers, 1 or more
   * @param isNew false if they have waited as guaranteed ones and are divided only now
   * @return number of containers that the policy may divide, 0 or more, and why they are fewer;
   *     null if it may divide all of them
   */
  Decision<Integer> limit(RequestKey key, int containers, boolean isNew);
}
