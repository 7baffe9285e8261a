// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Decides how much of a node can be given beyond its allocation: the part that may be used, less
 * what its containers are expected to use and what other processes of the host use. Immutable.
 *
 * <p>Other processes count against the part of the host that is not the node's first: an operator
 * who gives YARN less than the host has set it aside for them. Borg's reclamation and Koordinator's
 * batch resources are computed alike.
 */
public final class UnusedRoomPolicy {
  private final OverallocationSettings settings;

  /** Creates a policy. */
  public UnusedRoomPolicy(OverallocationSettings settings) {
    this.settings = settings;
  }

  /** Returns the room for further containers; never negative, and nothing without fresh data. */
  public Decision<ResourceVector> room(NodeUsage usage) {
    long nowMs = usage.node().nowMs();
    HostUsage host = usage.host();
    if (host == null || !host.isUsable(nowMs, settings.staleAfterMs())) {
      return Decision.of(ResourceVector.NONE, OverallocationReason.OVERALLOCATION_NO_DATA);
    }
    if (host.availableMemoryMb() < settings.startWatermark() * host.totalMemoryMb()) {
      return Decision.of(ResourceVector.NONE, OverallocationReason.OVERALLOCATION_LOW_MEMORY)
          .with("availableMemoryMb", host.availableMemoryMb())
          .with("hostMemoryMb", host.totalMemoryMb());
    }
    ResourceVector total = usage.node().total();
    ResourceVector left = settings.maximum(total).minus(usage.overallocated());
    ResourceVector unused = unused(usage, host, nowMs);
    ResourceVector room = unused.min(left).max(ResourceVector.NONE);
    boolean isFull = room.memoryMb() == 0 || room.vcores() == 0;
    boolean isLimit = left.memoryMb() <= 0 || left.vcores() <= 0;
    OverallocationReason reason =
        !isFull
            ? OverallocationReason.OVERALLOCATION_ROOM
            : isLimit
                ? OverallocationReason.OVERALLOCATION_LIMIT
                : OverallocationReason.OVERALLOCATION_NO_ROOM;
    return Decision.of(isFull ? ResourceVector.NONE : room, reason)
        .with("unusedMemoryMb", unused.memoryMb())
        .with("unusedVcores", unused.vcores())
        .with("overallocatedMemoryMb", usage.overallocated().memoryMb())
        .with("overallocatedVcores", usage.overallocated().vcores());
  }

  private ResourceVector unused(NodeUsage usage, HostUsage host, long nowMs) {
    ResourceVector total = usage.node().total();
    ResourceVector waiting = usage.node().guaranteedWaiting();
    long memoryMb = waiting.memoryMb();
    long milliVcores = waiting.vcores() * 1000;
    long measuredMemoryMb = 0;
    long measuredMilliVcores = 0;
    for (RunningContainerUsage c : usage.running()) {
      memoryMb += c.predictedMemoryMb(settings, nowMs);
      milliVcores += c.predictedMilliVcores(settings, nowMs);
      measuredMemoryMb += c.currentMemoryMb(settings, nowMs);
      measuredMilliVcores += c.currentMilliVcores(settings, nowMs);
    }
    long usedMemoryMb = host.totalMemoryMb() - host.availableMemoryMb();
    long hostMilliVcores = total.vcores() * 1000;
    double usedMilliVcores = host.cpuShare() * hostMilliVcores;
    long freeMemoryMb =
        usable(total.memoryMb(), host.totalMemoryMb(), usedMemoryMb - measuredMemoryMb) - memoryMb;
    long freeMilliVcores =
        usable(hostMilliVcores, hostMilliVcores, usedMilliVcores - measuredMilliVcores)
            - milliVcores;
    return ResourceVector.of(freeMemoryMb, Math.floorDiv(freeMilliVcores, 1000L));
  }

  /** Returns the part of a node that containers may use, given what others use of its host. */
  private long usable(long ofNode, long ofHost, double others) {
    double byNode = settings.target() * ofNode;
    double byHost = settings.target() * ofHost - Math.max(0, others);
    return (long) Math.floor(Math.min(byNode, byHost));
  }
}
