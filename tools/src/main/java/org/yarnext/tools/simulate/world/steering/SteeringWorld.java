// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;

/**
 * Lists the simulated systems whose containers share processors, with MROrchestrator's policies and
 * without.
 */
public final class SteeringWorld {
  private SteeringWorld() {}

  /** Returns all systems of this kind, stock's first. */
  public static List<SimulatedSystem> all() {
    List<SimulatedSystem> all = new ArrayList<>();
    for (SteeringSystem kind : SteeringSystem.values()) {
      all.add(
          new ModelledSystem(
              kind.label(),
              kind.isStock(),
              SteeringSystem.UNGROUPED.label(),
              ModelledSystem.Details.TASKS,
              (workload, topology, settings, seed, progress) ->
                  new SteeringSimulation(
                          workload, topology, new SteeringSettings(settings, kind), seed, progress)
                      .run(),
              (workload, topology, settings) -> new SteeringSettings(settings, kind)));
    }
    return Collections.unmodifiableList(all);
  }
}
