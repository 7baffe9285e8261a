// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.Objects;

/**
 * A node's latest heartbeat as the ResourceManager holds it in one round of the coordinator.
 * Immutable.
 */
public final class NodeHeartbeatSnapshot {
  final String node;
  final Object record;
  final double waitMs;
  final int queueLength;
  final int queueCapacity;

  /**
   * Creates a snapshot of a node with an unbounded queue.
   *
   * @param node the node's id
   * @param record the object that the heartbeat left; each heartbeat leaves another object. Null
   *     before the first heartbeat
   * @param waitMs its estimated queue wait R; negative or NaN if it reports none
   * @param queueLength the reported number of waiting containers
   */
  public NodeHeartbeatSnapshot(String node, Object record, double waitMs, int queueLength) {
    this(node, record, waitMs, queueLength, NodeReport.NO_BOUND);
  }

  /**
   * Creates a snapshot of a node with a bounded queue.
   *
   * @param queueCapacity maximum number of waiting containers; {@link NodeReport#NO_BOUND} for no
   *     limit
   */
  public NodeHeartbeatSnapshot(
      String node, Object record, double waitMs, int queueLength, int queueCapacity) {
    this.node = Objects.requireNonNull(node, "node");
    this.record = record;
    this.waitMs = waitMs;
    this.queueLength = queueLength;
    this.queueCapacity = queueCapacity;
  }

  /**
   * Returns whether R is known. A NodeManager without Mercury leaves R unset, which the heartbeat's
   * protobuf converts to 0. Waiting containers reveal this, since their wait cannot be 0.
   */
  boolean waitKnown() {
    boolean unset = waitMs == 0 && queueLength > 0;
    return waitMs >= 0 && !Double.isInfinite(waitMs) && !unset;
  }
}
