// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Hooks the NodeManager's container-scheduler events in mode shadow: stock's scheduler gets every
 * event at once and unchanged, while a mirror of its queue counts and logs Mercury's decisions to
 * start, shed or stop containers. All methods run on the dispatcher thread except {@link #limits}.
 */
public final class ShadowScheduler implements NodeRuntime {
  private final EventHandler<ContainerSchedulerEvent> stock;
  private final ContainerScheduler scheduler;
  private final Context context;
  private final ContainerViewFactory containers;
  private final Guard guard;
  private final NodeQueueMetrics metrics;
  private final RecoveredContainerSnapshot recovered;
  private final LongFunction<NodeQueue> newQueue;

  /** Containers waiting in stock's queue. */
  private final Map<String, Container> waiting = new LinkedHashMap<>();

  private NodeQueue node;
  private volatile SheddingLimits limits = SheddingLimits.NONE;

  /**
   * Creates a scheduler that only observes.
   *
   * @param stock receives every event unchanged
   * @param recovered the containers that ran or waited when the NodeManager stopped
   * @param newQueue creates the queue from the time when a container last ran, in ms
   */
  public ShadowScheduler(
      EventHandler<ContainerSchedulerEvent> stock,
      Context context,
      ContainerViewFactory containers,
      Guard guard,
      NodeQueueMetrics metrics,
      RecoveredContainerSnapshot recovered,
      LongFunction<NodeQueue> newQueue) {
    this.stock = stock;
    this.scheduler = context.getContainerManager().getContainerScheduler();
    this.context = context;
    this.containers = containers;
    this.guard = guard;
    this.metrics = metrics;
    this.recovered = recovered;
    this.newQueue = newQueue;
    this.node = newQueue.apply(containers.now());
  }

  @Override
  public FeatureMode mode() {
    return FeatureMode.SHADOW;
  }

  /** Starts a new mirror of stock's queue, with the current settings. */
  void begin() {
    observe("mercury.mirror", this::mirror);
  }

  private void mirror() {
    startAfresh();
    for (Container c : context.getContainers().values()) {
      if (containers.launched(c)) {
        if (ContainerViewFactory.opportunistic(c) && !ContainerViewFactory.ending(c)) {
          ContainerView view = containers.view(c);
          long time = containers.now();
          change(queue -> queue.onStarted(view, time));
        }
      } else if (ContainerViewFactory.startable(c)) {
        onArrived(c);
      }
    }
  }

  @Override
  public void onExited(Container c) {
    // A line in the diagnostics would change what the application sees.
  }

  @Override
  public void limits(SheddingLimits latest) {
    limits = latest;
  }

  @Override
  public void handle(ContainerSchedulerEvent event) {
    observe("mercury.shadow.before", () -> before(event));
    if (!(event instanceof MercuryEvent)) {
      stock.handle(event);
    }
    observe("mercury.shadow.after", () -> after(event));
  }

  /** Decides as Mercury would, before stock's scheduler acts. */
  private void before(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    if (event instanceof MercuryEvent) {
      if (((MercuryEvent) event).kind() == MercuryEvent.Kind.LIMITS) {
        NodeView now = view(ResourceVector.NONE);
        explain(decide("mercury.shed", queue -> queue.toShed(limits, now)));
      }
    } else if (event.getType() == ContainerSchedulerEventType.SCHEDULE_CONTAINER) {
      NodeView now = view(ResourceVector.NONE);
      ContainerView arriving = containers.view(c);
      explain(
          PendingContainerRegistry.id(c),
          ContainerViewFactory.opportunistic(c)
              ? decide("mercury.enqueue", queue -> queue.toAdmit(arriving, now, 0))
              : decide(
                  "mercury.reclaim",
                  queue -> queue.toReclaim(ResourceCodec.vector(c.getResource()), now)));
    } else if (event.getType() == ContainerSchedulerEventType.CONTAINER_COMPLETED) {
      String id = PendingContainerRegistry.id(c);
      boolean ran = waiting.remove(id) == null && containers.launched(c);
      long time = containers.now();
      change(queue -> queue.onFinished(id, time));
      containers.learn(c);
      NodeView then = view(ran ? ResourceCodec.vector(c.getResource()) : ResourceVector.NONE);
      explain(decide("mercury.start", queue -> queue.toStart(then)));
    }
  }

  /** Follows stock's scheduler after it has acted. */
  private void after(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    if (event.getType() == ContainerSchedulerEventType.SCHEDULE_CONTAINER) {
      if (recovered.running.remove(c.getContainerId())) {
        containers.onResumed(c);
      }
      onArrived(c);
    } else if (event.getType() == ContainerSchedulerEventType.UPDATE_CONTAINER) {
      onUpdated(c);
    } else if (event.getType() == ContainerSchedulerEventType.CONTAINER_COMPLETED) {
      containers.onCompleted(c);
    }
    if (waiting.size() != scheduler.getNumQueuedOpportunisticContainers()) {
      List<ContainerView> started = new ArrayList<>();
      List<String> leftQueue = new ArrayList<>();
      waiting
          .values()
          .removeIf(
              w -> {
                boolean launched = containers.launched(w);
                boolean left =
                    !ContainerViewFactory.startable(w) || !ContainerViewFactory.opportunistic(w);
                if (launched) {
                  started.add(containers.view(w));
                } else if (left) {
                  leftQueue.add(PendingContainerRegistry.id(w));
                }
                return launched || left;
              });
      long time = containers.now();
      change(
          queue -> {
            started.forEach(v -> queue.onStarted(v, time));
            leftQueue.forEach(id -> queue.onPromoted(id, time));
          });
    }
    NodeView now = view(ResourceVector.NONE);
    if (node.isPolicing()) {
      change(queue -> queue.observe(now));
    }
    metrics.publish(now.nowMs(), node.waitSnapshot(now), waiting.size(), 0);
  }

  private void onArrived(Container c) {
    if (ContainerViewFactory.opportunistic(c)) {
      ContainerView view = containers.view(c);
      waiting.put(view.id(), c);
      change(queue -> queue.enqueue(view));
    }
  }

  /** Handles an update; the promotion of a waiting container shows in stock's queue later. */
  private void onUpdated(Container c) {
    if (containers.launched(c)) {
      change(containers.update(c));
    } else if (ContainerViewFactory.startable(c)) {
      onArrived(c);
    }
  }

  private <T> Decision<T> decide(String hook, GuardedNodeQueue.PolicyCall<T> call) {
    return GuardedNodeQueue.decide(guard, node, hook, call);
  }

  private void change(Consumer<NodeQueue> change) {
    GuardedNodeQueue.change(guard, node, "mercury.mirror", change, this::startAfresh);
  }

  private void startAfresh() {
    waiting.clear();
    node = newQueue.apply(containers.now());
  }

  private void explain(String subject, Decision<?> decision) {
    if (decision != null) {
      metrics.explain(containers.now(), subject, decision);
    }
  }

  private void explain(Decision<List<String>> decision) {
    if (decision != null) {
      metrics.explain(containers.now(), decision, false);
    }
  }

  private void observe(String hook, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      guard.recordFailure(hook, e);
    }
  }

  /**
   * Returns the policies' view of the node as if {@code freed} were free; stock's queue counts as
   * Mercury's.
   */
  private NodeView view(ResourceVector freed) {
    NodeView now = containers.node(ResourceVector.NONE, 0);
    ResourceVector guaranteed = ResourceVector.NONE;
    if (scheduler.getNumQueuedGuaranteedContainers() > 0) {
      for (Container c : context.getContainers().values()) {
        if (!ContainerViewFactory.opportunistic(c)
            && !containers.launched(c)
            && ContainerViewFactory.startable(c)) {
          guaranteed = guaranteed.plus(ResourceCodec.vector(c.getResource()));
        }
      }
    }
    return new NodeView(now.nowMs(), now.total(), now.used().minus(freed), guaranteed, 0);
  }
}
