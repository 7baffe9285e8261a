// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Decides how much of a node can be given beyond its allocation: the permitted part, less the
 * expected usage of its containers and of other processes of the host. Immutable.
 *
 * <p>Other processes count against the part of the host that is not the node's first: an operator
 * who gives YARN less than the host has set it aside for them. The same holds within each memory
 * limit around all containers. Borg's reclamation and Koordinator's batch resources are computed
 * alike.
 */
public final class UnusedRoomPolicy {
  /** Time ahead to which a fall of available memory is extrapolated before a start, in ms. */
  private static final long LOOK_AHEAD_MS = 1_000;

  private final OverallocationSettings settings;

  /** Creates a policy. */
  public UnusedRoomPolicy(OverallocationSettings settings) {
    this.settings = settings;
  }

  /** Returns the room for further containers; never negative, and nothing without fresh data. */
  public Decision<ResourceVector> room(NodeUsage usage) {
    long nowMs = usage.node().nowMs();
    HostUsage host = usage.host();
    if (host == null || !host.isUsable(settings, nowMs)) {
      return none(OverallocationReason.OVERALLOCATION_NO_DATA);
    }
    for (MemorySnapshot each : host.memory()) {
      if (each.missingMb(settings.startWatermark(), LOOK_AHEAD_MS) > 0) {
        return none(OverallocationReason.OVERALLOCATION_LOW_MEMORY)
            .with("availableMemoryMb", each.availableMb())
            .with("limitMemoryMb", each.totalMb());
      }
    }
    NodePressure pressure = host.pressure();
    if (pressure.memorySome() > settings.startMemoryPressure()) {
      return none(OverallocationReason.OVERALLOCATION_MEMORY_PRESSURE)
          .with("memoryPressure", pressure.memorySome());
    }
    if (pressure.cpuSome() > settings.startCpuPressure()) {
      return none(OverallocationReason.OVERALLOCATION_CPU_PRESSURE)
          .with("cpuPressure", pressure.cpuSome());
    }
    ResourceVector total = usage.node().total();
    ResourceVector left = settings.maximum(total).minus(usage.overallocated());
    ResourceVector unused = unused(usage, host);
    ResourceVector room = unused.min(left).max(ResourceVector.NONE);
    boolean isFull = room.memoryMb() == 0 || room.vcores() == 0;
    boolean isLimit = left.memoryMb() <= 0 || left.vcores() <= 0;
    OverallocationReason reason =
        !isFull
            ? OverallocationReason.OVERALLOCATION_ROOM
            : isLimit
                ? OverallocationReason.OVERALLOCATION_LIMIT
                : OverallocationReason.OVERALLOCATION_NO_ROOM;
    return Decision.of(
        isFull ? ResourceVector.NONE : room,
        reason,
        "unusedMemoryMb",
        unused.memoryMb(),
        "unusedVcores",
        unused.vcores(),
        "overallocatedMemoryMb",
        usage.overallocated().memoryMb(),
        "overallocatedVcores",
        usage.overallocated().vcores());
  }

  private static Decision<ResourceVector> none(OverallocationReason reason) {
    return Decision.of(ResourceVector.NONE, reason);
  }

  private ResourceVector unused(NodeUsage usage, HostUsage host) {
    ResourceVector total = usage.node().total();
    ResourceVector waiting = usage.node().guaranteedWaiting();
    NodeUsage.Sums containers = usage.sums(settings);
    long memoryMb = waiting.memoryMb() + containers.expectedMb();
    long milliVcores = waiting.vcores() * 1000 + containers.expectedMilliVcores();
    double usableMemoryMb = settings.target() * total.memoryMb();
    for (MemorySnapshot each : host.memory()) {
      long othersMb = each.usedMb() - containers.measuredMb();
      usableMemoryMb = Math.min(usableMemoryMb, usable(each.totalMb(), othersMb));
    }
    long hostMilliVcores = total.vcores() * 1000;
    double others = host.cpuShare() * hostMilliVcores - containers.measuredMilliVcores();
    long freeMemoryMb = (long) Math.floor(usableMemoryMb) - memoryMb;
    long freeMilliVcores = (long) Math.floor(usable(hostMilliVcores, others)) - milliVcores;
    return ResourceVector.of(freeMemoryMb, Math.floorDiv(freeMilliVcores, 1000L));
  }

  /** Returns the part of a limit that containers may use beside the usage of others. */
  private double usable(long limit, double others) {
    return settings.target() * limit - Math.max(0, others);
  }
}
