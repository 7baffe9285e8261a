// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;

/** One of several systems that the same simulation models; refuses work that fits on no node. */
public final class ModelledSystem implements SimulatedSystem {
  private final String name;
  private final boolean stock;
  private final String comparedWith;
  private final Simulation simulation;

  /** Runs a workload whose tasks fit; see {@link SimulatedSystem#run}. */
  public interface Simulation {
    RunOutcome run(
        Workload workload,
        ClusterTopology topology,
        SimulationSettings settings,
        long seed,
        ProgressListener progress);
  }

  /**
   * @param name see {@link SimulatedSystem#name}
   * @param stock whether it is stock YARN
   * @param comparedWith the name of the stock system of the same simulation
   */
  public ModelledSystem(String name, boolean stock, String comparedWith, Simulation simulation) {
    this.name = name;
    this.stock = stock;
    this.comparedWith = comparedWith;
    this.simulation = simulation;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean stock() {
    return stock;
  }

  @Override
  public String comparedWith() {
    return comparedWith;
  }

  @Override
  public RunOutcome run(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed,
      ProgressListener progress) {
    TaskFitValidator.check(workload, topology, settings.stepMb());
    return simulation.run(workload, topology, settings, seed, progress);
  }
}
