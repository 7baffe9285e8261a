// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;

/**
 * Mercury and the ways in which stock runs the same work, modelled down to heartbeats, queues and
 * single containers; what Mercury decides is decided by its own policy classes.
 */
public final class MercuryWorld {
  private MercuryWorld() {}

  /** Returns all systems of this kind, stock's first. */
  public static List<SimulatedSystem> all() {
    List<SimulatedSystem> all = new ArrayList<>();
    for (MercurySystem kind : MercurySystem.values()) {
      all.add(
          new ModelledSystem(
              kind.label(),
              kind.stock(),
              MercurySystem.STOCK_GUARANTEED.label(),
              ModelledSystem.Details.MASTERS,
              (workload, topology, settings, seed, progress) ->
                  new MercurySimulation(
                          workload, topology, new MercurySettings(settings), kind, seed, progress)
                      .run(),
              (workload, topology, settings) -> new MercurySettings(settings)));
    }
    return Collections.unmodifiableList(all);
  }
}
