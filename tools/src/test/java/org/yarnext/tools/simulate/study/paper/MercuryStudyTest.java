// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.report.ThroughputReport;
import org.yarnext.tools.simulate.study.StudyProgress;
import org.yarnext.tools.simulate.study.StudyRunner;
import org.yarnext.tools.simulate.study.measure.GainTable;
import org.yarnext.tools.simulate.study.measure.PaperGain;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.measure.ThroughputMeasure;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;

public class MercuryStudyTest {
  private static final List<String> SYSTEMS =
      Arrays.asList(
          "stock-guaranteed",
          "stock-central",
          "stock-distributed",
          "mercury-central",
          "mercury-distributed");

  /** The cells of a study on few nodes, for a short time. */
  private static List<StudyCell> small(MercuryStudy study, int nodes, long ms) {
    return study.cells(nodes).stream()
        .map(
            cell ->
                new StudyCell(
                    cell.group(),
                    cell.label(),
                    cell::workload,
                    cell.topology(),
                    cell.settings().withLimit(ms)))
        .collect(Collectors.toList());
  }

  private static List<RunResult> run(List<StudyCell> cells, List<String> systems) throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new StudyRunner(2, new StudyProgress(nowhere, false, System::nanoTime))
        .run(cells, SystemRegistry.find(systems), 1, 1);
  }

  @Test
  public void allStudiesAreRegisteredAndPaperGainsBelongToCells() {
    for (MercuryStudy study : MercuryStudy.values()) {
      assertEquals(study, StudyRegistry.find(study.id()));
      Set<String> names = new HashSet<>();
      Set<String> labels = new HashSet<>();
      for (StudyCell cell : study.cells(0)) {
        assertEquals(study == MercuryStudy.LIVE ? 8 : 256, cell.topology().nodes().size());
        assertTrue(cell.label(), names.add(cell.group() + cell.label()));
        labels.add(cell.label());
      }
      for (PaperGain number : study.numbers()) {
        assertTrue(number.cell(), labels.contains(number.cell()));
      }
      assertEquals(study == MercuryStudy.LIVE, study.paper().isEmpty());
      assertNotNull(SystemRegistry.find(study.systems()));
    }
  }

  private static int number(SimulationSettings settings, String key) {
    return Integer.parseInt(settings.hadoop().get(key));
  }

  @Test
  public void smallerClusterScalesJobsAndCandidates() {
    for (int[] expected : new int[][] {{256, 150, 50}, {64, 38, 50}, {32, 29, 32}, {8, 29, 8}}) {
      SimulationSettings settings = MercuryStudy.CONCURRENCY.cells(expected[0]).get(1).settings();
      assertEquals(expected[1], number(settings, "yarnext.simulate.max-jobs"));
      assertEquals(expected[2], number(settings, "yarn.mercury.placement.candidates"));
      assertEquals(
          expected[2],
          number(settings, "yarn.resourcemanager.opportunistic-container-allocation.nodes-used"));
    }
  }

  /** Stock's NodeManagers place one container a node and call, and masters call each second. */
  @Test
  public void masterCallsDoNotLimitDistributedPlacement() {
    for (int nodes : new int[] {4, 8, 16, 32, 50, 64, 128, 256, 1_000}) {
      double ended = nodes * MercuryCluster.CORES / (1.2 + 2);
      for (StudyCell cell : MercuryStudy.CONCURRENCY.cells(nodes)) {
        int placed =
            number(cell.settings(), "yarnext.simulate.max-jobs")
                * number(cell.settings(), "yarn.mercury.placement.candidates");
        assertTrue(nodes + " nodes, " + cell + ": " + placed / ended, placed >= 1.9 * ended);
      }
    }
  }

  @Test
  public void workloadExceedsTheRunAndMixHasThePapersRunTimes() {
    StudyCell concurrency = MercuryStudy.CONCURRENCY.cells(4).get(0);
    Workload workload = concurrency.workload(1);
    double most = 4 * 32 * MercuryCluster.RUN_MS / 3_200.0;
    assertTrue(workload.tasks() + " of " + most, workload.tasks() > most);
    Workload mix = MercuryStudy.PRODUCTION.cells(16).get(0).workload(1);
    long shortOnes =
        mix.jobs().stream()
            .flatMap(job -> job.stages().get(0).tasks().stream())
            .filter(task -> task.durationMs() < 10_000)
            .count();
    assertEquals(0.6, (double) shortOnes / mix.tasks(), 0.1);
  }

  @Test
  public void shortTasksGainAtLeastWhatThePaperSays() throws Exception {
    List<StudyCell> cells =
        Collections.singletonList(small(MercuryStudy.CONCURRENCY, 16, 240_000).get(1));
    GainTable gains = new GainTable(run(cells, SYSTEMS), "stock-guaranteed");
    StudyCell cell = cells.get(0);
    double central = gains.percent(cell, "mercury-central", ThroughputMeasure.TASKS);
    assertTrue(central + " %", central >= 38);
    assertTrue(central > gains.percent(cell, "stock-central", ThroughputMeasure.TASKS));
    assertTrue(gains.percent(cell, "mercury-central", ThroughputMeasure.JOBS) >= 36);
    assertTrue(gains.percent(cell, "mercury-central", ThroughputMeasure.LATENCY) <= -30);
    assertTrue(gains.percent(cell, "mercury-distributed", ThroughputMeasure.TASKS) >= 30);
    assertEquals(0, gains.percent(cell, "stock-guaranteed", ThroughputMeasure.TASKS), 0);
  }

  /**
   * Guaranteed containers are less far behind where each end of a container brings a heartbeat and
   * each heartbeat fills the node, as an operator can have them.
   */
  @Test
  public void gainIsLessThanHalfOverStockThatFillsNodesAtEachEnd() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.CONCURRENCY, 16, 240_000);
    StudyCell alone = cells.get(1);
    StudyCell many = cells.get(3);
    assertEquals("heartbeats alone, 150 jobs", alone.toString());
    assertEquals("3.4.2, many per heartbeat, 150 jobs", many.toString());
    GainTable gains =
        new GainTable(
            run(Arrays.asList(alone, many), Arrays.asList("stock-guaranteed", "mercury-central")),
            "stock-guaranteed");
    double left = gains.percent(many, "mercury-central", ThroughputMeasure.TASKS);
    assertTrue(left + " %", left > 0);
    assertTrue(left < gains.percent(alone, "mercury-central", ThroughputMeasure.TASKS) / 2);
  }

  @Test
  public void studiesOfGainsIncludeStockThatFillsNodesAtEachEnd() {
    for (MercuryStudy study : MercuryStudy.values()) {
      assertEquals(
          study.id(),
          study != MercuryStudy.POLICING,
          study.cells(0).stream().anyMatch(c -> c.group().equals("3.4.2, many per heartbeat")));
    }
  }

  @Test
  public void gainOfStockDistributedDoesNotDependOnTheClusterSize() throws Exception {
    double[] gain = new double[2];
    for (int i = 0; i < gain.length; i++) {
      List<StudyCell> cells =
          Collections.singletonList(small(MercuryStudy.CONCURRENCY, 32 << 2 * i, 180_000).get(1));
      GainTable gains =
          new GainTable(
              run(cells, Arrays.asList("stock-guaranteed", "stock-distributed")),
              "stock-guaranteed");
      gain[i] = gains.percent(cells.get(0), "stock-distributed", ThroughputMeasure.TASKS);
    }
    assertEquals(gain[1], gain[0], 15);
  }

  /** MiniYARNCluster had 4.76 tasks a second with stock's guaranteed containers, others 9 to 11. */
  @Test
  public void modelIsNearTheLiveComparison() throws Exception {
    List<StudyCell> cells = MercuryStudy.LIVE.cells(0);
    GainTable gains = new GainTable(run(cells, SYSTEMS), "stock-guaranteed");
    assertEquals(
        4.76, gains.mean(cells.get(0), "stock-guaranteed", ThroughputMeasure.TASKS), 0.05 * 4.76);
    assertEquals(
        11.13, gains.mean(cells.get(0), "mercury-central", ThroughputMeasure.TASKS), 0.05 * 11.13);
    assertEquals(
        10.74,
        gains.mean(cells.get(0), "stock-distributed", ThroughputMeasure.TASKS),
        0.05 * 10.74);
    // Twice as many where more than one container is placed at a heartbeat.
    assertTrue(gains.mean(cells.get(1), "stock-guaranteed", ThroughputMeasure.TASKS) > 2 * 4.5);
  }

  @Test
  public void longerTasksGainLess() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.DURATION, 8, 600_000).subList(0, 3);
    GainTable gains =
        new GainTable(
            run(cells, Arrays.asList("stock-guaranteed", "mercury-central")), "stock-guaranteed");
    double before = Double.MAX_VALUE;
    for (StudyCell cell : cells) {
      double gain = gains.percent(cell, "mercury-central", ThroughputMeasure.TASKS);
      assertTrue(cell.label() + ": " + gain, gain < before && gain > 0);
      before = gain;
    }
  }

  @Test
  public void lowerCeilingKillsFewerTasksAndUsesLessOfTheCluster() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.POLICING, 8, 600_000);
    GainTable gains = new GainTable(run(cells, MercuryStudy.POLICING.systems()), "stock-central");
    double killed = 0;
    double used = 0;
    for (StudyCell cell : cells.subList(0, 4)) {
      double now = gains.mean(cell, "mercury-central", ThroughputMeasure.KILLED);
      assertTrue(cell.label() + ": " + now + " after " + killed, now >= killed);
      killed = now;
      now = gains.mean(cell, "mercury-central", ThroughputMeasure.OPPORTUNISTIC);
      assertTrue(cell.label() + ": " + now + " after " + used, now >= used);
      used = now;
    }
    double history = gains.mean(cells.get(4), "mercury-central", ThroughputMeasure.KILLED);
    assertTrue(history + " of " + killed, history < 0.6 * killed);
  }

  /**
   * Where heartbeats fill nodes, guaranteed containers stop what runs in between, and fewer where a
   * task's next container is guaranteed after a loss. Where each brings few, as in the paper's
   * YARN, opportunistic ones have time to end: 50%-Q gains what the paper says, and a ceiling
   * helps.
   */
  @Test
  public void halfOpportunisticReachesThePaperWithSmallHeartbeats() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.PRODUCTION_SETTINGS, 16, 600_000);
    List<StudyCell> shown = new ArrayList<>();
    for (String name :
        Arrays.asList(
            "heartbeats alone, 50%-Q",
            "heartbeats alone, 50%-Q, guaranteed after 1 lost",
            "heartbeats of 4 containers, 50%-Q",
            "heartbeats of 4 containers, 50%-Q, ceiling by history")) {
      cells.stream().filter(cell -> cell.toString().equals(name)).forEach(shown::add);
    }
    GainTable gains =
        new GainTable(
            run(shown, Arrays.asList("stock-guaranteed", "mercury-central")), "stock-guaranteed");
    double[] gain = new double[shown.size()];
    double[] stopped = new double[shown.size()];
    for (int i = 0; i < gain.length; i++) {
      gain[i] = gains.percent(shown.get(i), "mercury-central", ThroughputMeasure.TASKS);
      stopped[i] = gains.mean(shown.get(i), "mercury-central", ThroughputMeasure.KILLED);
    }
    String all = Arrays.toString(gain) + ", stopped " + Arrays.toString(stopped);
    assertEquals(4, gain.length);
    assertTrue(all, Math.abs(gain[1] - gain[0]) < 5 && stopped[1] < 0.7 * stopped[0]);
    assertTrue(all, gain[2] >= 35);
    assertTrue(all, gain[3] > gain[2] && stopped[3] < 0.7 * stopped[2]);
  }

  /** With tasks of all lengths, of which the short ones are opportunistic. */
  @Test
  public void firstRunsHaveOpportunisticContainersWithoutDeclaredRunTimes() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.FIRST_RUNS, 8, 600_000).subList(0, 3);
    GainTable gains =
        new GainTable(
            run(cells, Arrays.asList("stock-guaranteed", "mercury-central")), "stock-guaranteed");
    double[] share = new double[3];
    for (int i = 0; i < share.length; i++) {
      share[i] = gains.mean(cells.get(i), "mercury-central", ThroughputMeasure.OPPORTUNISTIC);
    }
    String all = Arrays.toString(share);
    assertTrue(all, share[1] > share[0] / 3 && share[1] < share[0]);
    assertTrue("run times of earlier ones are known: " + all, share[2] > share[1]);
  }

  @Test
  public void overallocationUsesMoreOfTheSameNodesAndIsReported() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.OVERALLOCATION, 16, 3 * 3_600_000L);
    List<RunResult> rows = run(cells, Arrays.asList("stock-central", "mercury-central"));
    GainTable gains = new GainTable(rows, "stock-central");
    double[] share = new double[3];
    for (int i = 0; i < share.length; i++) {
      share[i] = gains.mean(cells.get(i), "mercury-central", ThroughputMeasure.OPPORTUNISTIC);
    }
    String all = Arrays.toString(share);
    assertTrue(all, share[1] > 1.4 * share[0]);
    assertTrue("spikes cost some of it: " + all, share[2] > share[0] && share[2] < share[1]);
    ThroughputReport report = new ThroughputReport(gains, Collections.emptyList());
    String page = report.page("t", Collections.emptyList());
    for (String figure : new String[] {"Memory that tasks used", "Work lost", "Mean wait of"}) {
      assertTrue(figure, page.contains(figure));
    }
    List<String> lines = report.lines();
    assertEquals(
        "a line in each of two tables: " + lines,
        4,
        lines.stream().filter(line -> line.contains("guaranteed, over-allocation, ")).count());
    assertTrue(lines.stream().anyMatch(line -> line.contains("guaranteed that waited")));
  }

  @Test
  public void reportsShowThePapersNumbersAndAreDeterministic() throws Exception {
    List<StudyCell> cells = small(MercuryStudy.TOP_K, 4, 180_000);
    String first = reports(run(cells, SYSTEMS));
    assertEquals(first, reports(run(cells, SYSTEMS)));
    String line =
        Arrays.stream(first.split("\n"))
            .filter(l -> l.startsWith("heartbeats alone, k = 50, task throughput"))
            .findFirst()
            .orElseThrow(AssertionError::new);
    assertTrue(line, line.contains("+44.5 %"));
    assertEquals(line, 5, line.split("%", -1).length - 1);
    assertTrue(first.contains("\nheartbeats alone,k = 20,mercury-central,1,"));
    assertTrue(first.contains("<svg"));
    assertTrue(first.contains("Latency of jobs of 1.2 s, k = 100"));
    assertTrue(first.contains("Memory granted, k = 100, first seed"));
    // A box for each system beside the others: the 5th percentile, the quartiles and the 95th.
    assertTrue(first.matches("(?s).*<title>k = 100, stock-central(: [0-9.]+)(, [0-9.]+){4}<.*"));
  }

  private static String reports(List<RunResult> rows) {
    ThroughputReport report =
        new ThroughputReport(new GainTable(rows, "stock-guaranteed"), MercuryStudy.TOP_K.numbers());
    StringWriter csv = new StringWriter();
    report.csv(new PrintWriter(csv));
    List<String> all = new ArrayList<>(report.lines());
    all.add(csv.toString());
    all.add(report.page("t", MercuryStudy.TOP_K.paper()));
    return String.join("\n", all);
  }
}
