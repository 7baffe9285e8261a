/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.nm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.UpdateContainerSchedulerEvent;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeQueue;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.SheddingLimits;

/**
 * Hooks the NodeManager's container-scheduler events in mode on: opportunistic containers wait
 * here, in Mercury's order, and reach the stock scheduler when they can start at once, so that its
 * own queue stays empty; a guaranteed container that finds the node full waits here only while the
 * victims Mercury chose for it go (Mercury section 3.4).
 *
 * <p>Whatever goes wrong, everything held goes to the stock scheduler at once, guaranteed
 * containers first, and the next event starts from what the NodeManager itself knows. An event
 * reaches the stock scheduler exactly once. All methods run on the NodeManager's dispatcher thread
 * except {@link #limits}.
 */
final class MercuryScheduler implements NodeRuntime {
  /** A waiting container's estimate is corrected when it is off by more than this share of it. */
  private static final double CLEAR_DIFFERENCE = 0.1;

  private static final int KILLED = ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER;

  private final EventHandler<ContainerSchedulerEvent> stock;
  private final ContainerScheduler scheduler;
  private final Context context;
  private final Containers containers;
  private final Guard guard;
  private final NodeJournal journal;
  private final LongFunction<NodeQueue> newQueue;
  private final long reclaimTimeoutMs;
  private final boolean stockPausesVictims;
  private final Set<ContainerId> recoveredRunning;

  private final HeldContainers held = new HeldContainers();

  /** Taken from an event and neither held nor given to stock yet. */
  private Container inHand;

  private NodeQueue node;

  /** When an opportunistic container last ran; outlives the queue. */
  private long lastRanMs;

  private boolean stale = true;
  private boolean eventDelivered;
  private Throwable stockFailure;
  private volatile SheddingLimits limits = SheddingLimits.NONE;

  MercuryScheduler(
      EventHandler<ContainerSchedulerEvent> stock,
      Context context,
      Containers containers,
      Guard guard,
      NodeJournal journal,
      LongFunction<NodeQueue> newQueue,
      long reclaimTimeoutMs,
      boolean stockPausesVictims,
      Set<ContainerId> recoveredRunning) {
    this.stock = stock;
    this.scheduler = context.getContainerManager().getContainerScheduler();
    this.context = context;
    this.containers = containers;
    this.guard = guard;
    this.journal = journal;
    this.newQueue = newQueue;
    this.reclaimTimeoutMs = reclaimTimeoutMs;
    this.stockPausesVictims = stockPausesVictims;
    this.recoveredRunning = recoveredRunning;
    this.lastRanMs = containers.now();
  }

  @Override
  public void limits(SheddingLimits latest) {
    limits = latest;
  }

  @Override
  public void handle(ContainerSchedulerEvent event) {
    eventDelivered = event instanceof MercuryEvent;
    inHand = null;
    try {
      if (stale && held.opportunisticSize() > 0) {
        fallBack();
      }
      dispatch(event);
      observe();
    } catch (Throwable t) {
      if (t == stockFailure) {
        throw t;
      }
      guard.recordFailure("mercury.hook", t);
      if (inHand != null) {
        schedule(inHand);
      } else if (!eventDelivered) {
        toStock(event);
      }
      fallBack();
    }
    publish();
  }

  private void dispatch(ContainerSchedulerEvent event) {
    if (event instanceof MercuryEvent) {
      onMercury((MercuryEvent) event);
      return;
    }
    switch (event.getType()) {
      case SCHEDULE_CONTAINER:
        onSchedule(event);
        break;
      case CONTAINER_COMPLETED:
        onCompleted(event);
        break;
      case UPDATE_CONTAINER:
        onUpdate((UpdateContainerSchedulerEvent) event);
        break;
      case RECOVERY_COMPLETED:
        toStock(event);
        refreshIfEmpty();
        break;
      default:
        toStock(event);
        startNext();
    }
  }

  // ---- arrivals ------------------------------------------------------------------------------

  private void onSchedule(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    if (recoveredRunning.remove(c.getContainerId())) {
      resume(event);
    } else {
      take(c);
    }
  }

