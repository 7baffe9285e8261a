// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.common.decision.Decision;

/**
 * The resource requests of one allocate call after their division between the guaranteed and the
 * opportunistic scheduler: absolute counts, changed ones only. Immutable.
 */
final class DividedRequests {
  final List<ResourceRequest> guaranteed;
  final List<ResourceRequest> opportunistic;

  /** The reasons for the shares. */
  final List<Decision<Integer>> decisions;

  /** Number of containers that are guaranteed because their tasks have lost containers. */
  final long guaranteedAfterLosses;

  DividedRequests(
      List<ResourceRequest> guaranteed,
      List<ResourceRequest> opportunistic,
      List<Decision<Integer>> decisions,
      long guaranteedAfterLosses) {
    this.guaranteed = guaranteed;
    this.opportunistic = opportunistic;
    this.decisions = decisions;
    this.guaranteedAfterLosses = guaranteedAfterLosses;
  }
}
