// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.time.Duration;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.nm.overallocation.OverallocationSource;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/** The parts of Mercury that differ from test to test, and the schedulers made of them. */
public final class MercurySetup {
  QueueOrder order = new FifoOrder();
  VictimPolicy victims = new LeastWorkLostVictims();
  SheddingPolicy shedding = new LastToRunShedding();
  CeilingPolicy ceiling = CeilingPolicy.NONE;
  NodeQueueLimits limits = new NodeQueueLimits(100, 120_000, 1.0, 0);
  long reclaimTimeoutMs = 10_000;
  GuardSettings guard = GuardSettings.defaults().withDeadline(Duration.ofSeconds(60));
  public final RecoveredContainerSnapshot recovered = new RecoveredContainerSnapshot();
  public OverallocationSource usage = OverallocationSource.OFF;

  NodeQueue newQueue(long lastRanMs) {
    return new NodeQueue(order, victims, shedding, ceiling, limits, lastRanMs);
  }

  MercuryScheduler mercury(
      FakeNode node,
      EventHandler<ContainerSchedulerEvent> behind,
      ContainerViewFactory views,
      LongFunction<NodeQueue> queues) {
    return new MercuryScheduler(
        behind,
        node.context,
        views,
        node.guard,
        node.metrics,
        queues,
        reclaimTimeoutMs,
        node.pauses,
        recovered,
        usage);
  }

  ShadowScheduler shadow(FakeNode node, ContainerViewFactory views) {
    return new ShadowScheduler(
        node.stock, node.context, views, node.guard, node.metrics, recovered, this::newQueue);
  }

  SchedulerSelector switched(
      FakeNode node, ContainerViewFactory views, Supplier<ConfigurationSnapshot> settings) {
    return new SchedulerSelector(
        node.stock,
        mercury(node, node.stock, views, this::newQueue),
        shadow(node, views),
        settings,
        views,
        recovered,
        node.guard,
        node.metrics,
        reclaimTimeoutMs);
  }
}
