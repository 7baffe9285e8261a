// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerDiagnosticsUpdateEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.UpdateContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.metrics.NodeManagerMetrics;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

/**
 * Routes the arrivals, updates and ends of containers to Mercury's handlers or to stock's
 * scheduler. Mercury handles containers that it holds or that have just arrived. Stock's scheduler
 * handles all others, and Mercury only tracks them. Owned by the dispatcher thread.
 */
final class ContainerEventHandler {
  private final ContainerViewFactory containers;
  private final PendingContainerRegistry held;
  private final StockEventHandler gate;
  private final GuardedNodeQueue queue;
  private final GuaranteedArrivalHandler guaranteed;
  private final OpportunisticArrivalHandler opportunistic;
  private final OverallocationHandler overallocation;
  private final Guard guard;
  private final NodeQueueMetrics metrics;
  private final NodeManagerMetrics nodeMetrics;
  private final RecoveredContainerSnapshot recovered;

  ContainerEventHandler(
      ContainerViewFactory containers,
      PendingContainerRegistry held,
      StockEventHandler gate,
      GuardedNodeQueue queue,
      GuaranteedArrivalHandler guaranteed,
      OpportunisticArrivalHandler opportunistic,
      OverallocationHandler overallocation,
      Guard guard,
      NodeQueueMetrics metrics,
      NodeManagerMetrics nodeMetrics,
      RecoveredContainerSnapshot recovered) {
    this.containers = containers;
    this.held = held;
    this.gate = gate;
    this.queue = queue;
    this.guaranteed = guaranteed;
    this.opportunistic = opportunistic;
    this.overallocation = overallocation;
    this.guard = guard;
    this.metrics = metrics;
    this.nodeMetrics = nodeMetrics;
    this.recovered = recovered;
  }

  // ---- arrival -------------------------------------------------------------------------------

  void onArrived(Container c) {
    if (recovered.running.remove(c.getContainerId())) {
      resume(c);
      arriveIfAllResumed();
    } else {
      gate.take(c);
      arrive(c, false);
    }
  }

  private void arriveIfAllResumed() {
    if (recovered.running.isEmpty()) {
      overallocation.adoptExcess();
      guaranteed.arriveDeferred();
    }
  }

  private void arrive(Container c, boolean waitedAsGuaranteed) {
    if (ContainerViewFactory.opportunistic(c)) {
      opportunistic.arrive(c, waitedAsGuaranteed);
    } else {
      guaranteed.arrive(c);
    }
  }

  /**
   * Resumes a container that was running when the NodeManager stopped. Stock would check whether
   * the node has room for it although it already counts it as running. On a node that is more than
   * half full it would neither watch the container nor notice its end.
   */
  private void resume(Container c) {
    c.sendLaunchEvent();
    gate.withhold();
    containers.onResumed(c);
    metrics.recoveredRunning.add(1);
    if (ContainerViewFactory.opportunistic(c)) {
      nodeMetrics.startOpportunisticContainer(c.getResource());
      ContainerView view = containers.view(c);
      long now = containers.now();
      boolean ending = recovered.killed.contains(c.getContainerId());
      queue.note(
          "mercury.resume",
          q -> {
            q.onStarted(view, now);
            if (ending) {
              q.onStopping(view.id());
            }
          });
    }
  }

  // ---- change --------------------------------------------------------------------------------

  /** Handles a promotion, demotion or resize. */
  void onUpdated(UpdateContainerSchedulerEvent event) {
    Container c = event.getContainer();
    String id = PendingContainerRegistry.id(c);
    if (held.opportunistic(id) != null) {
      gate.withhold();
      onUpdatedInQueue(c, id);
    } else if (held.releaseGuaranteed(id) != null) {
      gate.take(c);
      arrive(c, true);
    } else {
      gate.pass(event);
      if (!overallocation.onUpdated(c)) {
        onUpdatedInStock(event);
      }
    }
  }

  private void onUpdatedInQueue(Container c, String id) {
    if (ContainerViewFactory.opportunistic(c)) {
      ContainerView view = containers.view(c);
      queue.note("mercury.change", q -> q.onChanged(view));
      opportunistic.recheck();
    } else {
      // The container was promoted: handle it as a guaranteed one that just arrived.
      held.release(id);
      gate.take(c);
      metrics.promoted.add(1);
      guaranteed.arrive(c);
      long now = containers.now();
      queue.note("mercury.promote", q -> q.onPromoted(id, now));
    }
  }

  private void onUpdatedInStock(UpdateContainerSchedulerEvent event) {
    Container c = event.getContainer();
    boolean was = event.getOriginalToken().getExecutionType() == ExecutionType.OPPORTUNISTIC;
    if (was && !ContainerViewFactory.opportunistic(c) && containers.launched(c)) {
      queue.ran();
    }
    queue.refreshIfEmpty();
    queue.note("mercury.change", containers.update(c));
  }

  // ---- end -----------------------------------------------------------------------------------

  /**
   * Adds the run time to the diagnostics of a container whose process has ended. This must happen
   * before the heartbeat that the NodeManager sends after cleaning up.
   */
  void onExited(Container c) {
    RunTimeReport line = containers.ran(c);
    if (line != null) {
      c.handle(new ContainerDiagnosticsUpdateEvent(c.getContainerId(), line.amongDiagnostics()));
    }
  }

  /** Handles a container that ended, or that released its resources to request them again. */
  void onCompleted(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    String id = PendingContainerRegistry.id(c);
    gate.pass(event);
    held.releaseGuaranteed(id);
    if (held.release(id) != null) {
      metrics.left.add(1);
    }
    if (ContainerViewFactory.opportunistic(c) && containers.launched(c)) {
      queue.ran();
    }
    boolean isLearnt = guard.callInline("mercury.learn", () -> containers.learn(c), () -> false);
    containers.onCompleted(c);
    String user = ContainerViewFactory.user(c);
    long now = containers.now();
    queue.note(
        "mercury.finish",
        q -> {
          q.onFinished(id, now);
          if (isLearnt) {
            q.reestimate(user, containers::estimateMs);
          }
        });
    recovered.killed.remove(c.getContainerId());
    if (recovered.running.remove(c.getContainerId())) {
      arriveIfAllResumed();
    }
  }
}
