// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Leaves to opportunistic containers the resources that guaranteed ones are not expected to need
 * until the opportunistic ones end, from the node's own {@link DemandHistory} (Mercury section 4.3:
 * current and expected future workload over a given time period).
 */
public final class HistoryCeilingPolicy implements CeilingPolicy {
  private final DemandHistory history;

  /**
   * Creates a policy.
   *
   * @param history this node's guaranteed demand; shared by all its queues
   */
  public HistoryCeilingPolicy(DemandHistory history) {
    this.history = history;
  }

  @Override
  public ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs) {
    ResourceVector expected =
        horizonMs <= 0 ? guaranteed : history.expected(node.nowMs(), guaranteed, horizonMs);
    return node.total().minus(expected).max(ResourceVector.NONE).min(node.total());
  }

  @Override
  public void observe(NodeView node, ResourceVector guaranteed) {
    history.observe(node.nowMs(), guaranteed);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
