// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import org.yarnext.common.decision.GuardedPolicy;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Limits how much of a node its opportunistic containers may occupy together, so that fewer of them
 * are stopped for guaranteed ones (Mercury section 4.3, resource policing).
 *
 * <p>The ceiling is a curve over future time: the resources that may be occupied {@code horizonMs}
 * from now. A container starts only if it and those expected to run beside it stay below the curve
 * until its own estimated end, see {@link CeilingEstimator}. Guaranteed containers are never
 * checked.
 *
 * <p>Rules: a ceiling is at least 0 and at most the node's total, in memory and cores each; a
 * longer horizon never allows more than a shorter one; {@link #allowed} changes no state. An
 * implementation that is configured by its class name has a public constructor without parameters.
 * A node queue calls it from one thread at a time, but over time a node may have several queues.
 */
public interface CeilingPolicy extends GuardedPolicy {
  /** No ceiling. */
  CeilingPolicy NONE =
      new CeilingPolicy() {
        @Override
        public ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs) {
          return node.total();
        }

        @Override
        public boolean mayBlock() {
          return false;
        }
      };

  /**
   * Returns the ceiling at a time.
   *
   * @param node the node now
   * @param guaranteed the current demand of guaranteed containers: those that run and those that
   *     wait for room
   * @param horizonMs time from now, in ms; 0 is now
   * @return resources that opportunistic containers may occupy together at that time
   */
  ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs);

  /** Returns the maximum ceiling on a node; a larger container is refused at once. */
  default ResourceVector maximum(ResourceVector total) {
    return total;
  }

  /** Records the demand of guaranteed containers; called at every event on the node. */
  default void observe(NodeView node, ResourceVector guaranteed) {}
}
