// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Holds arriving opportunistic containers until the policies start, shed or refuse them. A started
 * container is passed on to stock's scheduler. Owned by the dispatcher thread.
 */
final class OpportunisticArrivalHandler {
  private final Context context;
  private final ContainerViewFactory containers;
  private final PendingContainerRegistry held;
  private final StockEventHandler gate;
  private final GuardedNodeQueue queue;
  private final Guard guard;
  private final NodeQueueMetrics metrics;

  /** The node's resources when the waiting containers were last compared with them. */
  private ResourceVector total;

  OpportunisticArrivalHandler(
      Context context,
      ContainerViewFactory containers,
      PendingContainerRegistry held,
      StockEventHandler gate,
      GuardedNodeQueue queue,
      Guard guard,
      NodeQueueMetrics metrics) {
    this.context = context;
    this.containers = containers;
    this.held = held;
    this.gate = gate;
    this.queue = queue;
    this.guard = guard;
    this.metrics = metrics;
  }

  /**
   * Handles the arrival of an opportunistic container that the event handler has taken.
   *
   * @param demoted whether it waited as a guaranteed container; stock keeps such a container
   *     however many are waiting, and only a fallback to a full stock queue can still refuse it
   */
  void arrive(Container c, boolean demoted) {
    metrics.arrived.add(1);
    gate.hold(c);
    ContainerView view = containers.view(c);
    // A guaranteed container in stock's queue may become an opportunistic one there.
    NodeView now = queue.view();
    int inStock = now.stockQueueLength();
    Decision<Boolean> admitted =
        queue.decide(
            "mercury.enqueue",
            q -> {
              Decision<Boolean> d =
                  demoted ? q.toAdmitDemoted(view, now) : q.toAdmit(view, now, inStock);
              if (d.value()) {
                q.enqueue(view);
              }
              return d;
            });
    if (admitted == null) {
      return;
    }
    metrics.explain(containers.now(), view.id(), admitted);
    if (!admitted.value()) {
      held.release(view.id());
      metrics.rejected.add(1);
      String what =
          admitted.reason() == MercuryReason.QUEUE_FULL ? "queue is full" : "is too large";
      stop(c, "Opportunistic container " + what + ". " + admitted);
    }
  }

  /** Gives stock's scheduler the containers that it will start at once. */
  void startNext() {
    if (queue.stale() || held.opportunisticSize() == 0) {
      return;
    }
    queue.catchUpIfPolicing();
    NodeView view = queue.view();
    rejectQueued(view);
    if (queue.stale()) {
      return;
    }
    Decision<List<String>> starts = queue.decide("mercury.start", q -> q.toStart(view));
    if (starts == null) {
      return;
    }
    metrics.explain(view.nowMs(), starts, true);
    List<ContainerView> running = new ArrayList<>();
    List<String> notStarted = new ArrayList<>();
    for (String id : starts.value()) {
      Container c = held.release(id);
      if (c == null || !ContainerViewFactory.startable(c)) {
        notStarted.add(id);
        metrics.left.add(c == null ? 0 : 1);
        continue;
      }
      gate.schedule(c);
      metrics.started.add(1);
      if (containers.launched(c)) {
        running.add(containers.started(c, queue.get(id)));
      } else {
        // Stock's accounts differ from the view: it queues the container and starts it later.
        notStarted.add(id);
      }
    }
    if (!starts.value().isEmpty()) {
      queue.note(
          "mercury.started",
          q -> {
            running.forEach(v -> q.onStarted(v, view.nowMs()));
            notStarted.forEach(id -> q.onFinished(id, view.nowMs()));
          });
    }
  }

  /** Has the waiting containers compared again with the node and the ceiling. */
  void recheck() {
    total = ResourceVector.NONE;
  }

  /** Stops those that the node, or the ceiling, has become too small for. */
  private void rejectQueued(NodeView view) {
    ResourceVector before = total;
    total = view.total();
    if (before == null || before.equals(total)) {
      return;
    }
    Decision<List<String>> larger = queue.decide("mercury.shed", q -> q.toReject(view));
    if (larger != null && !larger.value().isEmpty()) {
      metrics.explain(view.nowMs(), larger, true);
      stopWaiting(
          larger.value(), metrics.rejected, "Opportunistic container is too large. " + larger);
    }
  }

  /** Stops those that wait beyond the limits of a heartbeat. */
  void shed(SheddingLimits limits) {
    if (queue.stale() || held.opportunisticSize() == 0) {
      return;
    }
    NodeView view = queue.view();
    Decision<List<String>> excess = queue.decide("mercury.shed", q -> q.toShed(limits, view));
    if (excess == null) {
      return;
    }
    metrics.explain(view.nowMs(), excess, true);
    stopWaiting(
        excess.value(), metrics.shed, "Container De-queued to meet NM queuing limits. " + excess);
  }

  private void stopWaiting(List<String> ids, EventCounter counter, String why) {
    List<String> shed = new ArrayList<>();
    for (String id : ids) {
      Container c = held.opportunistic(id);
      // A container whose promotion is on its way here is guaranteed already.
      if (c != null && ContainerViewFactory.opportunistic(c)) {
        held.release(id);
        shed.add(id);
        counter.add(1);
        stop(c, why);
      }
    }
    if (!shed.isEmpty()) {
      queue.note("mercury.shed", q -> shed.forEach(q::onShed));
    }
  }

  /**
   * Stops a container that never ran. Stock records the stop of a running container in the state
   * store but not of a waiting one, so a restarted NodeManager would run the container although it
   * was stopped.
   */
  private void stop(Container c, String why) {
    try {
      context.getNMStateStore().storeContainerKilled(c.getContainerId());
    } catch (IOException e) {
      guard.recordFailure("mercury.store", e);
    }
    c.sendKillEvent(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, why);
  }
}
