// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.List;
import java.util.Random;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.ranking.Assignment;

/**
 * Places all containers of a request at once: near the requested locations, else pseudo-randomly
 * among the k nodes with the shortest wait (Mercury section 4.2).
 *
 * <p>The choice is less arbitrary than in the paper. The next container goes where the wait is
 * shortest, counting the containers that this scheduler placed before, and chance decides between
 * equals. A NodeManager's list contains no waits, so all k nodes are equal there. So NodeManagers
 * with the same list, which do not see one another's placements, do not all pick its head. Locality
 * is looked for in the whole list. k limits only the choice for containers without locality, and
 * only in a scheduler that does not {@link #withAllNodes see all nodes}.
 */
public final class TopKPlacement implements PlacementPolicy {
  /** Maximum number of containers placed in one call. */
  public static final int MAX_PER_CALL = 10_000;

  private final int k;
  private final boolean seesAll;

  /**
   * Creates a policy.
   *
   * @param k number of least loaded nodes to choose from, 1 or more; the paper found 50 best
   */
  public TopKPlacement(int k) {
    this(k, false);
  }

  private TopKPlacement(int k, boolean seesAll) {
    if (k < 1) {
      throw new IllegalArgumentException("k " + k + " is below 1");
    }
    this.k = k;
    this.seesAll = seesAll;
  }

  /**
   * Creates the policy for the one scheduler that knows all waits and every placement: it takes the
   * least loaded of all nodes, so that k limits neither the number of containers nor the nodes.
   */
  public static TopKPlacement withAllNodes() {
    return new TopKPlacement(Integer.MAX_VALUE, true);
  }

  @Override
  public Decision<List<Assignment>> place(PlacementView view, Random random) {
    int perCall = Math.min(view.maxPerCall(), MAX_PER_CALL);
    PlacementAllocator placing =
        new PlacementAllocator(view, k, seesAll, Math.min(view.quota(), perCall), random);
    long requested = 0;
    for (int i = 0; i < view.requests().size(); i++) {
      requested += view.requests().get(i).count();
      placing.place(i);
    }
    List<Assignment> placed = placing.assignments();
    PlacementReason reason;
    if (requested == 0) {
      reason = PlacementReason.PLACE_NOT_REQUESTED;
    } else if (placed.size() == requested) {
      reason = PlacementReason.PLACE_ALL;
    } else if (view.ranking().isEmpty()) {
      reason = PlacementReason.PLACE_NO_NODES;
    } else if (placing.queuesFull() && placing.roomLeft()) {
      reason =
          view.startsFew() ? PlacementReason.PLACE_NOT_STARTED : PlacementReason.PLACE_QUEUES_FULL;
    } else if (placing.roomLeft()) {
      reason = PlacementReason.PLACE_NO_MATCH;
    } else {
      reason =
          view.quota() <= perCall ? PlacementReason.PLACE_QUOTA : PlacementReason.PLACE_CALL_LIMIT;
    }
    return Decision.of(
        placed,
        reason,
        "asked",
        requested,
        "placed",
        placed.size(),
        "nodeLocal",
        placing.count(Assignment.Locality.NODE),
        "rackLocal",
        placing.count(Assignment.Locality.RACK),
        "nodes",
        view.ranking().size(),
        "k",
        seesAll ? view.ranking().size() : k,
        "quota",
        view.quota());
  }

  /**
   * Returns one step for each container and each requested location; without complete knowledge,
   * one for each request and each node.
   */
  @Override
  public long steps(PlacementView view) {
    if (!seesAll) {
      return (1L + view.requests().size()) * view.ranking().size();
    }
    long steps = view.demands().isEmpty() ? 0 : PartitionWaitLimit.MAX_NODES;
    for (PlacementRequest request : view.requests()) {
      steps +=
          Math.min(request.count(), MAX_PER_CALL) + request.hosts().size() + request.racks().size();
    }
    return steps;
  }
}
