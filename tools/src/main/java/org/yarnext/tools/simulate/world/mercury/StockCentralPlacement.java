// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.List;

/**
 * Stock's CentralizedOpportunisticContainerAllocator: each container on any of the least loaded
 * nodes, whose queue then counts as longer until its next report.
 */
final class StockCentralPlacement implements OpportunisticPlacement {
  private final MercurySimulation simulation;
  private final SimulatedLoadMonitor monitor;

  StockCentralPlacement(MercurySimulation simulation, SimulatedLoadMonitor monitor) {
    this.simulation = simulation;
    this.monitor = monitor;
  }

  @Override
  public void begin() {
    long intervalMs = simulation.model().sortMs;
    simulation.every(
        intervalMs,
        () -> {
          monitor.sort();
          return true;
        });
  }

  @Override
  public void heard(SimulatedHost host) {
    monitor.heard(host);
  }

  @Override
  public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {
    int most = simulation.model().perCall > 0 ? simulation.model().perCall : Integer.MAX_VALUE;
    for (TaskSizeGroup kind : master.kinds()) {
      while (kind.pendingOpportunistic > 0 && placed.size() < most) {
        SimulatedHost host = monitor.selectAny(kind.size);
        if (host == null) {
          return;
        }
        placed.add(master.placed(kind, host));
      }
    }
  }

  @Override
  public int lengthLimit() {
    return monitor.lengthLimit();
  }
}
