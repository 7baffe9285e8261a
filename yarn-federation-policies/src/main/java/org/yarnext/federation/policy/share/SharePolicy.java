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
package org.yarnext.federation.policy.share;

import org.yarnext.common.decision.Decision;

/**
 * A policy that determines how much of each sub-cluster each queue may use (Hydra section 4.2).
 *
 * <p>Implementations keep no state, may be called by several threads, and answer the same to the
 * same view. No amount is negative or above the queue's demand there, and no sub-cluster gives more
 * than it has. A decision takes well below a second at 5,000 queues in 20 sub-clusters, unless the
 * implementation says that it is for simulations only.
 */
public interface SharePolicy {
  /**
   * @param view not null
   * @return the shares of all queues, never null; without demand or capacity all are 0
   */
  Decision<GlobalQueueShares> decide(ShareView view);
}
