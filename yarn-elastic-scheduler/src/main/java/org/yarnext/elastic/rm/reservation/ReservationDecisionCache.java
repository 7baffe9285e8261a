// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.decision.Decision;

/**
 * Caches the reservation policy's decisions about the offered node, by size, so that the policy is
 * called once for all jobs that the node is offered to in one turn. Called under the scheduler's
 * write lock.
 */
final class ReservationDecisionCache {
  /** Validity of the decisions while no container starts or ends on the node, in ms. */
  private static final long KEPT_MS = 20;

  private final Map<Resource, Decision<Boolean>> bySize = new HashMap<>();

  /** The size asked for last; the hash of a size takes longer than a comparison. */
  private Resource lastSize;

  private Decision<Boolean> last;
  private SchedulerNode node;
  private Resource free;
  private long decidedMs;

  /**
   * Returns the decision about a size.
   *
   * @param nowMs time of a monotonic clock, in ms
   * @param policy called if there is no valid decision about that size
   */
  Decision<Boolean> about(
      SchedulerNode offered, Resource size, long nowMs, Supplier<Decision<Boolean>> policy) {
    if (node != offered
        || nowMs - decidedMs >= KEPT_MS
        || !offered.getUnallocatedResource().equals(free)) {
      node = offered;
      free = Resources.clone(offered.getUnallocatedResource());
      decidedMs = nowMs;
      bySize.clear();
      lastSize = null;
    }
    if (size.equals(lastSize)) {
      return last;
    }
    Decision<Boolean> known = bySize.get(size);
    if (known == null) {
      known = policy.get();
      bySize.put(Resources.clone(size), known);
    }
    lastSize = Resources.clone(size);
    last = known;
    return known;
  }
}
