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
package org.yarnext.mercury.policy;

import org.yarnext.common.decision.Decision;
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
    if (!c.resources().fitsIn(node.total())) {
      return Decision.of(false, MercuryReason.QUEUE_LARGER_THAN_NODE)
          .with("nodeMemoryMb", node.total().memoryMb())
          .with("nodeVcores", node.total().vcores());
    }
    ResourceVector most = ceiling.most(node.total());
    return c.resources().fitsIn(most)
        ? otherwise
        : Decision.of(false, MercuryReason.QUEUE_OVER_CEILING)
            .with("ceilingMemoryMb", most.memoryMb())
            .with("ceilingVcores", most.vcores());
  }
}
