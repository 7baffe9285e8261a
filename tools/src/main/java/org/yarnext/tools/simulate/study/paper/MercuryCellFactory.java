// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.paper.MercuryCluster.Heartbeats;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.synthetic.GridmixWorkload;
import org.yarnext.tools.simulate.workload.synthetic.GridmixWorkload.JobClass;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * Creates the study cells (cluster, settings and workload) that several of Mercury's studies share.
 */
final class MercuryCellFactory {
  /** Number of concurrent jobs that the paper found best. */
  static final int JOBS = 150;

  /** Opportunistic jobs at a time of a day with over-allocation: 31 tasks a node always wait. */
  private static final int BACKLOG = 40;

  private static final long DAY_MS = 24 * 3_600_000L;

  private static final JobClass SHORT = new JobClass("1.2 s", 1, 1_200);

  /** Tasks of figure 10. */
  static final List<JobClass> TWO_LENGTHS =
      Arrays.asList(new JobClass("2 s", 0.8, 2_000), new JobClass("50 s", 0.2, 50_000));

  /** Run times of figure 1: 59 % below 10 s; the paper does not state the rest. */
  static final List<JobClass> PRODUCTION =
      Arrays.asList(
          new JobClass("1 s", 0.15, 1_000),
          new JobClass("3 s", 0.20, 3_000),
          new JobClass("7 s", 0.24, 7_000),
          new JobClass("11 s", 0.21, 11_000),
          new JobClass("20 s", 0.14, 20_000),
          new JobClass("50 s", 0.06, 50_000));

  private static final String[] HALF = {"50%-Q", "50%-Q"};

  private static final String[] SHORT_MOSTLY = {"<10sec-70%-Q", "hybrid-GQ(10s,70%)"};

  /** Names of the policies in the paper and in Mercury. */
  private static final String[][] POLICIES = {
    {"only-Q", "only-Q"}, HALF, {"<5sec-Q", "shorter-than(5s)"}, SHORT_MOSTLY
  };

  private static final String POLICING = "yarn.mercury.policing.policy";

  private MercuryCellFactory() {}

  /** Returns a cell with tasks of one length. */
  static StudyCell tasks(
      MercuryCluster cluster,
      Heartbeats heartbeats,
      String label,
      JobClass tasks,
      SimulationSettings settings) {
    return new StudyCell(
        heartbeats.label,
        label,
        cluster.jobs(Collections.singletonList(tasks), tasks.meanMs(), 1.1),
        cluster.topology(),
        settings);
  }

  /** Returns a cell with the tasks of section 7.2. */
  static StudyCell shortTasks(
      MercuryCluster cluster, Heartbeats heartbeats, String label, SimulationSettings settings) {
    return tasks(cluster, heartbeats, label, SHORT, settings);
  }

  /** Returns a cell with opportunistic jobs beside the guaranteed ones of Table 1. */
  static StudyCell beside(MercuryCluster cluster, String label, SimulationSettings settings) {
    return new StudyCell(
        Heartbeats.ALONE.label,
        label,
        cluster.guaranteedBeside(0.7, 20_000, 10_000, MercuryCluster.RUN_MS),
        cluster.topology(),
        settings);
  }

  /**
   * Returns cells of a day on a cluster with guaranteed tasks of half an hour on nine in ten cores
   * and a backlog of opportunistic tasks of five minutes, all of which use little of what they were
   * given: without over-allocation, with it, and with it while each node has a spike an hour.
   */
  static List<StudyCell> overallocated(int nodes) {
    MercuryCluster cluster = new MercuryCluster(nodes);
    SimulationSettings without =
        cluster
            .settings(Heartbeats.MANY, JOBS)
            .withLimit(DAY_MS)
            .with("yarnext.simulate.max-jobs", "0")
            .with(
                "yarnext.simulate.max-jobs.opportunistic", String.valueOf(cluster.atOnce(BACKLOG)))
            .with("yarn.mercury.hybrid.queues", "guaranteed:only-G;opportunistic:only-Q")
            .with("yarnext.simulate.memory-use", "0.5")
            .with("yarnext.simulate.cpu-use", "0.36");
    SimulationSettings with = without.with("yarn.mercury.overallocation.mode", "on");
    StudyCell cell =
        new StudyCell(
            Heartbeats.MANY.label,
            "90 % guaranteed",
            cluster.guaranteedBeside(0.9, 1_800_000, 300_000, DAY_MS),
            cluster.topology(),
            without);
    return Arrays.asList(
        cell,
        cell.like("over-allocation", with),
        cell.like(
            "over-allocation and spikes",
            with.with("yarnext.simulate.spike-every-ms", "3600000")
                .with("yarnext.simulate.spike-ms", "60000")));
  }

