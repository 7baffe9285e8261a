// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Limits how long an attempt is refused reservations because another node, or the one that it has
 * reserved, is expected to have room sooner. The expectation may be wrong. One per attempt.
 * Thread-safe: it is called under the scheduler's write lock, but the CapacityScheduler's placement
 * processor commits containers on its own threads without that lock. Times are those of a monotonic
 * clock.
 */
final class ReservationTimeoutTracker {
  /**
   * Maximum time for which a request is refused while its job has no reservation, in ms, and
   * maximum delay of the room on a reserved node. Refusals further apart belong to different waits.
   */
  static final long LASTS_MS = 30_000;

  private static final int MAX_ASKS = 256;

  private final Map<SchedulerRequestKey, Wait> waits = new HashMap<>();

  /** Time until which a reserved node is worth waiting for, in ms, by node. */
  private final Map<NodeId, Long> worthMs = new HashMap<>();

  /** The node that the attempt was allowed to reserve last, usually its only one. */
  private volatile Worth latest;

  private static final class Worth {
    final NodeId node;
    final long untilMs;

    Worth(NodeId node, long untilMs) {
      this.node = node;
      this.untilMs = untilMs;
    }
  }

  /** Beginning of the oldest wait, or earlier, in ms; unknown before the first. */
  private volatile long oldestMs = Long.MIN_VALUE / 2;

  private static final class Wait {
    final long sinceMs;
    long lastMs;

    Wait(long nowMs) {
      sinceMs = nowMs;
      lastMs = nowMs;
    }
  }

  /** Records a refusal; returns whether the request has been refused for too long. */
  synchronized boolean ends(SchedulerRequestKey request, long nowMs) {
    if (waits.size() >= MAX_ASKS) {
      waits.clear();
    }
    Wait wait = waits.get(request);
    if (wait == null || nowMs - wait.lastMs > LASTS_MS) {
      wait = new Wait(nowMs);
      oldestMs = waits.isEmpty() ? nowMs : Math.min(oldestMs, nowMs);
      waits.put(request, wait);
    }
    wait.lastMs = nowMs;
    return nowMs - wait.sinceMs >= LASTS_MS;
  }

  /** Returns whether the request has been refused for too long, without recording a refusal. */
  boolean ended(SchedulerRequestKey request, long nowMs) {
    return nowMs - oldestMs >= LASTS_MS && hasEnded(request, nowMs);
  }

  private synchronized boolean hasEnded(SchedulerRequestKey request, long nowMs) {
    Wait wait = waits.get(request);
    return wait != null && nowMs - wait.sinceMs >= LASTS_MS;
  }

  /**
   * Records that the job may reserve a node.
   *
   * @param held all nodes that it has reserved
   * @param roomMs time when the node is expected to have room; before now if unknown
   */
  synchronized void recordReservation(
      NodeId node, Collection<NodeId> held, long roomMs, long nowMs) {
    worthMs.keySet().retainAll(held);
    latest = new Worth(node, Math.max(roomMs, nowMs) + LASTS_MS);
    worthMs.put(node, latest.untilMs);
  }

  /** Returns whether a node that the job has reserved is still worth waiting for. */
  boolean waitsFor(Collection<NodeId> held, long nowMs) {
    Worth known = latest;
    for (NodeId node : held) { // no stream: runs for each job in each walk
      if (known != null && known.node == node && nowMs < known.untilMs) {
        return true;
      }
    }
    return isAnyWorth(held, nowMs);
  }

  private synchronized boolean isAnyWorth(Collection<NodeId> held, long nowMs) {
    for (NodeId node : held) {
      Long worth = worthMs.get(node);
      if (worth != null && nowMs < worth) {
        return true;
      }
    }
    return false;
  }

  /**
   * Ends the wait of a request: it got a container or may reserve, or its job waits for a reserved
   * node.
   */
  synchronized void renewed(SchedulerRequestKey request) {
    waits.remove(request);
  }
}
