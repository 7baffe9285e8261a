// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.completion;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.UndersizedTag;

/**
 * Node, priority, sizes and creation time of an under-sized container, from which its end is
 * judged. Immutable.
 */
final class UndersizedContainerSnapshot {
  /** Null if its node has just registered. */
  final NodeId node;

  final int priority;
  final long requestedMb;
  final long grantedMb;

  /** Creation time, in ms of the wall clock. */
  final long madeMs;

  private UndersizedContainerSnapshot(
      NodeId node, int priority, long requestedMb, long grantedMb, long madeMs) {
    this.node = node;
    this.priority = priority;
    this.requestedMb = requestedMb;
    this.grantedMb = grantedMb;
    this.madeMs = madeMs;
  }

  /**
   * Returns a snapshot of the container; null if it is not under-sized. One that has grown to its
   * requested size is not: its node does not report its end.
   */
  static UndersizedContainerSnapshot of(RMContainer container) {
    long requestedMb = UndersizedTag.requestedMb(container.getAllocationTags());
    long grantedMb = container.getAllocatedResource().getMemorySize();
    return requestedMb <= grantedMb
        ? null
        : new UndersizedContainerSnapshot(
            container.getAllocatedNode(),
            container.getAllocatedSchedulerKey().getPriority().getPriority(),
            requestedMb,
            grantedMb,
            container.getCreationTime());
  }

  /**
   * Returns a snapshot of a container reported by a registering node; null if it is not
   * under-sized.
   */
  static UndersizedContainerSnapshot of(NMContainerStatus container) {
    long requestedMb = UndersizedTag.requestedMb(container.getAllocationTags());
    long grantedMb = container.getAllocatedResource().getMemorySize();
    return requestedMb <= grantedMb
        ? null
        : new UndersizedContainerSnapshot(
            null,
            container.getPriority().getPriority(),
            requestedMb,
            grantedMb,
            container.getCreationTime());
  }
}
