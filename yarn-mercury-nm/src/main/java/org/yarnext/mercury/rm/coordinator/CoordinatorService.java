// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.coordinator.CoordinatorPolicy;
import org.yarnext.mercury.policy.coordinator.CoordinatorSettings;
import org.yarnext.mercury.policy.coordinator.NodeHeartbeatSnapshot;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.rm.placement.CandidateNodeReader;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/**
 * Runs the coordinator's rounds in one active ResourceManager: reads its nodes, calls the policy,
 * and applies its decisions in mode on. A failed round leaves stock's limits in force and forgets
 * the known waits and limits, which the next heartbeats restore, but not which nodes reported. The
 * mode is read once a round; when it is no longer on, stock's limits apply at once.
 */
public final class CoordinatorService {
  /** Time by which the scheduler knows every placed container. */
  private static final long NEW_MS = 1000;

  /**
   * Minimum time after which a placed container that has not started counts as one that its
   * application may not start.
   */
  private static final long START_MS = 10_000;

  /** Time after which a placed container that has not started no longer counts. */
  private static final long CLAIM_EXPIRY_MS = 60_000;

  private final RMContextImpl context;
  private final MercuryConfiguration configuration;
  private final LongSupplier clockMs;
  private final Guard guard;
  private final CoordinatorMetrics metrics;
  private final NodeRankingCache rankings;
  private final CandidateNodeReader candidates;
  private final QueueLimitHook limits;
  private final StaleNodeHook silent;
  private CoordinatorSettings settings;
  private CoordinatorPolicy policy;

  /** The ids of nodes as text, which each round needs; some may have left. */
  private final Map<NodeId, String> ids = new HashMap<>();

  /** True while rounds have left anything that must be put back when the mode becomes off. */
  private boolean hasRun;

  private volatile boolean stopped;

  /** Creates the service of one active ResourceManager; the clock is monotonic, in ms. */
  public CoordinatorService(
      MercuryConfiguration configuration, RMContextImpl context, LongSupplier clockMs) {
    this.context = context;
    this.clockMs = clockMs;
    this.configuration = configuration;
    settings = configuration.coordinator();
    guard = new Guard("mercury-coordinator", configuration.guard(), System::nanoTime);
    metrics = new CoordinatorMetrics(configuration::coordinatorMode, guard);
    rankings =
        new NodeRankingCache(
            settings.staleAfterMs(),
            NEW_MS,
            Math.max(START_MS, settings.staleAfterMs()),
            CLAIM_EXPIRY_MS,
            ThreadLocalRandom::current);
    candidates = new CandidateNodeReader(context, configuration::fixedCeiling);
    limits =
        new QueueLimitHook(
            context,
            guard,
            () -> configuration.coordinatorMode().acts(),
            clockMs,
            settings.staleAfterMs(),
            metrics::unregister);
    silent = new StaleNodeHook(context);
    policy = new CoordinatorPolicy(settings);
  }

  /** Returns the cache that the rounds publish to. */
  public NodeRankingCache rankings() {
    return rankings;
  }

  /** Runs one round on the thread of the scheduling monitor. Never throws. */
  public void next() {
    if (stopped) {
      return;
    }
    FeatureMode mode = configuration.coordinatorMode();
    if (!mode.decides()) {
      if (hasRun) {
        hasRun = false;
        silent.clear();
        restart();
        metrics.reset();
      }
      return;
    }
    hasRun = true;
    follow(configuration.coordinator());
    metrics.register(context.getYarnConfiguration());
    long nowMs = clockMs.getAsLong();
    CoordinatorPolicy currentPolicy = policy;
    Set<Object> ended = new HashSet<>();
    Set<Object> arrived =
        guard.callInline(
            "mercury.coordinator.arrived", () -> arrived(ended, nowMs), Collections::emptySet);
    List<NodeHeartbeatSnapshot> seen =
        guard.callInline("mercury.coordinator.read", this::heartbeats, () -> null);
    Decision<CoordinatorPolicy.Round> decision =
        seen == null
            ? null
            : guard.call(
                "mercury.coordinator.decide", () -> currentPolicy.round(seen, nowMs), () -> null);
    if (decision == null) {
      fallBack();
    } else {
      guard.runInline(
          "mercury.coordinator.publish",
          () -> publish(decision, arrived, ended, nowMs, mode),
          this::fallBack);
    }
    if (stopped || Thread.currentThread().isInterrupted()) {
      // The coordinator was stopped during this round: stopping does not wait for it, and a
      // refresh that removes the coordinator interrupts it. Remove the round's results.
      limits.putBack();
      rankings.clear();
      metrics.unregister();
    }
  }

  /** Applies changed settings from this round on. */
  private void follow(CoordinatorSettings now) {
    if (!now.equals(settings)) {
      settings = now;
      policy = policy.restarted(now);
    }
  }

  /**
   * Returns the containers that no longer count as placed since their nodes reported them.
   *
   * @param ended receives those that no longer exist
   */
  private Set<Object> arrived(Set<Object> ended, long nowMs) {
    List<Object> unreported = rankings.unreported(nowMs);
    if (unreported.isEmpty()) {
      return Collections.emptySet();
    }
    AbstractYarnScheduler<?, ?> scheduler = ActiveScheduler.of(context);
    Set<Object> arrived = new HashSet<>();
    for (Object id : unreported) {
      RMContainer container = scheduler.getRMContainer((ContainerId) id);
      // A node's first report of a container makes it running, even if it waits there or is
      // localised; the reported wait includes it.
      if (container == null) {
        ended.add(id);
      } else if (container.getState() == RMContainerState.RUNNING) {
        arrived.add(id);
      }
    }
    return arrived;
  }

  private List<NodeHeartbeatSnapshot> heartbeats() {
    Collection<RMNode> nodes = context.getRMNodes().values();
    if (ids.size() > 2 * nodes.size()) {
      ids.clear();
    }
    List<NodeHeartbeatSnapshot> seen = new ArrayList<>(nodes.size());
    for (RMNode node : nodes) {
      if (node.getState() == NodeState.RUNNING) {
        String id = ids.computeIfAbsent(node.getNodeID(), NodeId::toString);
        seen.add(snapshot(id, node.getOpportunisticContainersStatus()));
      }
    }
    return seen;
  }

  private static NodeHeartbeatSnapshot snapshot(String id, OpportunisticContainersStatus s) {
    // A node without a queue refuses every container, and would look idle for ever.
    return s == null || s.getOpportQueueCapacity() <= 0
        ? new NodeHeartbeatSnapshot(id, s, -1, 0)
        : new NodeHeartbeatSnapshot(
            id,
            s,
            s.getEstimatedQueueWaitTime(),
            s.getWaitQueueLength(),
            s.getOpportQueueCapacity());
  }

  private void publish(
      Decision<CoordinatorPolicy.Round> decision,
      Set<Object> arrived,
      Set<Object> ended,
      long nowMs,
      FeatureMode mode) {
    rankings.publish(candidates.read(decision.value().fresh()), arrived, ended, nowMs);
    if (mode.acts()) {
      limits.send(decision.value().limitMs(), nowMs);
      silent.removeFromList(decision.value().missingNodes());
    } else {
      limits.putBack();
      silent.clear();
    }
    metrics.round(decision);
  }

  private void fallBack() {
    restart();
    metrics.failed();
  }

  private void restart() {
    limits.putBack();
    rankings.clear();
    policy = policy.restarted(settings);
  }

  /** Stops for good and restores stock's limits; may be called twice and by any thread. */
  public void stop() {
    stopped = true;
    limits.close();
    rankings.clear();
    metrics.unregister();
    guard.close();
  }
}
