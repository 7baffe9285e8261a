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
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.SheddingLimits;
import org.yarnext.mercury.policy.coordinator.RankedNode;
import org.yarnext.mercury.policy.coordinator.Ranking;
import org.yarnext.mercury.policy.placement.AskTurns;
import org.yarnext.mercury.policy.placement.Assignment;
import org.yarnext.mercury.policy.placement.CandidateNode;
import org.yarnext.mercury.policy.placement.PlacementAsk;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;

/**
 * Mercury's placement in the ResourceManager: where the coordinator's waits, with all that was
 * placed since, are least, as far ahead as is configured, applications submitted earlier first.
 * While the coordinator knows no node, stock places.
 */
final class MercuryCentral implements Placement {
  private final MercurySimulation simulation;
  private final Placement stock;
  private final Coordinator coordinator;
  private final Random random;
  private final TopKPlacement policy;
  private final AskTurns turns;
  private final Map<String, Host> byId = new HashMap<>();
  private final Map<String, Host> byName = new HashMap<>();
  private final Map<String, CandidateNode> candidates = new HashMap<>();
  private Ranking ranking = Ranking.EMPTY;
  private List<CandidateNode> ranked = new ArrayList<>();
  private ResourceVector capability = ResourceVector.NONE;

  MercuryCentral(MercurySimulation simulation, LoadMonitor monitor, Random random) {
    this.simulation = simulation;
    this.stock = new StockCentral(simulation, monitor);
    this.coordinator = new Coordinator(simulation);
    this.random = random;
    this.policy = TopKPlacement.seeingAll(simulation.model().onManager.placementCandidates());
    this.turns = simulation.model().onManager.newAskTurns();
    for (Host host : simulation.hosts()) {
      byId.put(host.id, host);
      byName.put(host.node.host(), host);
      candidates.put(host.id, CandidateNode.of(host.node.host(), Host.PORT, host.node.rack(), ""));
    }
  }

  @Override
  public void begin() {
    stock.begin();
    coordinator.begin();
  }

  @Override
  public void heard(Host host) {
    stock.heard(host);
  }

  @Override
  public void place(Master master, List<SimContainer> placed) {
    long nowMs = simulation.nowMs();
    read(coordinator.waits().ranking(nowMs));
    if (ranked.isEmpty()) {
      int before = placed.size();
      stock.place(master, placed);
      placed
          .subList(before, placed.size())
          .forEach(c -> coordinator.placed(c, costMs(c.kind, master)));
      return;
    }
    List<Kind> kinds = new ArrayList<>();
    List<PlacementAsk> asks = new ArrayList<>();
    for (Kind kind : master.kinds()) {
      if (kind.pendingOpportunistic > 0) {
        kinds.add(kind);
        asks.add(PlacementAsk.of(kind.pendingOpportunistic, "").costing(costMs(kind, master)));
      }
    }
    PlacementView view =
        PlacementView.of(waits(), asks).within(Integer.MAX_VALUE, simulation.model().perCall);
    Decision<List<Assignment>> decision =
        policy.place(turns.inTurn(master.key(), view, nowMs), random);
    turns.decided(master.key(), view, decision, nowMs);
    for (Assignment a : decision.value()) {
      Kind kind = kinds.get(a.ask());
      SimContainer c = master.placed(kind, byName.get(a.node().host()));
      coordinator.placed(c, costMs(kind, master));
      placed.add(c);
    }
  }

  /** Takes over another ranking. */
  private void read(Ranking now) {
    if (now == ranking) {
      return;
    }
    ranking = now;
    ranked = new ArrayList<>();
    capability = ResourceVector.NONE;
    for (RankedNode node : now.nodes()) {
      ranked.add(candidates.get(node.node()));
      capability = capability.plus(byId.get(node.node()).total);
    }
  }

  private List<CandidateNode> waits() {
    List<CandidateNode> waits = new ArrayList<>(ranked.size());
    for (CandidateNode node : ranked) {
      waits.add(node.withWaitMs(Math.round(coordinator.waits().waitMs(node.id()))));
    }
    return waits;
  }

  /** Its run time times its share of the mean node, as in the daemon. */
  private long costMs(Kind kind, Master master) {
    double share =
        Math.max(
            kind.size.memoryMb() / (double) Math.max(1, capability.memoryMb()),
            kind.size.vcores() / (double) Math.max(1, capability.vcores()));
    return Math.max(1, Math.round(master.expectedMs(kind) * Math.min(1, share * ranked.size())));
  }

  @Override
  public void forget(Master master) {
    turns.forget(master.key());
  }

  @Override
  public SheddingLimits waitLimit() {
    return coordinator.limits();
  }
}
