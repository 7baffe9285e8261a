// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.nm.overallocation.OverallocatedContainerRegistry;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.queue.WaitSnapshot;

/**
 * Calls the {@link NodeQueue} through the guard. After a failure the queue is stale and everything
 * is handed back to stock; the queue is then rebuilt from the NodeManager's own state. Owned by the
 * dispatcher thread.
 */
final class GuardedNodeQueue {
  /** A call of the policies; it changes nothing but the queue. */
  interface PolicyCall<T> {
    Decision<T> of(NodeQueue queue);
  }

  private final Context context;
  private final ContainerScheduler scheduler;
  private final ContainerViewFactory containers;
  private final PendingContainerRegistry held;
  private final StockEventHandler gate;
  private final OverallocatedContainerRegistry overallocated;
  private final Guard guard;
  private final RecoveredContainerSnapshot recovered;
  private final LongFunction<NodeQueue> newQueue;

  /** Follows events unless stale; while stale it is null or as read after the latest event. */
  private NodeQueue queue;

  private boolean stale = true;

  /** Time when an opportunistic container last ran, in ms; outlives the queue. */
  private long lastRanMs;

  /** Resources beyond the allocation that the wait counts. */
  private OverallocationView beyond = OverallocationView.NONE;

  /** Number of opportunistic containers waiting in stock's queue after the latest event. */
  private int waitedInStock;

  GuardedNodeQueue(
      Context context,
      ContainerViewFactory containers,
      PendingContainerRegistry held,
      StockEventHandler gate,
      OverallocatedContainerRegistry overallocated,
      Guard guard,
      RecoveredContainerSnapshot recovered,
      LongFunction<NodeQueue> newQueue) {
    this.context = context;
    this.scheduler = context.getContainerManager().getContainerScheduler();
    this.containers = containers;
    this.held = held;
    this.gate = gate;
    this.overallocated = overallocated;
    this.guard = guard;
    this.recovered = recovered;
    this.newQueue = newQueue;
    this.lastRanMs = containers.now();
  }

  // ---- decisions and updates -----------------------------------------------------------------

  /**
   * Calls the policies; after a result the queue follows events.
   *
   * @return null if there is no result: everything has then been handed back to stock
   */
  <T> Decision<T> decide(String hook, PolicyCall<T> call) {
    NodeQueue target = current();
    Decision<T> answer = decide(guard, target, hook, call);
    if (answer == null) {
      fallBack();
    } else {
      stale = false;
    }
    return answer;
  }

  /** Applies a change to the queue unless it is stale and will be read from the NodeManager. */
  void note(String hook, Consumer<NodeQueue> change) {
    if (!stale) {
      change(guard, queue, hook, change, this::fallBack);
    }
  }

  /**
   * Calls the policies through the guard: on another thread, until its deadline, unless the call is
   * known to be short. The hand-off would take most of the time of a short one.
   *
   * @return null if there is no result
   */
  static <T> Decision<T> decide(Guard guard, NodeQueue target, String hook, PolicyCall<T> call) {
    return target.isShort()
        ? guard.callInline(hook, () -> call.of(target), () -> null)
        : guard.call(hook, () -> call.of(target), () -> null);
  }

  /** Applies a change to a queue in the same way, and runs {@code stock} if it fails. */
  static void change(
      Guard guard, NodeQueue target, String hook, Consumer<NodeQueue> change, Runnable stock) {
    if (target.isShort()) {
      guard.runInline(hook, () -> change.accept(target), stock);
    } else {
      guard.run(hook, () -> change.accept(target), stock);
    }
  }

  /**
   * Updates the ceiling with the current guaranteed demand; a failure only leaves the ceiling with
   * less history.
   */
  void observe() {
    NodeQueue target = current();
    if (target.isPolicing()) {
      if (waitedInStock > 0) {
        catchUp(target);
      }
      NodeView now = view();
      change(guard, target, "mercury.observe", q -> q.observe(now), () -> {});
    }
  }

  /** Records that a victim has been told to stop. */
  void onStopping(String id) {
    queue.onStopping(id);
  }

  /**
   * Records that a running container counts as over-allocated, so that it is no victim. Never hands
   * anything back.
   */
  void onOverallocated(String id) {
    if (stale) {
      queue = null;
    } else {
      queue.onFinished(id, containers.now());
    }
  }

  /** Reads the launched containers, since over-allocated ones belong to the allocation by now. */
  void catchUpAll() {
    if (stale) {
      queue = null;
    } else {
      catchUp();
    }
  }

  /** Records that an opportunistic container ran until now. */
  void ran() {
    lastRanMs = containers.now();
    if (!stale) {
      queue.onRan(lastRanMs);
    }
  }

  /** Includes containers that run or may start beyond the allocation in the wait. */
  void beyond(OverallocationView latest) {
    beyond = latest;
  }

  // ---- staleness -----------------------------------------------------------------------------

  boolean stale() {
    return stale;
  }

  /** Hands everything back to stock's scheduler; the next arrival starts afresh. */
  void fallBack() {
    stale = true;
    queue = null;
    gate.handBack();
  }

