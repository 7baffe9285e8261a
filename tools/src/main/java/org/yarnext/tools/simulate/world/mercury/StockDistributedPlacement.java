// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Stock's DistributedScheduler in the NodeManagers: each application walks the list of least loaded
 * nodes that its last answer brought, from its head, and places one container a node and call.
 */
final class StockDistributedPlacement implements OpportunisticPlacement {
  private final MercurySimulation simulation;
  private final SimulatedLoadMonitor monitor;
  private final StockCentralPlacement central;

  StockDistributedPlacement(MercurySimulation simulation, SimulatedLoadMonitor monitor) {
    this.simulation = simulation;
    this.monitor = monitor;
    this.central = new StockCentralPlacement(simulation, monitor);
  }

  @Override
  public void begin() {
    central.begin();
  }

  @Override
  public void heard(SimulatedHost host) {
    central.heard(host);
  }

  @Override
  public void registered(OpportunisticMaster master) {
    master.nodes = monitor.leastLoaded(simulation.nowMs());
  }

  @Override
  public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {
    int most = simulation.model().perCall > 0 ? simulation.model().perCall : Integer.MAX_VALUE;
    Set<SimulatedHost> used = new HashSet<>();
    for (TaskSizeGroup kind : master.kinds()) {
      for (SimulatedHost host : master.nodes) {
        if (kind.pendingOpportunistic == 0 || placed.size() >= most) {
          break;
        }
        if (used.add(host)) {
          placed.add(master.placed(kind, host));
        }
      }
    }
    master.nodes = monitor.leastLoaded(simulation.nowMs());
  }

  @Override
  public int lengthLimit() {
    return monitor.lengthLimit();
  }
}
