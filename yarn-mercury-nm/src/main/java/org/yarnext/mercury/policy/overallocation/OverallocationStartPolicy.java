// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Chooses the waiting containers that start beyond the node's allocation: in the queue's order, and
 * no further than the first that does not fit. Containers that never can start this way block no
 * others: they wait for allocated room. Immutable.
 */
public final class OverallocationStartPolicy {
  /**
   * Tag of the allocating side on containers whose queue allows over-allocation; used if other
   * queues do not, since a node does not know the queue.
   */
  public static final String ALLOWED_TAG = "yarnext.mercury.overallocation=allowed";

  private final OverallocationSettings settings;
  private final UnusedRoomPolicy unused;

  /** Creates a policy. */
  public OverallocationStartPolicy(OverallocationSettings settings) {
    this.settings = settings;
    this.unused = new UnusedRoomPolicy(settings);
  }

  /**
   * Chooses containers to start.
   *
   * @param inOrder the waiting containers, first to run first
   * @param isAllowed whether a container's queue allows over-allocation
   * @param maxStarts maximum number of starts; 0 during a pause
   */
  public Decision<List<String>> choose(
      NodeUsage usage,
      Iterable<ContainerView> inOrder,
      Predicate<ContainerView> isAllowed,
      int maxStarts) {
    Decision<ResourceVector> room = unused.room(usage);
    if (room.reason() != OverallocationReason.OVERALLOCATION_ROOM) {
      return nothing(room, (OverallocationReason) room.reason());
    }
    if (maxStarts <= 0) {
      return nothing(room, OverallocationReason.OVERALLOCATION_PAUSED);
    }
    ResourceVector maximum = settings.maximum(usage.node().total());
    ResourceVector left = room.value();
    List<String> starts = new ArrayList<>();
    boolean isBlocked = false;
    for (ContainerView c : inOrder) {
      if (!c.resources().fitsIn(maximum) || !isAllowed.test(c)) {
        continue;
      }
      if (c.resources().fitsIn(usage.node().free())) {
        // It starts in unallocated room, unless something else than room holds it.
        break;
      }
      isBlocked = !c.resources().fitsIn(left);
      if (isBlocked || starts.size() >= maxStarts) {
        break;
      }
      starts.add(c.id());
      left = left.minus(c.resources());
    }
    if (starts.isEmpty()) {
      return nothing(
          room,
          isBlocked
              ? OverallocationReason.OVERALLOCATION_HEAD_WAITS
              : OverallocationReason.OVERALLOCATION_NONE_QUALIFIES);
    }
    return Decision.of(
            Collections.unmodifiableList(starts), OverallocationReason.OVERALLOCATION_STARTED)
        .with("roomMemoryMb", room.value().memoryMb())
        .with("roomVcores", room.value().vcores())
        .with("freeMemoryMb", usage.node().free().memoryMb())
        .with("freeVcores", usage.node().free().vcores())
        .with("starts", starts.size());
  }

  private static Decision<List<String>> nothing(
      Decision<ResourceVector> room, OverallocationReason reason) {
    return Decision.of(
        Collections.emptyList(),
        reason,
        "roomMemoryMb",
        room.value().memoryMb(),
        "roomVcores",
        room.value().vcores());
  }
}
