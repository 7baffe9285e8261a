// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingPolicy;

/**
 * Admits a container to a node's queue while the queue has room, unless the node's size or the
 * ceiling would never let it start. Stateless.
 */
final class QueueAdmissionPolicy {
  private final int maxLength;
  private final CeilingPolicy ceiling;

  /**
   * Creates a policy.
   *
   * @param maxLength maximum number of waiting containers
   */
  QueueAdmissionPolicy(int maxLength, CeilingPolicy ceiling) {
    this.maxLength = maxLength;
    this.ceiling = ceiling;
  }

  Decision<Boolean> byLength(int queued) {
    boolean room = queued < maxLength;
    return Decision.of(room, room ? MercuryReason.QUEUE_ACCEPTED : MercuryReason.QUEUE_FULL)
        .with("queued", queued)
        .with("maxLength", maxLength);
  }

  /**
   * Refuses a container that can never start on the node.
   *
   * @param otherwise the decision for a container that can start
   */
  Decision<Boolean> ifStartable(ContainerView c, NodeView node, Decision<Boolean> otherwise) {
    Decision<Boolean> refused = ifTooLarge(c, node, false);
    return refused == null ? otherwise : refused;
  }

  /**
   * Returns a value with the reason why a container can never start on the node; null if it can.
   */
  <T> Decision<T> ifTooLarge(ContainerView c, NodeView node, T value) {
    if (!c.resources().fitsIn(node.total())) {
      return Decision.of(value, MercuryReason.QUEUE_LARGER_THAN_NODE)
          .with("nodeMemoryMb", node.total().memoryMb())
          .with("nodeVcores", node.total().vcores());
    }
    ResourceVector max = ceiling.maximum(node.total());
    return c.resources().fitsIn(max)
        ? null
        : Decision.of(value, MercuryReason.QUEUE_OVER_CEILING)
            .with("ceilingMemoryMb", max.memoryMb())
            .with("ceilingVcores", max.vcores());
  }
}
