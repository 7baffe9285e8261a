// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.promotion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Chooses the running opportunistic containers that become guaranteed when queue and node have
 * room: those with most work done, which a kill would lose (Mercury section 3.4 leaves promotion to
 * the job; this is its automatic mode). Immutable.
 *
 * <p>Work is run time times size, and the room is spent by size, so the longest running one saves
 * most work for the room it takes.
 */
public final class PromotionPolicy {
  private final int maxPerHeartbeat;
  private final long minRunMs;
  private final long minRemainingMs;

  /**
   * Creates a policy.
   *
   * @param maxPerHeartbeat maximum number of promotions per round
   * @param minRunMs minimum time that a container must have run, in ms
   * @param minRemainingMs minimum expected remaining time, in ms
   */
  public PromotionPolicy(int maxPerHeartbeat, long minRunMs, long minRemainingMs) {
    this.maxPerHeartbeat = maxPerHeartbeat;
    this.minRunMs = minRunMs;
    this.minRemainingMs = minRemainingMs;
  }

  /**
   * Chooses containers to promote.
   *
   * @param byNode opportunistic containers of one queue, by node; only running ones qualify
   * @param nodeRoom unallocated resources of these nodes, less pending promotions
   * @param headroom resources that may still become guaranteed in total, less pending promotions
   * @param nowMs on the clock of the containers' start times
   * @return their ids, most work done first
   */
  public Decision<List<String>> choose(
      Map<String, List<ContainerView>> byNode,
      Map<String, ResourceVector> nodeRoom,
      ResourceVector headroom,
      long nowMs) {
    List<ContainerView> candidates = new ArrayList<>();
    Map<String, String> nodes = new HashMap<>();
    byNode.forEach(
        (node, containers) -> {
          for (ContainerView c : containers) {
            boolean qualifies =
                c.started()
                    && c.elapsedMs(nowMs) >= minRunMs
                    && c.remainingMs(nowMs) >= minRemainingMs;
            if (qualifies) {
              candidates.add(c);
              nodes.put(c.id(), node);
            }
          }
        });
    candidates.sort(
        Comparator.<ContainerView>comparingLong(c -> -c.elapsedMs(nowMs))
            .thenComparing(ContainerView::id));
    List<String> chosen = new ArrayList<>();
    ResourceVector left = headroom;
    Map<String, ResourceVector> leftOnNode = new HashMap<>(nodeRoom);
    for (ContainerView c : candidates) {
      String node = nodes.get(c.id());
      ResourceVector onNode = leftOnNode.getOrDefault(node, ResourceVector.NONE);
      if (chosen.size() < maxPerHeartbeat
          && c.resources().fitsIn(left)
          && c.resources().fitsIn(onNode)) {
        chosen.add(c.id());
        left = left.minus(c.resources());
        leftOnNode.put(node, onNode.minus(c.resources()));
      }
    }
    RequestReason reason =
        candidates.isEmpty()
            ? RequestReason.PROMOTE_NONE_QUALIFIES
            : chosen.isEmpty()
                ? RequestReason.PROMOTE_NO_ROOM
                : RequestReason.PROMOTE_MOST_WORK_DONE;
    return Decision.of(Collections.unmodifiableList(chosen), reason)
        .with("candidates", candidates.size())
        .with("promoted", chosen.size())
        .with("headroomMemoryMb", headroom.memoryMb())
        .with("headroomVcores", headroom.vcores());
  }
}
