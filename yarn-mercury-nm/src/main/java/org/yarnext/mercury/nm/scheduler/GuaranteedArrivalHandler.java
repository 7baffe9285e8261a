// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Passes arriving guaranteed containers on to stock's scheduler: at once if they fit or Mercury
 * cannot help, else when Mercury's victims have left (Mercury section 3.4). Owned by the dispatcher
 * thread.
 */
final class GuaranteedArrivalHandler {
  private final Context context;
  private final PendingContainerRegistry held;
  private final StockEventHandler gate;
  private final GuardedNodeQueue queue;
  private final NodeQueueMetrics metrics;
  private final RecoveredContainerSnapshot recovered;
  private final long reclaimTimeoutMs;
  private final boolean stockPausesVictims;

  GuaranteedArrivalHandler(
      Context context,
      PendingContainerRegistry held,
      StockEventHandler gate,
      GuardedNodeQueue queue,
      NodeQueueMetrics metrics,
      RecoveredContainerSnapshot recovered,
      long reclaimTimeoutMs,
      boolean stockPausesVictims) {
    this.context = context;
    this.held = held;
    this.gate = gate;
    this.queue = queue;
    this.metrics = metrics;
    this.recovered = recovered;
    this.reclaimTimeoutMs = reclaimTimeoutMs;
    this.stockPausesVictims = stockPausesVictims;
  }

  /** Handles the arrival of a guaranteed container that the event handler has taken. */
  void arrive(Container c) {
    ResourceVector size = ResourceCodec.vector(c.getResource());
    NodeView view = queue.view();
    boolean fits = view.used().plus(view.guaranteedWaiting()).plus(size).fitsIn(view.total());
    // Containers waiting in stock's scheduler would take the room that victims free.
    if (stockPausesVictims || view.stockQueueLength() > 0 || (fits && held.guaranteedSize() == 0)) {
      gate.schedule(c);
      return;
    }
    if (ContainerViewFactory.ending(c)) {
      // Stop no victims for it, as stock would: it is about to end as if killed in the queue.
      gate.holdGuaranteed(c, view.nowMs());
      return;
    }
    if (!recovered.running.isEmpty()) {
      // A container that is not resumed yet cannot be stopped: its process would run on
      // unwatched. If that takes too long, the reclaim timeout ends this wait like any other.
      gate.holdGuaranteed(c, view.nowMs());
      return;
    }
    queue.catchUp();
    Decision<List<String>> victims = queue.decide("mercury.reclaim", q -> q.toReclaim(size, view));
    if (victims == null) {
      return;
    }
    metrics.explain(view.nowMs(), PendingContainerRegistry.id(c), victims);
    for (String id : victims.value()) {
      stop(id, c, victims);
    }
    gate.holdGuaranteed(c, view.nowMs());
    if (victims.reason() == MercuryReason.RECLAIM_IMPOSSIBLE) {
      releaseAll();
    } else {
      metrics.guaranteedHeld.add(1);
    }
  }

  /** Chooses victims for containers that arrived while some running ones were not resumed yet. */
  void arriveDeferred() {
    for (Container c : held.guaranteed()) {
      if (held.releaseGuaranteed(PendingContainerRegistry.id(c)) != null) {
        gate.take(c);
        arrive(c);
      }
    }
  }

  /**
   * Finds a container by the text of its id. Parsing the text is not enough, since stock's
   * distributed scheduler creates negative ids.
   */
  private Container find(String id) {
    Container likely = context.getContainers().get(ContainerId.fromString(id));
    if (likely != null) {
      return likely;
    }
    for (Container c : context.getContainers().values()) {
      if (PendingContainerRegistry.id(c).equals(id)) {
        return c;
      }
    }
    return null;
  }

  private void stop(String id, Container winner, Decision<?> why) {
    Container victim = find(id);
    if (victim != null) {
      queue.onStopping(id);
      metrics.victims.add(1);
      victim.sendKillEvent(
          ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER,
          "Container Killed to make room for Guaranteed Container. "
              + winner.getContainerId()
              + ": "
              + why);
    }
  }

  /** Releases, in order, the containers that fit by now, have waited too long or were overtaken. */
  void releaseReady() {
    for (Container c = held.firstGuaranteed(); c != null; c = held.firstGuaranteed()) {
      NodeView view = queue.view();
      boolean timedOut = held.guaranteedHeldMs(c, view.nowMs()) > reclaimTimeoutMs;
      // Containers waiting in stock's scheduler would take the room that the victims free.
      boolean overtaken = view.stockQueueLength() > 0;
      if (!timedOut && !overtaken && !ResourceCodec.vector(c.getResource()).fitsIn(view.free())) {
        return;
      }
      metrics.guaranteedTimedOut.add(timedOut ? 1 : 0);
      release(c);
    }
  }

  private void releaseAll() {
    for (Container c = held.firstGuaranteed(); c != null; c = held.firstGuaranteed()) {
      release(c);
    }
  }

  private void release(Container c) {
    held.releaseGuaranteed(PendingContainerRegistry.id(c));
    gate.schedule(c);
  }
}