  /**
   * Takes up a container that ran when the NodeManager stopped. Stock asks here whether the node
   * has room for it although it already counts it as running, so on a node that is more than half
   * full it would neither watch it nor notice its end.
   */
  private void resume(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    c.sendLaunchEvent();
    eventDelivered = true;
    journal.recoveredRunning.add(1);
    if (Containers.opportunistic(c)) {
      context.getNodeManagerMetrics().startOpportunisticContainer(c.getResource());
      ContainerView view = containers.view(c);
      if (!stale) {
        NodeQueue queue = node;
        long now = containers.now();
        note("mercury.resume", () -> queue.started(view, now));
      }
    }
    startNext();
  }

  /** A container that Mercury schedules from now on. */
  private void take(Container c) {
    eventDelivered = true;
    inHand = c;
    if (Containers.opportunistic(c)) {
      journal.arrived.add(1);
      held.hold(c);
      inHand = null;
      arrive(c);
    } else {
      arriveGuaranteed(c);
    }
  }

  private void arrive(Container c) {
    NodeQueue queue = current();
    ContainerView view = containers.view(c);
    // A guaranteed container in stock's queue may yet become an opportunistic one there.
    NodeView now = view();
    Decision<Boolean> admitted =
        guard.call(
            "mercury.enqueue",
            () -> {
              Decision<Boolean> d = queue.toAdmit(view, now, now.stockQueued());
              if (d.value()) {
                queue.enqueue(view);
              }
              return d;
            },
            () -> null);
    if (admitted == null) {
      fallBack();
      return;
    }
    node = queue;
    stale = false;
    journal.explain(containers.now(), view.id(), admitted);
    if (!admitted.value()) {
      held.release(view.id());
      journal.rejected.add(1);
      String what =
          admitted.reason() == MercuryReason.QUEUE_FULL ? "queue is full" : "is too large";
      stopWaiting(c, "Opportunistic container " + what + ". " + admitted);
    }
    startNext();
  }

  private void arriveGuaranteed(Container c) {
    ResourceVector size = Containers.vector(c.getResource());
    NodeView view = view();
    boolean fits = view.used().plus(view.guaranteedWaiting()).plus(size).fitsIn(view.total());
    // What waits in the stock scheduler would take the room that victims leave.
    if (stockPausesVictims || view.stockQueued() > 0 || (fits && held.guaranteedSize() == 0)) {
      schedule(c);
      return;
    }
    NodeQueue queue = current();
    catchUp(queue);
    Decision<List<String>> victims =
        guard.call("mercury.reclaim", () -> queue.toReclaim(size, view), () -> null);
    if (victims == null) {
      schedule(c);
      fallBack();
      return;
    }
    node = queue;
    stale = false;
    journal.explain(view.nowMs(), HeldContainers.id(c), victims);
    if (victims.reason() == MercuryReason.RECLAIM_IMPOSSIBLE) {
      releaseAllGuaranteed();
      schedule(c);
      return;
    }
    for (String id : victims.value()) {
      stop(id, c, victims);
    }
    held.holdGuaranteed(c, view.nowMs());
    inHand = null;
    journal.guaranteedHeld.add(1);
    // Room may be on its way, or be there already.
    releaseGuaranteed();
  }

  private void stop(String id, Container winner, Decision<?> why) {
    Container victim = context.getContainers().get(ContainerId.fromString(id));
    if (victim != null) {
      node.stopping(id);
      journal.victims.add(1);
      victim.sendKillEvent(
          KILLED,
          "Container Killed to make room for Guaranteed Container. "
              + winner.getContainerId()
              + ": "
              + why);
    }
  }

  // ---- ends and changes ----------------------------------------------------------------------

  private void onCompleted(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    String id = HeldContainers.id(c);
    toStock(event);
    held.releaseGuaranteed(id);
    if (held.release(id) != null) {
      journal.left.add(1);
    }
    if (Containers.opportunistic(c) && Containers.launched(c)) {
      lastRanMs = containers.now();
    }
    guard.runInline("mercury.learn", () -> containers.learn(c), () -> {});
    if (!stale) {
      NodeQueue queue = node;
      long now = containers.now();
      List<ContainerView> corrected = corrected(c);
      note(
          "mercury.finish",
          () -> {
            queue.finished(id, now);
            corrected.forEach(queue::changed);
          });
    }
    startNext();
  }

  /** Waiting containers of the kind that just ended whose estimate is clearly another one now. */
  private List<ContainerView> corrected(Container ended) {
    List<ContainerView> corrected = new ArrayList<>();
    held.opportunisticOf(ended.getContainerId().getApplicationAttemptId())
        .forEach(
            (id, c) -> {
              long known = node.get(id).estimatedRunMs();
              if (Math.abs(containers.estimateMs(c) - known) > CLEAR_DIFFERENCE * known) {
                corrected.add(containers.view(c));
              }
            });
    return corrected;
  }

