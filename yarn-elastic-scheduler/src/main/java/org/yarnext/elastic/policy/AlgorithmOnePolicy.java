// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;

/**
 * Places a task with the least memory that yields the lowest run time (YARN-ME, section 3.3,
 * Algorithm 1 lines 7 to 10). It does so only if the task is expected to end no later than its job
 * would anyway, and if its spilling fits into the node's disk budget.
 */
public final class AlgorithmOnePolicy implements ElasticPolicy {
  @Override
  public Decision<Long> decide(SizingRequest request) {
    Decision<Long> refusal = request.refusalWithoutSearch();
    return refusal != null
        ? refusal
        : CandidateSize.decide(CandidateSize.fastest(request), request);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
