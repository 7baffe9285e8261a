// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;

/**
 * Places a task with the size that occupies the least memory × time. Only sizes count with which
 * the task is expected to end no later than its job would anyway, and whose spilling fits into the
 * node's disk budget.
 *
 * <p>This differs from the paper, whose Algorithm 1 takes the fastest size. A task with a tenth of
 * its memory that runs three times as long occupies less than a third of what it would at its full
 * size. While many tasks wait, free memory is worth more than the run time of a task that does not
 * determine its job's end. For the same reason a task may then run until its job would end under
 * stock, not only until the job's expected end.
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

  @Override
  public boolean mayEndWithStock() {
    return true;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