  private void onUpdate(UpdateContainerSchedulerEvent event) {
    Container c = event.getContainer();
    String id = HeldContainers.id(c);
    NodeQueue queue = node;
    if (held.opportunistic(id) != null) {
      eventDelivered = true;
      if (Containers.opportunistic(c)) {
        ContainerView view = containers.view(c);
        note("mercury.change", () -> queue.changed(view));
      } else {
        // A waiting container was promoted: from now on it is a guaranteed one that just arrived.
        held.release(id);
        inHand = c;
        journal.promoted.add(1);
        arriveGuaranteed(c);
        if (!stale) {
          note("mercury.promote", () -> queue.promoted(id));
        }
      }
    } else if (held.releaseGuaranteed(id) != null) {
      take(c);
    } else {
      toStock(event);
      // The stock scheduler reads a running container's type from its token, and so do we.
      refreshIfEmpty();
      if (!stale) {
        boolean opportunistic = Containers.opportunistic(c);
        ContainerView view = containers.view(c);
        note(
            "mercury.change",
            () -> {
              queue.promoted(id);
              if (opportunistic && view.started()) {
                queue.started(view, 0);
              }
            });
      }
    }
    startNext();
  }

  private void onMercury(MercuryEvent event) {
    if (event.kind() == MercuryEvent.Kind.LIMITS) {
      shed();
    }
    startNext();
  }

  private void shed() {
    SheddingLimits asked = limits;
    if (stale || held.opportunisticSize() == 0) {
      return;
    }
    NodeQueue queue = node;
    NodeView view = view();
    Decision<List<String>> d =
        guard.call("mercury.shed", () -> queue.toShed(asked, view), () -> null);
    if (d == null) {
      fallBack();
      return;
    }
    journal.explain(view.nowMs(), d.value().toString(), d);
    List<String> shed = new ArrayList<>();
    for (String id : d.value()) {
      Container c = held.opportunistic(id);
      // One whose promotion is on its way to us is guaranteed already.
      if (c != null && Containers.opportunistic(c)) {
        held.release(id);
        shed.add(id);
        journal.shed.add(1);
        stopWaiting(c, "Container De-queued to meet NM queuing limits. " + d);
      }
    }
    if (!shed.isEmpty()) {
      note("mercury.shed", () -> shed.forEach(queue::shed));
    }
  }

  /**
   * Stops a container that never ran. Stock notes the stop of a running one in the state store and
   * forgets to here, so that a restarted NodeManager would run what its application asked for
   * again.
   */
  private void stopWaiting(Container c, String why) {
    try {
      context.getNMStateStore().storeContainerKilled(c.getContainerId());
    } catch (IOException e) {
      guard.recordFailure("mercury.store", e);
    }
    c.sendKillEvent(KILLED, why);
  }

  // ---- starts --------------------------------------------------------------------------------

  private void startNext() {
    releaseGuaranteed();
    if (stale || held.opportunisticSize() == 0) {
      return;
    }
    NodeQueue queue = node;
    if (queue.polices()) {
      // What the stock scheduler has started out of its own queue is below the ceiling too.
      catchUp(queue);
    }
    NodeView view = view();
    Decision<List<String>> d = guard.call("mercury.start", () -> queue.toStart(view), () -> null);
    if (d == null) {
      fallBack();
      return;
    }
    journal.explain(view.nowMs(), d.value().toString(), d);
    List<ContainerView> running = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    for (String id : d.value()) {
      Container c = held.release(id);
      if (c == null || !Containers.startable(c)) {
        gone.add(id);
        journal.left.add(c == null ? 0 : 1);
        continue;
      }
      inHand = c;
      schedule(c);
      journal.started.add(1);
      if (Containers.launched(c)) {
        running.add(containers.view(c));
      } else {
        // Stock's accounts differ from what was read: it queues the container and starts it later.
        gone.add(id);
      }
    }
    if (!d.value().isEmpty()) {
      note(
          "mercury.started",
          () -> {
            running.forEach(v -> queue.started(v, view.nowMs()));
            gone.forEach(id -> queue.finished(id, view.nowMs()));
          });
    }
  }

