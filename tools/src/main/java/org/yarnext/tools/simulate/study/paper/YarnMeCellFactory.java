// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.tools.simulate.study.measure.PaperJobTime;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.EstimateErrorModel;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeLiveWorkload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeMixWorkload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * Creates the cells of YARN-ME's studies: nodes of 10 GB and 16 cores, and as many jobs as nodes
 * (section 6.1). Immutable.
 */
public final class YarnMeCellFactory {
  static final String MIX = "mix";
  static final String MISESTIMATION = "misestimation";

  /** Memory of a node, in MB. */
  public static final long NODE_MB = 10_000;

  /** Vcores of a node. */
  public static final int VCORES = 16;

  /** Vcores for containers in section 5.1. */
  private static final int VCORES_OF_THE_MIX = 14;

  /** Disk bandwidth without effect: the paper's simulations do not limit disks. */
  public static final double PLENTY = 1_000_000;

  /**
   * Settings of section 6.1: periodic heartbeats only, each fills the node, and tasks get at least
   * 10 %.
   */
  private static final SimulationSettings CLUSTER =
      SimulationSettings.DEFAULT
          .withStep(YarnMeRandomWorkload.STEP_MB)
          .withMaster(0, 0)
          .with("yarnext.simulate.out-of-band", "false")
          .with("yarn.scheduler.fair.assignmultiple", "true")
          .with("yarn.scheduler.fair.dynamic.max.assign", "false")
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "100");

  /** Its tasks have no heap, and its disks no limit. */
  private static final SimulationSettings PAPER =
      CLUSTER
          .with("yarn.elastic.heap.floor", "16")
          .with("yarn.elastic.heap.percent", "100")
          .with("yarn.elastic.disk.share", "100");

  /** Returns the keys of section 6.1's cluster; unmodifiable. */
  public static Map<String, String> paperKeys() {
    return PAPER.hadoop();
  }

  private final int nodes;
  private final SimulationSettings settings;
  private final double diskMbPerSecond;

  /**
   * @param nodes above 0
   */
  YarnMeCellFactory(int nodes) {
    this(nodes, PAPER, PLENTY);
  }

  private YarnMeCellFactory(int nodes, SimulationSettings settings, double diskMbPerSecond) {
    this.nodes = nodes;
    this.settings = settings;
    this.diskMbPerSecond = diskMbPerSecond;
  }

  /**
   * Returns a factory of cells in which yarnext's own defaults hold for heaps and disks.
   *
   * @param nodes above 0
   */
  static YarnMeCellFactory withDefaults(int nodes) {
    return new YarnMeCellFactory(
        nodes, CLUSTER, ElasticConfiguration.DISK_BANDWIDTH.defaultValue());
  }

  /**
   * Returns a random trace of section 6.1; the ranges start at 1 GB, one task and 50 s.
   *
   * @param uniform true for uniform values, false for exponential ones
   * @param penalty slowdown of a task that spills everything
   */
  StudyCell cell(boolean uniform, int maxMb, int maxTasks, int maxSeconds, double penalty) {
    YarnMeRandomWorkload trace =
        new YarnMeRandomWorkload(
            uniform,
            nodes,
            new YarnMeRandomWorkload.Range(1_000, maxMb),
            new YarnMeRandomWorkload.Range(1, maxTasks),
            new YarnMeRandomWorkload.Range(50, maxSeconds),
            penalty);
    String label =
        String.format(
            Locale.ROOT,
            "%d nodes, to %.0f GB, %d tasks, %d s",
            nodes,
            maxMb / 1e3,
            maxTasks,
            maxSeconds);
    return new StudyCell(group(uniform, penalty), label, trace::make, topology(VCORES), settings);
  }

  /** Returns the group of random traces of one kind. */
  static String group(boolean uniform, double penalty) {
    return String.format(Locale.ROOT, "%s %.1fx", uniform ? "uniform" : "exponential", penalty);
  }

  /** Returns the label of a mix. */
  static String label(double factor) {
    return String.format(Locale.ROOT, "14 jobs, run times x %.2f", factor);
  }

  /**
   * Returns the trace of figure 6b.
   *
   * @param heartbeatMs the nodes' heartbeat interval. If it is not YARN's default of one second, as
   *     in the paper, nodes also send a heartbeat at each container's end, as stock NodeManagers do
   */
  StudyCell scaled(int heartbeatMs) {
    StudyCell usual = cell(true, 10_000, 100, 500, 3);
    if (heartbeatMs == settings.nodeHeartbeatMs()) {
      return usual;
    }
    return new StudyCell(
        usual.group(),
        usual.label() + ", heartbeats of " + heartbeatMs / 1_000 + " s",
        usual::workload,
        usual.topology(),
        settings
            .withHeartbeats(heartbeatMs, settings.masterHeartbeatMs())
            .with("yarnext.simulate.out-of-band", "true"));
  }

  /**
   * Returns the traces of figure 7.
   *
   * @param error null for none
   */
  StudyCell wrong(EstimateErrorModel error) {
    YarnMeRandomWorkload trace =
        new YarnMeRandomWorkload(
            false,
            nodes,
            new YarnMeRandomWorkload.Range(YarnMeRandomWorkload.STEP_MB, 10_000),
            new YarnMeRandomWorkload.Range(1, 100),
            new YarnMeRandomWorkload.Range(50, 500),
            3);
    LongFunction<Workload> jobs =
        error == null ? trace::make : seed -> error.in(trace.make(seed), seed);
    String label = error == null ? PaperJobTime.NO_ERROR : error.toString();
    return new StudyCell(MISESTIMATION, label, jobs, topology(VCORES), settings);
  }

  /**
   * Returns the mix of section 5.2, whose Application Masters run in the cluster.
   *
   * @param factor factor of our assumed run times, which the paper does not state
   */
  StudyCell mix(double factor) {
    return new StudyCell(
        MIX,
        label(factor),
        seed -> YarnMeMixWorkload.make(seed, factor),
        topology(VCORES_OF_THE_MIX),
        settings.withMaster(1_500, 1));
  }

  /**
   * Returns the cluster of the live comparison: heartbeats of 250 ms, sizes in steps of 128 MB, and
   * Application Masters outside the cluster; otherwise defaults of YARN and yarnext.
   */
  StudyCell live() {
    SimulationSettings live =
        SimulationSettings.DEFAULT
            .withHeartbeats(250, 500)
            .withStep(128)
            .withMaster(0, 0)
            .with("yarn.elastic.heap.floor", "128")
            .with("yarn.elastic.heap.percent", "90")
            .with("yarn.elastic.disk.bandwidth", "2000")
            .with("yarn.elastic.timeline.interval", "250ms");
    ClusterTopology topology = ClusterTopology.of(nodes, 10_240, VCORES_OF_THE_MIX, 2_000);
    return new StudyCell("live", "14 jobs", YarnMeLiveWorkload::make, topology, live);
  }

  private ClusterTopology topology(int vcores) {
    return ClusterTopology.of(nodes, NODE_MB, vcores, diskMbPerSecond);
  }
}
