// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Schedules guaranteed containers as a CapacityScheduler with one queue does: at a node's heartbeat
 * it fills resources that no other guaranteed container has, in the order in which applications
 * were submitted. It ignores opportunistic containers.
 */
final class GuaranteedScheduler {
  private final MercurySimulation simulation;
  private final long[] freeMb;
  private final long[] freeVcores;

  /** Application Masters that wait for guaranteed containers, in the order of their submission. */
  private final TreeMap<Integer, OpportunisticMaster> waiting = new TreeMap<>();

  GuaranteedScheduler(MercurySimulation simulation, List<SimulatedHost> hosts) {
    this.simulation = simulation;
    freeMb = hosts.stream().mapToLong(host -> host.total().memoryMb()).toArray();
    freeVcores = hosts.stream().mapToLong(host -> host.total().vcores()).toArray();
  }

  /** Adds an Application Master that waits for guaranteed containers, or for its own. */
  void addWaiting(OpportunisticMaster master) {
    waiting.put(master.sequence(), master);
  }

  /** Records the end of a guaranteed container. */
  void released(SimulatedContainer c) {
    freeMb[c.host.index()] += c.size.memoryMb();
    freeVcores[c.host.index()] += c.size.vcores();
  }

  /** Handles a node's heartbeat. */
  void allocateOn(SimulatedHost host) {
    int n = host.index();
    int left = simulation.model().perHeartbeat;
    List<OpportunisticMaster> served = null;
    for (OpportunisticMaster master : waiting.values()) {
      if (left == 0 || freeMb[n] <= 0 || freeVcores[n] <= 0) {
        break;
      }
      while (left > 0) {
        ResourceVector size = master.grant(host, ResourceVector.of(freeMb[n], freeVcores[n]));
        if (size == null) {
          break;
        }
        freeMb[n] -= size.memoryMb();
        freeVcores[n] -= size.vcores();
        left--;
      }
      if (!master.waitsForGuaranteed()) {
        served = served == null ? new ArrayList<>() : served;
        served.add(master);
      }
    }
    if (served != null) {
      served.forEach(master -> waiting.remove(master.sequence()));
    }
  }
}