  private void releaseGuaranteed() {
    for (Container c = held.firstGuaranteed(); c != null; c = held.firstGuaranteed()) {
      NodeView view = view();
      boolean timedOut = held.guaranteedHeldMs(c, view.nowMs()) > reclaimTimeoutMs;
      // What waits in the stock scheduler would take the room that this one's victims leave.
      boolean overtaken = view.stockQueued() > 0;
      if (!timedOut && !overtaken && !Containers.vector(c.getResource()).fitsIn(view.free())) {
        return;
      }
      journal.guaranteedTimedOut.add(timedOut ? 1 : 0);
      held.releaseGuaranteed(HeldContainers.id(c));
      schedule(c);
    }
  }

  private void releaseAllGuaranteed() {
    for (Container c = held.firstGuaranteed(); c != null; c = held.firstGuaranteed()) {
      held.releaseGuaranteed(HeldContainers.id(c));
      schedule(c);
    }
  }

  // ---- the stock scheduler -------------------------------------------------------------------

  /** Gives a container to the stock scheduler, whose job it is from now on. */
  private void schedule(Container c) {
    toStock(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    inHand = null;
  }

  private void toStock(ContainerSchedulerEvent event) {
    eventDelivered = true;
    try {
      stock.handle(event);
    } catch (RuntimeException | Error e) {
      stockFailure = e;
      throw e;
    }
  }

  /** Hands everything back to the stock scheduler and starts afresh at the next arrival. */
  private void fallBack() {
    stale = true;
    if (Thread.currentThread().isInterrupted()) {
      // The NodeManager stops: what waits is in its state store as requested and comes back as
      // such.
      return;
    }
    int opportunistic = held.opportunisticSize();
    for (Container c : held.releaseAll()) {
      schedule(c);
    }
    journal.handedBack.add(opportunistic);
  }

  /** Tells the queue what happened; if that fails, everything goes to stock. */
  private void note(String hook, Runnable change) {
    Boolean done =
        guard.call(
            hook,
            () -> {
              change.run();
              return true;
            },
            () -> false);
    if (!done) {
      fallBack();
    }
  }

  // ---- views ---------------------------------------------------------------------------------

  /** With nothing waiting, the next decision starts from what the NodeManager itself knows. */
  private void refreshIfEmpty() {
    stale = stale || held.opportunisticSize() == 0;
  }

  /** The queue to decide on; after a fallback one made from what the NodeManager knows. */
  private NodeQueue current() {
    if (!stale) {
      return node;
    }
    NodeQueue fresh = newQueue.apply(lastRanMs);
    catchUp(fresh);
    return fresh;
  }

  /**
   * Takes over what the NodeManager knows of launched containers: some the stock scheduler started,
   * and of others an event that is still in the queue will tell the end or the change.
   */
  private void catchUp(NodeQueue queue) {
    for (Container c : context.getContainers().values()) {
      if (!Containers.launched(c)) {
        continue;
      }
      String id = HeldContainers.id(c);
      if (!Containers.opportunistic(c)) {
        queue.promoted(id);
        continue;
      }
      if (queue.get(id) == null && c.getContainerState() != ContainerState.DONE) {
        queue.started(containers.view(c), containers.now());
      }
      if (Containers.ending(c)) {
        queue.stopping(id);
      }
    }
  }

  private NodeView view() {
    return containers.node(
        held.guaranteedResources(),
        scheduler.getNumQueuedGuaranteedContainers()
            + scheduler.getNumQueuedOpportunisticContainers());
  }

  /** Tells the ceiling what guaranteed containers ask for now; without that it only knows less. */
  private void observe() {
    NodeQueue queue = stale ? current() : node;
    if (queue.polices()) {
      catchUp(queue);
      NodeView now = view();
      guard.call("mercury.observe", () -> queue.observe(now), () -> null);
    }
  }

  /** Tells what waits; a failure here leaves only the reports behind, so nothing is handed back. */
  private void publish() {
    try {
      context
          .getNodeManagerMetrics()
          .setQueuedContainers(
              scheduler.getNumQueuedOpportunisticContainers() + held.opportunisticSize(),
              scheduler.getNumQueuedGuaranteedContainers() + held.guaranteedSize());
      NodeQueue queue = stale ? current() : node;
      journal.publish(
          containers.now(),
          queue.waitSnapshot(view()),
          held.opportunisticSize(),
          held.guaranteedSize());
    } catch (RuntimeException | Error e) {
      guard.recordFailure("mercury.publish", e);
    }
  }
}
