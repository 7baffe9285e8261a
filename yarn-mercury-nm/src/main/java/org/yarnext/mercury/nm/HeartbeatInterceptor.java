// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import java.util.List;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.nm.scheduler.ContainerViewFactory;
import org.yarnext.mercury.nm.scheduler.MercuryEvent;
import org.yarnext.mercury.nm.scheduler.NodeQueueMetrics;
import org.yarnext.mercury.nm.scheduler.NodeRuntime;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Adds the state of the opportunistic queue to heartbeats and reads the limits from their
 * responses; see {@link ContainerManagerInterposer}. Both methods run on any thread and never
 * throw.
 */
final class HeartbeatInterceptor {
  private final Context context;
  private final ContainerViewFactory containers;
  private final MercuryConfiguration configuration;
  private final Guard guard;
  private final NodeQueueMetrics metrics;
  private final NodeRuntime runtime;
  private final EventHandler<? super MercuryEvent> dispatcher;
  private volatile boolean limited;

  HeartbeatInterceptor(
      Context context,
      ContainerViewFactory containers,
      MercuryConfiguration configuration,
      Guard guard,
      NodeQueueMetrics metrics,
      NodeRuntime runtime,
      EventHandler<? super MercuryEvent> dispatcher) {
    this.context = context;
    this.containers = containers;
    this.configuration = configuration;
    this.guard = guard;
    this.metrics = metrics;
    this.runtime = runtime;
    this.dispatcher = dispatcher;
  }

  /** Returns the status to send: stock's, and in mode on with Mercury's queue and its wait. */
  OpportunisticContainersStatus report(OpportunisticContainersStatus stock) {
    if (!runtime.mode().acts() || guard.state() == GuardState.TRIPPED) {
      return stock;
    }
    return guard.callInline("mercury.report", () -> withQueue(stock), () -> stock);
  }

  private OpportunisticContainersStatus withQueue(OpportunisticContainersStatus stock) {
    OpportunisticContainersStatus s = OpportunisticContainersStatus.newInstance();
    s.setRunningOpportContainers(stock.getRunningOpportContainers());
    s.setOpportMemoryUsed(stock.getOpportMemoryUsed());
    s.setOpportCoresUsed(stock.getOpportCoresUsed());
    s.setQueuedOpportContainers(stock.getQueuedOpportContainers() + metrics.held());
    s.setWaitQueueLength(stock.getWaitQueueLength() + metrics.held() + metrics.guaranteedWaiting());
    s.setOpportQueueCapacity(configuration.queueLimits().maxLength());
    // This heartbeat names these containers, so the ResourceManager stops counting them as
    // placed.
    List<ContainerView> arriving = containers.arriving(context.getContainers().values());
    s.setEstimatedQueueWaitTime(metrics.waitAt(containers.now(), arriving).totalMsAsInt());
    return s;
  }

  /** Stores new limits and has them enforced if containers are waiting. */
  void limits(ContainerQueuingLimit limit) {
    if (!runtime.mode().decides()) {
      return;
    }
    guard.runInline(
        "mercury.limits",
        () -> {
          SheddingLimits latest =
              new SheddingLimits(limit.getMaxQueueLength(), limit.getMaxQueueWaitTimeInMs());
          runtime.limits(latest);
          // The removal of the limits also counts as a change: it ends the shedding delay of the
          // last ones.
          boolean hasChanges = latest.any() || limited;
          limited = latest.any();
          if (hasChanges && metrics.held() > 0) {
            dispatcher.handle(new MercuryEvent(MercuryEvent.Kind.LIMITS));
          }
        },
        () -> {});
  }
}