  /**
   * Returns the cell of the live comparison: eight nodes with two slots, four concurrent jobs of
   * 200 tasks of 1.2 s, shell containers, and Application Masters outside the cluster with a
   * heartbeat of 0.5 s.
   *
   * @param nodes 0 for eight
   */
  static StudyCell live(int nodes, Heartbeats heartbeats) {
    SimulationSettings settings =
        heartbeats
            .in(SimulationSettings.DEFAULT)
            .withHeartbeats(3_000, 500)
            .withMaster(0, 0)
            .withLimit(20 * 60_000L)
            .with("yarnext.simulate.max-jobs", "4")
            .with("yarnext.simulate.start-ms", "250")
            .with("yarnext.simulate.master-start-ms", "3000")
            .with("yarn.mercury.placement.max-queue-wait", "9s");
    GridmixWorkload jobs =
        GridmixWorkload.of(
            100, 200, 1_000, Collections.singletonList(new JobClass("1.2 s", 1, 1_200)));
    return new StudyCell(
        heartbeats.label,
        "1.2 s",
        jobs::make,
        ClusterTopology.of(nodes == 0 ? 8 : nodes, 2_000, 2, 100),
        settings);
  }

  /** Returns a cell for each policy and kind of heartbeat. */
  static List<StudyCell> policies(int nodes, List<JobClass> classes) {
    MercuryCluster cluster = new MercuryCluster(nodes);
    List<StudyCell> cells = new ArrayList<>();
    for (Heartbeats heartbeats : Heartbeats.values()) {
      for (String[] policy : POLICIES) {
        cells.add(policy(cluster, heartbeats, policy, classes));
      }
    }
    return cells;
  }

  private static StudyCell policy(
      MercuryCluster cluster, Heartbeats heartbeats, String[] policy, List<JobClass> classes) {
    double meanMs = classes.stream().mapToDouble(c -> c.meanMs() * c.share()).sum();
    return new StudyCell(
        heartbeats.label,
        policy[0],
        cluster.jobs(classes, meanMs, 2),
        cluster.topology(),
        cluster.settings(heartbeats, JOBS).with("yarn.mercury.hybrid.policy", policy[1]));
  }

  /**
   * Returns cells with policies that keep tasks guaranteed, and with settings that reduce
   * preemption.
   */
  static List<StudyCell> settings(int nodes, List<JobClass> classes) {
    MercuryCluster cluster = new MercuryCluster(nodes);
    List<StudyCell> cells = new ArrayList<>();
    for (Heartbeats heartbeats : Arrays.asList(Heartbeats.ALONE, Heartbeats.FEW, Heartbeats.MANY)) {
      for (String[] policy : Arrays.asList(HALF, SHORT_MOSTLY)) {
        StudyCell cell = policy(cluster, heartbeats, policy, classes);
        cells.add(cell);
        cells.addAll(otherSettings(cell, cluster.atOnce(4 * JOBS)));
      }
    }
    return cells;
  }

  /**
   * Returns cells in which run times are declared, learnt in the job itself, learnt in earlier runs
   * of it too, or assumed first. Jobs are named by class without a number, which is dropped from
   * names.
   */
  static List<StudyCell> firstRuns(int nodes) {
    MercuryCluster cluster = new MercuryCluster(nodes);
    List<JobClass> named = new ArrayList<>();
    for (JobClass c : PRODUCTION) {
      String name = String.valueOf((char) ('A' + named.size()));
      named.add(new JobClass(name, c.share(), c.meanMs()));
    }
    String[] policy = {"hybrid-GQ(10s, 80%)", "hybrid-GQ(10s, 80%)"};
    List<StudyCell> cells = new ArrayList<>();
    for (Heartbeats heartbeats : Arrays.asList(Heartbeats.FEW, Heartbeats.MANY)) {
      StudyCell cell = policy(cluster, heartbeats, policy, named);
      SimulationSettings learnt = cell.settings().with("yarnext.simulate.declare", "false");
      SimulationSettings first = learnt.with("yarnext.simulate.recurring", "false");
      cells.add(cell.like("declared", cell.settings()));
      cells.add(cell.like("first runs", first));
      cells.add(cell.like("later runs", learnt));
      cells.add(cell.like("5 s assumed", first.with("yarn.mercury.hybrid.assumed-run-time", "5s")));
    }
    return cells;
  }

  private static List<StudyCell> otherSettings(StudyCell cell, int manyJobs) {
    SimulationSettings usual = cell.settings();
    List<StudyCell> cells = new ArrayList<>();
    cells.add(
        cell.like(
            "four times the jobs",
            usual.with("yarnext.simulate.max-jobs", String.valueOf(manyJobs))));
    for (int lost : new int[] {1, 3}) {
      cells.add(
          cell.like(
              "guaranteed after " + lost + " lost",
              usual.with("yarn.mercury.hybrid.guaranteed-after-losses", String.valueOf(lost))));
    }
    for (int percent : new int[] {25, 50}) {
      cells.add(cell.like("ceiling " + percent + " %", withCeiling(usual, percent)));
    }
    cells.add(cell.like("ceiling by history", withHistoryCeiling(usual)));
    return cells;
  }

  /**
   * Returns settings with a static ceiling.
   *
   * @param percent of a node's memory and cores
   */
  static SimulationSettings withCeiling(SimulationSettings settings, int percent) {
    return settings
        .with(POLICING, "static")
        .with("yarn.mercury.policing.max-memory-percent", String.valueOf(percent))
        .with("yarn.mercury.policing.max-vcores-percent", String.valueOf(percent));
  }

  /** Returns settings with a ceiling by the history of guaranteed containers. */
  static SimulationSettings withHistoryCeiling(SimulationSettings settings) {
    return settings.with(POLICING, "history");
  }
}
