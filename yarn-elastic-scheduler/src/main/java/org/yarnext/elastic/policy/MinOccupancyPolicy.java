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
 * Places a task with the size that occupies the least memory × time, among those with which it is
 * expected to end no later than its job would anyway and whose spilling fits into the node's disk
 * budget.
 *
 * <p>Beyond the paper, whose Algorithm 1 takes the fastest size. A task with a tenth of its memory
 * that runs three times as long occupies less than a third of what it would at its full size: while
 * many wait, room is worth more than the time of a task on which its job does not depend. The check
 * against the job's end is the same.
 */
public final class MinOccupancyPolicy implements ElasticPolicy {
  @Override
  public Decision<Long> decide(SizingRequest request) {
    Decision<Long> refusal = request.refusalWithoutSearch();
    if (refusal != null) {
      return refusal;
    }
    CandidateSize size =
        CandidateSize.cheapest(
            request,
            CandidateSize::occupancy,
            each -> each.endsInTime(request) && each.isWithinDisk(request));
    return CandidateSize.decide(size == null ? CandidateSize.fastest(request) : size, request);
  }
}
