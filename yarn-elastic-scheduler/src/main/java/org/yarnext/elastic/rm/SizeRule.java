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
package org.yarnext.elastic.rm;

import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;

/** Decides the size once profile and job end are known: Algorithm 1 lines 7 to 10. Thread-safe. */
public interface SizeRule {
  /** Whether it could wait for anything; see {@link UndersizeDecider#mayWait}. */
  default boolean mayWait() {
    return true;
  }

  /**
   * The memory in MB, or null for not at all; see {@link UndersizeDecider#decide}.
   *
   * @param jobEndMs when the job is expected to end, in ms since the epoch
   */
  Decision<Long> decide(Offer offer, ElasticityModel model, long jobEndMs, long nowMs)
      throws Exception;
}
