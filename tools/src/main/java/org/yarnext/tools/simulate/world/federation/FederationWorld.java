// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;

/**
 * Lists the simulated systems that are a federation of sub-clusters, or a single ResourceManager
 * for comparison. The federation's own policy classes choose home sub-clusters, split requests and
 * determine shares.
 */
public final class FederationWorld {
  private FederationWorld() {}

  /** Returns all systems of this kind, stock's first. */
  public static List<SimulatedSystem> all() {
    List<SimulatedSystem> all = new ArrayList<>();
    for (FederationSettings.Kind kind : FederationSettings.Kind.values()) {
      all.add(
          new ModelledSystem(
              kind.label(),
              kind == FederationSettings.Kind.STOCK,
              FederationSettings.Kind.STOCK.label(),
              ModelledSystem.Details.TASKS,
              (workload, topology, settings, seed, progress) ->
                  new FederationSimulation(
                          workload,
                          topology,
                          new FederationSettings(settings, kind),
                          seed,
                          progress)
                      .run(),
              (workload, topology, settings) ->
                  new FederationSimulation(
                      workload,
                      topology,
                      new FederationSettings(settings, kind),
                      1,
                      ProgressListener.NONE)));
    }
    return Collections.unmodifiableList(all);
  }
}
