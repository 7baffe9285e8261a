// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.coordinator.CoordinatorPolicy;
import org.yarnext.mercury.policy.coordinator.NodeHeartbeatSnapshot;
import org.yarnext.mercury.policy.coordinator.NodeReport;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeClaim;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Simulates Mercury's coordinator in the ResourceManager: runs the daemon's policies once a round.
 */
final class SimulatedCoordinator {
  /** As in the daemon: after this time the scheduler knows new placements. */
  private static final long NEW_MS = 1_000;

  /** As in the daemon: claims of containers that have not started by then expire. */
  private static final long CLAIM_EXPIRY_MS = 60_000;

  private final MercurySimulation simulation;
  private final MercuryConfiguration configuration;
  private final CoordinatorPolicy policy;
  private final NodeRankingCache rankings;
  private final Map<String, CandidateNode> candidates = new HashMap<>();

  /** Placed containers that no round has found reported; never iterated. */
  private final Map<String, SimulatedContainer> placed = new HashMap<>();

  private SheddingLimits limits = SheddingLimits.NONE;

  /**
   * @param random breaks ties of nodes with equal waits
   */
  SimulatedCoordinator(MercurySimulation simulation, Random random) {
    this.simulation = simulation;
    this.configuration = simulation.model().onManager;
    this.policy = new CoordinatorPolicy(configuration.coordinator());
    this.rankings =
        new NodeRankingCache(
            configuration.coordinator().staleAfterMs(),
            NEW_MS,
            CLAIM_EXPIRY_MS,
            CLAIM_EXPIRY_MS,
            () -> random);
    for (SimulatedHost host : simulation.hosts()) {
      candidates.put(
          host.id,
          CandidateNode.of(host.node.host(), SimulatedHost.PORT, host.node.rack(), "")
              .withTotal(host.total()));
    }
  }

  void begin() {
    simulation.every(
        configuration.coordinator().intervalMs(),
        () -> {
          round(simulation.nowMs());
          return true;
        });
  }

  private void round(long nowMs) {
    Set<Object> arrived = new HashSet<>();
    for (Object id : rankings.unreported(nowMs)) {
      SimulatedContainer c = placed.get(id);
      if (c == null || c.reported || c.state == SimulatedContainer.State.ENDED) {
        arrived.add(id);
        placed.remove(id);
      }
    }
    List<NodeHeartbeatSnapshot> seen = new ArrayList<>(simulation.hosts().size());
    for (SimulatedHost host : simulation.hosts()) {
      seen.add(
          host.record() == null
              ? new NodeHeartbeatSnapshot(host.id, null, -1, 0)
              : new NodeHeartbeatSnapshot(
                  host.id, host.record(), host.reportedWaitMs(), host.reportedLength()));
    }
    Decision<CoordinatorPolicy.Round> decision = policy.round(seen, nowMs);
    List<CandidateNode> reports = new ArrayList<>();
    for (NodeReport report : decision.value().fresh()) {
      reports.add(candidates.get(report.node()).withWaitMs(Math.round(report.waitMs())));
    }
    rankings.publish(reports, arrived, Collections.emptySet(), nowMs);
    OptionalInt limitMs = decision.value().limitMs();
    boolean sent = configuration.coordinatorMode().acts() && limitMs.isPresent();
    limits = sent ? new SheddingLimits(-1, limitMs.getAsInt()) : SheddingLimits.NONE;
    simulation.count(sent ? "rounds-with-limit" : "rounds-without-limit");
  }

  /** Returns the limits that nodes receive with their heartbeats. */
  SheddingLimits limits() {
    return limits;
  }

  NodeRankingCache rankings() {
    return rankings;
  }

  /** Records a container placed by a decision that claimed its node. */
  void placed(SimulatedContainer c, NodeClaim claim) {
    placed.put(c.id(), c);
    claim.bind(c.id());
  }

  /** Records a placement by stock, which lengthens the node's wait by {@code costMs}. */
  void placedByStock(SimulatedContainer c, long costMs) {
    placed.put(c.id(), c);
    rankings.placed(null, c.id(), c.host.id, costMs, simulation.nowMs());
  }
}
