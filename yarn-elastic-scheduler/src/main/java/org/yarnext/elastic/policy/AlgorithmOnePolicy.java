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
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;

/**
 * Places a task with the least memory that yields the lowest run time, if and only if it is then
 * expected to end no later than its job would anyway and its spilling fits into the node's disk
 * budget (YARN-ME, section 3.3, Algorithm 1 lines 7 to 10).
 */
public final class AlgorithmOnePolicy implements ElasticPolicy {
  @Override
  public Decision<Long> decide(SizingRequest request) {
    Decision<Long> refusal = request.refusalWithoutSearch();
    return refusal != null
        ? refusal
        : CandidateSize.decide(CandidateSize.fastest(request), request);
  }
}
