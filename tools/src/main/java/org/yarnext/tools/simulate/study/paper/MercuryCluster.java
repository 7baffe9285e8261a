// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.GridmixWorkload;
import org.yarnext.tools.simulate.workload.synthetic.GridmixWorkload.JobClass;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * The cluster of Mercury's section 7.1 and its load: 256 nodes of 32 cores with 4 GB per core,
 * heartbeats of 3 s, and runs of 30 minutes. A cluster of another size has as many jobs per node,
 * and the same number of candidate nodes as far as it has them. Immutable.
 */
final class MercuryCluster {
  static final int NODES = 256;
  static final int TASKS = 200;
  static final long TASK_MB = 4_096;
  static final int CORES = 32;
  static final long RUN_MS = 30 * 60_000L;
  private static final long START_MS = 2_000;
  private static final int CANDIDATES = 50;

  /** Kinds of node heartbeats: when they are sent, and how many containers each one places. */
  enum Heartbeats {
    /** As in the paper: every 3 s, and each heartbeat fills the node. */
    ALONE("heartbeats alone", "false", "100"),
    /**
     * Every 3 s, with few containers each: the paper's YARN 2.4.1 placed one container per
     * heartbeat without locality, and any number with it.
     */
    FEW("heartbeats of 4 containers", "false", "4"),
    /** Defaults of 3.4.2: also at each container's end, with one container per heartbeat. */
    STOCK("3.4.2 defaults", "true", "1"),
    /** As 3.4.2, with any number of containers per heartbeat. */
    MANY("3.4.2, many per heartbeat", "true", "100");

    final String label;
    private final String outOfBand;
    private final String atEach;

    Heartbeats(String label, String outOfBand, String atEach) {
      this.label = label;
      this.outOfBand = outOfBand;
      this.atEach = atEach;
    }

    SimulationSettings in(SimulationSettings settings) {
      return settings
          .with("yarnext.simulate.out-of-band", outOfBand)
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", atEach);
    }
  }

  private final int nodes;

  /**
   * @param nodes 0 for the paper's number
   */
  MercuryCluster(int nodes) {
    this.nodes = nodes == 0 ? NODES : nodes;
  }

  /** Scales a number of the paper's cluster to this one; at least 1. */
  int scaled(int count) {
    return Math.max(1, (int) Math.round((double) count * nodes / NODES));
  }

  /**
   * Scales the number of concurrent jobs. Stock NodeManagers place one container per node and call,
   * so a cluster with fewer nodes than candidates gets as many jobs as one with as many nodes as
   * candidates; otherwise these calls, and not the cluster, would limit the load.
   */
  int atOnce(int jobs) {
    return Math.max(1, (int) Math.round((double) jobs * Math.max(nodes, CANDIDATES) / NODES));
  }

  SimulationSettings settings(Heartbeats heartbeats, int jobsAtOnce) {
    return candidates(
        heartbeats
            .in(SimulationSettings.DEFAULT)
            .withHeartbeats(3_000, 1_000)
            .withStep(1_024)
            .withMaster(TASK_MB, 1)
            .withLimit(RUN_MS)
            .with("yarnext.simulate.max-jobs", String.valueOf(atOnce(jobsAtOnce)))
            .with("yarnext.simulate.start-ms", String.valueOf(START_MS))
            .with("yarn.mercury.placement.max-queue-wait", "9s"),
        CANDIDATES);
  }

  /** Returns settings with {@code k} candidate nodes, or all nodes if there are fewer. */
  SimulationSettings candidates(SimulationSettings settings, int k) {
    String text = String.valueOf(Math.min(k, nodes));
    return settings
        .with("yarn.resourcemanager.opportunistic-container-allocation.nodes-used", text)
        .with("yarn.mercury.placement.candidates", text);
  }

  ClusterTopology topology() {
    return ClusterTopology.of(nodes, TASK_MB * CORES, CORES, 1_000);
  }

  /**
   * Returns jobs of several kinds.
   *
   * @param meanMs mean run time of all tasks
   * @param times number of jobs relative to those that all cores could finish
   */
  LongFunction<Workload> jobs(List<JobClass> classes, double meanMs, double times) {
    double maxJobs = (double) nodes * CORES * RUN_MS / (meanMs + START_MS) / TASKS;
    int count = (int) Math.ceil(maxJobs * times) + atOnce(400);
    return GridmixWorkload.of(count, TASKS, TASK_MB, classes)::make;
  }

  /**
   * Returns guaranteed jobs with random arrivals that keep a share of the cores busy, and a backlog
   * of opportunistic jobs, for a run of {@code runMs}.
   */
  LongFunction<Workload> guaranteedBeside(
      double load, long guaranteedMs, long opportunisticMs, long runMs) {
    double intervalMs = (guaranteedMs + START_MS) * TASKS / (load * nodes * CORES);
    GridmixWorkload guaranteed =
        GridmixWorkload.of(
                (int) Math.ceil(1.2 * runMs / intervalMs) + 1,
                TASKS,
                TASK_MB,
                Collections.singletonList(new JobClass("guaranteed", 1, guaranteedMs)))
            .in("guaranteed")
            .every(intervalMs);
    double maxJobs = (double) nodes * CORES * runMs / (opportunisticMs + START_MS) / TASKS;
    GridmixWorkload opportunistic =
        GridmixWorkload.of(
                (int) Math.ceil(maxJobs) + atOnce(400),
                TASKS,
                TASK_MB,
                Collections.singletonList(new JobClass("opportunistic", 1, opportunisticMs)))
            .in("opportunistic");
    return seed -> guaranteed.with(opportunistic, seed);
  }
}
