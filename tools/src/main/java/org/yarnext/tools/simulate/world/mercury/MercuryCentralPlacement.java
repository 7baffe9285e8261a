// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.PlacementRequest;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.NodeClaim;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.shedding.SheddingLimits;
import org.yarnext.tools.simulate.world.mercury.job.TaskSizeGroup;
import org.yarnext.tools.simulate.world.mercury.load.SimulatedLoadMonitor;

/**
 * Mercury's placement in the ResourceManager: places containers on the nodes with the shortest
 * waits, which the coordinator reports and later placements lengthen. It fills queues only up to
 * the configured wait, for applications in the order of their submission. While the coordinator
 * knows no node, stock's placement is used.
 */
final class MercuryCentralPlacement implements OpportunisticPlacement {
  private final MercurySimulation simulation;
  private final OpportunisticPlacement stock;
  private final SimulatedCoordinator coordinator;
  private final Random random;
  private final TopKPlacement policy;
  private final UnmetDemandTracker demand;
  private final Map<String, SimulatedHost> byName = new HashMap<>();

  MercuryCentralPlacement(
      MercurySimulation simulation, SimulatedLoadMonitor<SimulatedHost> monitor, Random random) {
    this.simulation = simulation;
    this.stock = new StockPlacement(simulation, monitor);
    this.coordinator = new SimulatedCoordinator(simulation, random);
    this.random = random;
    this.policy = TopKPlacement.withAllNodes();
    this.demand = simulation.model().onManager.newDemandTracker();
    for (SimulatedHost host : simulation.hosts()) {
      byName.put(host.node.host(), host);
    }
  }

  @Override
  public void begin() {
    stock.begin();
    coordinator.begin();
  }

  @Override
  public void onHeartbeat(SimulatedHost host) {
    stock.onHeartbeat(host);
  }

  @Override
  public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {
    long nowMs = simulation.nowMs();
    NodeRanking ranking = coordinator.rankings().ranking(nowMs);
    if (ranking.isEmpty()) {
      int before = placed.size();
      stock.place(master, placed);
      placed
          .subList(before, placed.size())
          .forEach(c -> coordinator.placedByStock(c, costMs(c.kind, master, ranking)));
      return;
    }
    List<TaskSizeGroup> kinds = new ArrayList<>();
    List<PlacementRequest> requests = new ArrayList<>();
    for (TaskSizeGroup kind : master.kinds()) {
      if (kind.pendingOpportunistic() > 0) {
        kinds.add(kind);
        requests.add(
            PlacementRequest.of(kind.pendingOpportunistic(), "")
                .withCostMs(costMs(kind, master, ranking)));
      }
    }
    PlacementView view =
        PlacementView.of(ranking, requests).within(Integer.MAX_VALUE, simulation.model().perCall);
    Decision<List<Assignment>> decision =
        policy.place(demand.inTurn(master.key(), view, nowMs), random);
    demand.decided(master.key(), view, decision, nowMs);
    List<NodeClaim> claims =
        coordinator.rankings().claim(null, ranking, decision.value(), true, nowMs);
    for (int i = 0; i < claims.size(); i++) {
      Assignment a = decision.value().get(i);
      TaskSizeGroup kind = kinds.get(a.requestIndex());
      SimulatedContainer c = master.placed(kind, byName.get(a.node().host()));
      coordinator.placed(c, claims.get(i));
      placed.add(c);
    }
  }

  /**
   * Returns the cost of a container: its run time times its share of the mean node, as in the
   * daemon.
   */
  private static long costMs(TaskSizeGroup kind, OpportunisticMaster master, NodeRanking ranking) {
    double share =
        Math.max(
            kind.size().memoryMb() / (double) Math.max(1, ranking.capacity().memoryMb()),
            kind.size().vcores() / (double) Math.max(1, ranking.capacity().vcores()));
    return Math.max(1, Math.round(master.expectedMs(kind) * Math.min(1, share * ranking.size())));
  }

  @Override
  public void forget(OpportunisticMaster master) {
    demand.forget(master.key());
  }

  @Override
  public SheddingLimits waitLimit() {
    return coordinator.limits();
  }
}
