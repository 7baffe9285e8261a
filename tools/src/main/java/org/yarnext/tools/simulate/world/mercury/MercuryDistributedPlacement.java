// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.yarnext.mercury.policy.placement.PlacementRequest;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;
import org.yarnext.mercury.policy.shedding.SheddingLimits;
import org.yarnext.tools.simulate.world.mercury.job.TaskSizeGroup;
import org.yarnext.tools.simulate.world.mercury.load.SimulatedLoadMonitor;

/**
 * Mercury's placement in the NodeManagers (section 4.2): each NodeManager places its applications'
 * containers on the nodes with the shortest waits, by the list in the ResourceManager's last answer
 * and its own recent placements.
 */
final class MercuryDistributedPlacement implements OpportunisticPlacement {
  private final MercurySimulation simulation;
  private final SimulatedLoadMonitor<SimulatedHost> monitor;
  private final OpportunisticPlacement stock;
  private final SimulatedCoordinator coordinator;
  private final Random random;
  private final TopKPlacement policy;
  private final List<RecentPlacements> recent = new ArrayList<>();
  private final List<CandidateNode> candidates = new ArrayList<>();
  private final Map<String, SimulatedHost> byName = new HashMap<>();

  MercuryDistributedPlacement(
      MercurySimulation simulation, SimulatedLoadMonitor<SimulatedHost> monitor, Random random) {
    this.simulation = simulation;
    this.monitor = monitor;
    this.stock = new StockPlacement.Distributed(simulation, monitor);
    this.coordinator = new SimulatedCoordinator(simulation, random);
    this.random = random;
    this.policy = new TopKPlacement(simulation.model().onNodes.placementCandidates());
    for (SimulatedHost host : simulation.hosts()) {
      recent.add(new RecentPlacements(simulation.model().onNodes.placementExpiry()));
      candidates.add(CandidateNode.of(host.node.host(), SimulatedHost.PORT, host.node.rack(), ""));
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
  public void registered(OpportunisticMaster master) {
    stock.registered(master);
  }

  @Override
  public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {
    long nowMs = simulation.nowMs();
    List<CandidateNode> nodes = new ArrayList<>(master.nodes.size());
    master.nodes.forEach(host -> nodes.add(candidates.get(host.index())));
    List<TaskSizeGroup> kinds = new ArrayList<>();
    List<PlacementRequest> requests = new ArrayList<>();
    for (TaskSizeGroup kind : master.kinds()) {
      if (kind.pendingOpportunistic() > 0) {
        kinds.add(kind);
        requests.add(PlacementRequest.of(kind.pendingOpportunistic(), ""));
      }
    }
    RecentPlacements own = recent.get(master.home().index());
    own.forget(nowMs);
    PlacementView view =
        PlacementView.of(NodeRanking.of(nodes, own::addedMs, random), requests)
            .within(Integer.MAX_VALUE, simulation.model().perCall);
    for (Assignment a : policy.place(view, random).value()) {
      own.add(a.node().id(), 1, nowMs);
      placed.add(master.placed(kinds.get(a.requestIndex()), byName.get(a.node().host())));
    }
    master.nodes = monitor.leastLoaded(nowMs);
  }

  @Override
  public SheddingLimits waitLimit() {
    return coordinator.limits();
  }
}
