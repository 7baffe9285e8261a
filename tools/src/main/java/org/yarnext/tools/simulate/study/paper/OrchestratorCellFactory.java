// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.synthetic.OrchestratorWorkload;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * Creates the cells of MROrchestrator's studies for one kind of cluster of 24 nodes with two cores
 * (section III-C1), with the reasons why tasks of a phase differ. Immutable.
 */
final class OrchestratorCellFactory {
  private static final int NODES = 24;
  private static final int CORES = 2;
  private static final long TASK_MB = 1_024;
  private static final double SIGMA = 0.5;

  private final String group;
  private final ClusterTopology topology;
  private final OrchestratorWorkload jobs;
  private final SimulationSettings settings;

  private OrchestratorCellFactory(
      String group,
      ClusterTopology topology,
      OrchestratorWorkload jobs,
      SimulationSettings settings) {
    this.group = group;
    this.topology = topology;
    this.jobs = jobs;
    this.settings = settings;
  }

  /**
   * Returns all clusters. "Two map/reduce slots per node" may mean two in all or two of each kind,
   * so there are both; and four slots on nodes with eight vcores, YARN's default, half of which the
   * memory leaves unused.
   *
   * @param nodes 0 for the paper's number
   */
  static List<OrchestratorCellFactory> all(int nodes) {
    List<OrchestratorCellFactory> all = new ArrayList<>();
    for (Load load : new Load[] {Load.EVEN, Load.ALL}) {
      all.add(cluster(2, 2, load, nodes));
    }
    for (Load load : new Load[] {Load.EVEN, Load.SKEW, Load.SLOW, Load.HOGS, Load.ALL}) {
      all.add(cluster(4, 4, load, nodes));
    }
    for (Load load : Load.values()) {
      all.add(cluster(4, 8, load, nodes));
    }
    return all;
  }

  /** Returns cells with all six jobs beside large hogs, with default and other keys. */
  static List<StudyCell> keys(int nodes) {
    OrchestratorCellFactory cluster = cluster(4, 8, Load.ALL_LARGE, nodes);
    SimulationSettings eager =
        cluster
            .settings
            .with("yarn.mr-orchestrator.contention.sigmas", "1")
            .with("yarn.mr-orchestrator.contention.difference", "10")
            .with("yarn.mr-orchestrator.balance.gain", "0");
    List<StudyCell> cells = new ArrayList<>();
    cells.add(cluster.together("default", cluster.settings));
    cells.add(
        cluster.together(
            "cgroup version 1", cluster.settings.with("yarnext.simulate.pressure", "false")));
    cells.add(cluster.together("epochs of 5 s", often(cluster.settings)));
    cells.add(cluster.together("eager", eager));
    cells.add(cluster.together("eager, epochs of 5 s", often(eager)));
    return cells;
  }

  private static SimulationSettings often(SimulationSettings settings) {
    return settings
        .with("yarn.mr-orchestrator.epoch", "5s")
        .with("yarn.mr-orchestrator.sample-interval", "1s");
  }

  private StudyCell together(String what, SimulationSettings with) {
    return new StudyCell(what, "six jobs", jobs::all, topology, with);
  }

  /** Reason why tasks of one phase differ. */
  private enum Load {
    EVEN("even", 0, false, 0, 1),
    SKEW("skew", SIGMA, false, 0, 1),
    SLOW("slow nodes", 0, true, 0, 1),
    /** Each hog requests one vcore and has four threads. */
    HOGS("hogs", 0, false, 1, 1),
    /** Each hog requests as many vcores as it has threads. */
    LARGE_HOGS("large hogs", 0, false, 4, 1),
    ALL("skew, slow nodes, hogs", SIGMA, true, 1, 1),
    ALL_LARGE("skew, slow nodes, large hogs", SIGMA, true, 4, 1),
    ALL_LONG("skew, slow nodes, large hogs, long maps", SIGMA, true, 4, 4);

    private final String label;
    private final double skew;
    private final boolean slow;
    private final int hogVcores;
    private final double length;

    Load(String label, double skew, boolean slow, int hogVcores, double length) {
      this.label = label;
      this.skew = skew;
      this.slow = slow;
      this.hogVcores = hogVcores;
      this.length = length;
    }
  }

  private static OrchestratorCellFactory cluster(int slots, int vcores, Load load, int nodeCount) {
    int nodes = nodeCount == 0 ? NODES : nodeCount;
    String some = String.valueOf(Math.max(1, nodes / 4));
    SimulationSettings settings =
        SimulationSettings.DEFAULT
            .withStep((int) TASK_MB)
            .withMaster(0, 0)
            .with("yarnext.simulate.node-millicores", String.valueOf(1_000 * CORES))
            .with("yarnext.simulate.slow-nodes", load.slow ? some : "0")
            .with("yarnext.simulate.hog-nodes", load.hogVcores > 0 ? some : "0")
            .with("yarnext.simulate.hog-vcores", String.valueOf(load.hogVcores))
            .with("yarnext.simulate.hog-mb", String.valueOf(TASK_MB));
    String size = slots == vcores ? slots + " slots" : slots + " slots of " + vcores + " vcores";
    return new OrchestratorCellFactory(
        size + ", " + load.label,
        ClusterTopology.of(nodes, slots * TASK_MB, vcores, 100),
        new OrchestratorWorkload(nodes, TASK_MB, load.skew, load.length),
        settings);
  }

  /** Returns a cell for each job. */
  List<StudyCell> alone() {
    List<StudyCell> cells = new ArrayList<>();
    for (String job : OrchestratorWorkload.NAMES) {
      cells.add(new StudyCell(group, job, seed -> jobs.alone(job, seed), topology, settings));
    }
    return cells;
  }

  /** Returns the cell with all six jobs at once. */
  StudyCell together() {
    return together(group, settings);
  }
}
