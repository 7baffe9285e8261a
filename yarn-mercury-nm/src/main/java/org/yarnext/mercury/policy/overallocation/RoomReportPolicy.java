// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Decides which part of a node's unused room counts in the wait that its heartbeats report, so that
 * placement prefers nodes with real room. Only room in which a container would start at once
 * counts, since placement treats it like unallocated room. Immutable.
 */
public final class RoomReportPolicy {
  private final OverallocationSettings settings;
  private final UnusedRoomPolicy unused;

  /** Creates a policy. */
  public RoomReportPolicy(OverallocationSettings settings) {
    this.settings = settings;
    this.unused = new UnusedRoomPolicy(settings);
  }

  /**
   * Decides which resources the wait counts.
   *
   * @param beyond the containers that run beyond the allocation; not changed afterwards
   * @param next expected size of the next container
   * @param isOpen whether containers of all queues may start there; placement does not know which
   *     may, so that otherwise the room does not count
   * @param isPaused whether nothing starts there for the moment
   */
  public Decision<OverallocationView> decide(
      NodeUsage usage,
      List<ContainerView> beyond,
      ResourceVector next,
      boolean isOpen,
      boolean isPaused) {
    Decision<ResourceVector> room = unused.room(usage);
    OverallocationReason reason = (OverallocationReason) room.reason();
    if (reason == OverallocationReason.OVERALLOCATION_ROOM) {
      reason = reason(next.fitsIn(room.value()), isOpen, isPaused);
    }
    boolean counts = reason == OverallocationReason.OVERALLOCATION_ROOM;
    HostUsage host = usage.host();
    long measuredAtMs = host == null ? usage.node().nowMs() : host.measuredAtMs();
    return Decision.of(
        new OverallocationView(
            counts ? room.value() : ResourceVector.NONE,
            beyond,
            measuredAtMs + settings.staleAfterMs()),
        reason,
        "roomMemoryMb",
        room.value().memoryMb(),
        "roomVcores",
        room.value().vcores());
  }

  private static OverallocationReason reason(boolean fits, boolean isOpen, boolean isPaused) {
    if (isPaused) {
      return OverallocationReason.OVERALLOCATION_PAUSED;
    }
    if (!isOpen) {
      return OverallocationReason.OVERALLOCATION_NONE_QUALIFIES;
    }
    return fits
        ? OverallocationReason.OVERALLOCATION_ROOM
        : OverallocationReason.OVERALLOCATION_NO_ROOM;
  }
}