  /**
   * Takes over from stock's scheduler, which has had all events so far: the next decision starts
   * from the NodeManager's own state.
   */
  void begin() {
    stale = true;
    queue = null;
    waitedInStock = scheduler.getNumQueuedOpportunisticContainers();
    ran();
  }

  /** Makes a queue with the current settings and moves the waiting containers there. */
  void rebuild() {
    if (stale) {
      queue = null;
      return;
    }
    guard.runInline(
        "mercury.settings",
        () -> {
          NodeQueue read = newQueue.apply(lastRanMs);
          catchUp(read);
          held.opportunistic().forEach(c -> read.enqueue(containers.view(c)));
          queue = read;
        },
        this::fallBack);
  }

  /** Corrects all times after the node's clock was set. */
  void onClockSet(long stepMs) {
    containers.onClockSet(stepMs, held.opportunistic(), context.getContainers());
    held.onClockSet(stepMs);
    lastRanMs += stepMs;
    rebuild();
  }

  /** If nothing is waiting, makes the next decision start from the NodeManager's own state. */
  void refreshIfEmpty() {
    if (held.opportunisticSize() == 0) {
      stale = true;
      queue = null;
    }
  }

  /**
   * Must be called after each event. While stale, the NodeManager is read again only after an event
   * of an opportunistic container or one that lets stock's scheduler start some: a node that runs
   * only guaranteed containers has nothing to follow.
   */
  void after(ContainerSchedulerEvent event) {
    int waitInStock = scheduler.getNumQueuedOpportunisticContainers();
    if (stale && (waitInStock != waitedInStock || mayChangeRunning(event))) {
      queue = null;
    } else if (!stale && waitInStock < waitedInStock) {
      // Stock may have started some of them, which no event reports.
      catchUp();
    }
    waitedInStock = waitInStock;
  }

  private static boolean mayChangeRunning(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    boolean startOrEnd =
        event.getType() == ContainerSchedulerEventType.SCHEDULE_CONTAINER
            || event.getType() == ContainerSchedulerEventType.CONTAINER_COMPLETED;
    return c != null && (!startOrEnd || ContainerViewFactory.opportunistic(c));
  }

  private NodeQueue current() {
    if (queue == null) {
      NodeQueue read = newQueue.apply(lastRanMs);
      catchUp(read);
      queue = read;
    }
    return queue;
  }

  /**
   * Reads the launched containers from the NodeManager: stock's scheduler started some, and for
   * others the event of their end or change is still queued.
   */
  void catchUp() {
    catchUp(current());
  }

  /**
   * Reads the launched containers if there is a ceiling, which also covers those started by stock's
   * scheduler, and stock may have started some.
   */
  void catchUpIfPolicing() {
    if (waitedInStock > 0 && current().isPolicing()) {
      catchUp();
    }
  }

  private void catchUp(NodeQueue to) {
    long now = containers.now();
    for (Container c : context.getContainers().values()) {
      if (!containers.launched(c) || overallocated.contains(c.getContainerId())) {
        continue;
      }
      String id = PendingContainerRegistry.id(c);
      if (!ContainerViewFactory.opportunistic(c)) {
        to.onPromoted(id, now);
        continue;
      }
      if (to.get(id) == null && c.getContainerState() != ContainerState.DONE) {
        to.onStarted(containers.view(c), now);
      }
      if (ContainerViewFactory.ending(c) || recovered.killed.contains(c.getContainerId())) {
        to.onStopping(id);
      }
    }
  }

  /** Returns whether any container that was never launched is ending, possibly in stock's queue. */
  boolean someLeaveUnlaunched() {
    for (Container c : context.getContainers().values()) {
      boolean leaves =
          ContainerViewFactory.ending(c) && c.getContainerState() != ContainerState.DONE;
      if (leaves && !containers.launched(c)) {
        return true;
      }
    }
    return false;
  }

  // ---- views ---------------------------------------------------------------------------------

  /** Returns the node as accounted by stock's scheduler, with the containers held here. */
  NodeView view() {
    return containers
        .node(
            held.guaranteedResources(),
            scheduler.getNumQueuedGuaranteedContainers()
                + scheduler.getNumQueuedOpportunisticContainers())
        .with(beyond);
  }

  /** Returns the waiting containers, first to run first; a copy. */
  List<ContainerView> waiting() {
    return current().waiting(containers.now());
  }

  /** Returns the containers that run beyond the allocation. */
  List<ContainerView> runningBeyond() {
    List<ContainerView> running = new ArrayList<>();
    for (Container c : context.getContainers().values()) {
      if (overallocated.contains(c.getContainerId()) && containers.launched(c)) {
        running.add(containers.view(c));
      }
    }
    return running;
  }

  /** Returns the policies' view of a waiting or running container; null if unknown. */
  ContainerView get(String id) {
    return current().get(id);
  }

  WaitSnapshot waitSnapshot() {
    return current().waitSnapshot(view());
  }
}
