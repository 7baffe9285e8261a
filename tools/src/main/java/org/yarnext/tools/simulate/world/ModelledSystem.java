// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * System that one of the simulator's own models runs, such as that of Mercury, and not a real
 * scheduler. It checks a workload before the run, and refuses tasks that fit on no node and details
 * that the model does not have.
 */
public final class ModelledSystem implements SimulatedSystem {
  private final String name;
  private final boolean stock;
  private final String comparedWith;
  private final Simulation simulation;
  private final Details details;
  private final Check check;

  /** Details of a workload that a simulation models. */
  public enum Details {
    /** Memory, vcores and stages; all Application Masters are alike, or there are none. */
    TASKS,
    /** Also the sizes of Application Masters. */
    MASTERS,
    /** Also other resources, and delays of requests. */
    ALL
  }

  /** Checks the other requirements of a simulation. */
  public interface Check {
    void check(Workload workload, ClusterTopology topology, SimulationSettings settings);
  }

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
   * @param details what the simulation models; workloads with other details are refused
   * @param check further checks before the simulation runs
   */
  public ModelledSystem(
      String name,
      boolean stock,
      String comparedWith,
      Details details,
      Simulation simulation,
      Check check) {
    this.details = details;
    this.check = check;
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
  public boolean isStock() {
    return stock;
  }

  @Override
  public String comparedWith() {
    return comparedWith;
  }

  @Override
  public void check(Workload workload, ClusterTopology topology, SimulationSettings settings) {
    checkWorkload(workload, topology, settings);
    if (details == Details.MASTERS) {
      TaskFitValidator.check(workload, topology, settings);
    }
    check.check(workload, topology, settings);
  }

  private void checkWorkload(
      Workload workload, ClusterTopology topology, SimulationSettings settings) {
    TaskFitValidator.check(workload, topology, settings.stepMb());
    for (SimJob job : workload.jobs()) {
      if (details == Details.TASKS && job.masterMb() + job.masterVcores() > 0) {
        throw refused(job, "Application Masters of several sizes");
      }
      if (details != Details.ALL) {
        job.stages().forEach(stage -> stage.tasks().forEach(task -> check(job, task)));
      }
    }
  }

  private void check(SimJob job, SimTask task) {
    if (!task.otherResources().isEmpty()) {
      throw refused(job, "resources such as " + task.otherResources().firstKey());
    }
    if (task.delayMs() > 0) {
      throw refused(job, "delays of requests");
    }
  }

  private SimulationException refused(SimJob job, String what) {
    return new SimulationException(
        name
            + " does not model "
            + what
            + ", which job "
            + job.name()
            + " has: simulate the trace on fair or capacity and the systems compared with them");
  }

  @Override
  public RunOutcome run(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed,
      ProgressListener progress) {
    checkWorkload(workload, topology, settings);
    return simulation.run(workload, topology, settings, seed, progress);
  }
}
