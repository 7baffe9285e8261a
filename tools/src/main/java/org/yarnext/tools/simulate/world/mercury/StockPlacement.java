// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yarnext.tools.simulate.world.mercury.job.TaskSizeGroup;
import org.yarnext.tools.simulate.world.mercury.load.SimulatedLoadMonitor;

/**
 * Stock's placement in the ResourceManager (CentralizedOpportunisticContainerAllocator): places
 * each container on a random one of the least loaded nodes, whose queue then counts as longer until
 * its next report.
 */
class StockPlacement implements OpportunisticPlacement {
  final MercurySimulation simulation;
  final SimulatedLoadMonitor<SimulatedHost> monitor;

  /** Maximum number of containers per call. */
  final int perCall;

  StockPlacement(MercurySimulation simulation, SimulatedLoadMonitor<SimulatedHost> monitor) {
    this.simulation = simulation;
    this.monitor = monitor;
    int maxPerCall = simulation.model().perCall;
    this.perCall = maxPerCall > 0 ? maxPerCall : Integer.MAX_VALUE;
  }

  @Override
  public final void begin() {
    simulation.every(
        simulation.model().load.sortMs(),
        () -> {
          monitor.sort();
          return true;
        });
  }

  @Override
  public final void onHeartbeat(SimulatedHost host) {
    monitor.onHeartbeat(host);
  }

  @Override
  public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {
    for (TaskSizeGroup kind : master.kinds()) {
      while (kind.pendingOpportunistic() > 0 && placed.size() < perCall) {
        SimulatedHost host = monitor.selectAny(kind.size());
        if (host == null) {
          return;
        }
        placed.add(master.placed(kind, host));
      }
    }
  }

  @Override
  public final int lengthLimit() {
    return monitor.lengthLimit();
  }

  /**
   * Stock's placement in the NodeManagers (DistributedScheduler): an application walks the list of
   * least loaded nodes in the ResourceManager's last answer from its head, and places one container
   * on each node per call.
   */
  static final class Distributed extends StockPlacement {
    Distributed(MercurySimulation simulation, SimulatedLoadMonitor<SimulatedHost> monitor) {
      super(simulation, monitor);
    }

    @Override
    public void registered(OpportunisticMaster master) {
      master.nodes = monitor.leastLoaded(simulation.nowMs());
    }

    @Override
    public void place(OpportunisticMaster master, List<SimulatedContainer> placed) {
      Set<SimulatedHost> used = new HashSet<>();
      for (TaskSizeGroup kind : master.kinds()) {
        for (SimulatedHost host : master.nodes) {
          if (kind.pendingOpportunistic() == 0 || placed.size() >= perCall) {
            break;
          }
          if (used.add(host)) {
            placed.add(master.placed(kind, host));
          }
        }
      }
      registered(master);
    }
  }
}
