/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.Settings;
import org.yarnext.tools.simulate.study.MercuryCluster.Heartbeats;
import org.yarnext.tools.simulate.workload.Topology;
import org.yarnext.tools.simulate.workload.synthetic.GridmixJobs;
import org.yarnext.tools.simulate.workload.synthetic.GridmixJobs.JobClass;

/** Makes the cells that several of Mercury's studies have. */
final class MercuryCells {
  /** How many jobs run at a time, which the paper found best. */
  static final int JOBS = 150;

  private static final JobClass SHORT = new JobClass("1.2 s", 1, 1_200);

  /** Figure 10's tasks. */
  static final List<JobClass> TWO_LENGTHS =
      Arrays.asList(new JobClass("2 s", 0.8, 2_000), new JobClass("50 s", 0.2, 50_000));

  /** 59 % of the tasks run for less than 10 s, as in Figure 1; the rest of it is not told. */
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

  /** The paper's names of policies, and Mercury's. */
  private static final String[][] POLICIES = {
    {"only-Q", "only-Q"}, HALF, {"<5sec-Q", "shorter-than(5s)"}, SHORT_MOSTLY
  };

  private static final String POLICING = "yarn.mercury.policing.policy";

  private MercuryCells() {}

  /** Tasks of one length. */
  static Cell tasks(
      MercuryCluster cluster,
      Heartbeats heartbeats,
      String label,
      JobClass tasks,
      Settings settings) {
    return new Cell(
        heartbeats.label,
        label,
        cluster.jobs(Collections.singletonList(tasks), tasks.meanMs(), 1.1),
        cluster.topology(),
        settings);
  }

  /** The tasks of section 7.2. */
  static Cell shortTasks(
      MercuryCluster cluster, Heartbeats heartbeats, String label, Settings settings) {
    return tasks(cluster, heartbeats, label, SHORT, settings);
  }

  /** Opportunistic jobs beside the guaranteed ones of Table 1. */
  static Cell beside(MercuryCluster cluster, String label, Settings settings) {
    return new Cell(
        Heartbeats.ALONE.label,
        label,
        cluster.guaranteedBeside(0.7, 20_000, 10_000),
        cluster.topology(),
        settings);
  }

  /**
   * The live comparison: eight nodes of two slots, four jobs of 200 tasks of 1.2 s at a time, shell
   * containers, masters outside of the cluster that call twice a second.
   *
   * @param nodes 0 for eight
   */
  static Cell live(int nodes, Heartbeats heartbeats) {
    Settings settings =
        heartbeats
            .in(Settings.DEFAULT)
            .withHeartbeats(3_000, 500)
            .withMaster(0, 0)
            .withLimit(20 * 60_000L)
            .with("yarnext.simulate.max-jobs", "4")
            .with("yarnext.simulate.start-ms", "250")
            .with("yarnext.simulate.master-start-ms", "3000")
            .with("yarn.mercury.placement.ahead", "9s");
    GridmixJobs jobs =
        GridmixJobs.of(100, 200, 1_000, Collections.singletonList(new JobClass("1.2 s", 1, 1_200)));
    return new Cell(
        heartbeats.label,
        "1.2 s",
        jobs::make,
        Topology.of(nodes == 0 ? 8 : nodes, 2_000, 2, 100),
        settings);
  }

  /** One for each policy and kind of heartbeats. */
  static List<Cell> policies(int nodes, List<JobClass> classes) {
    MercuryCluster cluster = new MercuryCluster(nodes);
    List<Cell> cells = new ArrayList<>();
    for (Heartbeats heartbeats : Heartbeats.values()) {
      for (String[] policy : POLICIES) {
        cells.add(policy(cluster, heartbeats, policy, classes));
      }
    }
    return cells;
  }

  private static Cell policy(
      MercuryCluster cluster, Heartbeats heartbeats, String[] policy, List<JobClass> classes) {
    double meanMs = classes.stream().mapToDouble(c -> c.meanMs() * c.share()).sum();
    return new Cell(
        heartbeats.label,
        policy[0],
        cluster.jobs(classes, meanMs, 2),
        cluster.topology(),
        cluster.settings(heartbeats, JOBS).with("yarn.mercury.hybrid.policy", policy[1]));
  }

  /** Policies that leave tasks guaranteed, and what may spare the others' containers. */
  static List<Cell> settings(int nodes, List<JobClass> classes) {
    MercuryCluster cluster = new MercuryCluster(nodes);
    List<Cell> cells = new ArrayList<>();
    for (Heartbeats heartbeats : Arrays.asList(Heartbeats.ALONE, Heartbeats.FEW, Heartbeats.MANY)) {
      for (String[] policy : Arrays.asList(HALF, SHORT_MOSTLY)) {
        Cell cell = policy(cluster, heartbeats, policy, classes);
        cells.add(cell);
        cells.addAll(otherSettings(cell, cluster.atOnce(4 * JOBS)));
      }
    }
    return cells;
  }

  private static List<Cell> otherSettings(Cell cell, int manyJobs) {
    Settings usual = cell.settings();
    List<Cell> cells = new ArrayList<>();
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
   * @param percent of a node's memory and cores
   */
  static Settings withCeiling(Settings settings, int percent) {
    return settings
        .with(POLICING, "static")
        .with("yarn.mercury.policing.max-memory-percent", String.valueOf(percent))
        .with("yarn.mercury.policing.max-vcores-percent", String.valueOf(percent));
  }

  /** By what guaranteed containers had. */
  static Settings withHistoryCeiling(Settings settings) {
    return settings.with(POLICING, "history");
  }
}
