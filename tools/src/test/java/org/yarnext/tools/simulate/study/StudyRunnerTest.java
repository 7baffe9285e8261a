// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.tools.simulate.study.StudyRows.row;
import static org.yarnext.tools.simulate.study.StudyRows.unfinished;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.report.CsvReport;
import org.yarnext.tools.simulate.report.JobTimesReport;
import org.yarnext.tools.simulate.report.StudyReportFactory;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.study.measure.GainTable;
import org.yarnext.tools.simulate.study.measure.JobTimeTable;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.RunResults;
import org.yarnext.tools.simulate.study.measure.SpeedupTable;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.measure.ThroughputMeasure;
import org.yarnext.tools.simulate.study.paper.HydraStudy;
import org.yarnext.tools.simulate.study.paper.MercuryStudy;
import org.yarnext.tools.simulate.study.paper.OrchestratorStudy;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload.Range;
import org.yarnext.tools.simulate.world.SimulationSettings;

public class StudyRunnerTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final SimulationSettings SETTINGS =
      SimulationSettings.DEFAULT
          .withMaster(200, 1)
          .with("yarn.elastic.heap.floor", "16")
          .with("yarn.elastic.heap.percent", "100")
          .with("yarn.elastic.disk.share", "100");

  private static final List<String> ALL =
      Arrays.asList("fair", "elastic-fair", "capacity", "elastic-capacity", "srtf", "meganode");

  private static StudyCell cell(String label, double penalty) {
    YarnMeRandomWorkload trace =
        new YarnMeRandomWorkload(
            true, 8, new Range(1_000, 9_000), new Range(1, 12), new Range(50, 150), penalty);
    return new StudyCell(
        "small", label, trace::make, ClusterTopology.of(5, 10_000, 16, 1e6), SETTINGS);
  }

  private static List<RunResult> run(int threads, long seed) throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new StudyRunner(threads, new StudyProgress(nowhere, false, System::nanoTime))
        .run(Arrays.asList(cell("a", 1.5), cell("b", 3)), SystemRegistry.find(ALL), seed, 2);
  }

  private static String bytes(List<RunResult> rows) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    CsvReport.runs(rows, out);
    CsvReport.classes(rows, out);
    out.print(
        new JobTimesReport(
                new RunResults(rows), new JobTimeTable(rows, BaselineSelector.all("fair")), null)
            .page("t", Collections.emptyList()));
    out.flush();
    return text.toString();
  }

  @Test
  public void outputDependsOnTheSeedButNotOnThreads() throws Exception {
    String first = bytes(run(1, 3));
    assertEquals(first, bytes(run(1, 3)));
    assertEquals(first, bytes(run(2, 3)));
    assertNotEquals(first, bytes(run(1, 5)));
  }

  @Test
  public void rowsAreOrderedByCellSystemAndSeedAndAllJobsFinish() throws Exception {
    List<RunResult> rows = run(2, 7);
    List<String> expected = new ArrayList<>();
    for (String cell : Arrays.asList("a", "b")) {
      for (String system : ALL) {
        expected.add(cell + " " + system + " 7");
        expected.add(cell + " " + system + " 8");
      }
    }
    assertEquals(
        expected,
        rows.stream()
            .map(r -> r.cell().label() + " " + r.system() + " " + r.seed())
            .collect(Collectors.toList()));
    for (RunResult row : rows) {
      assertEquals(row.system(), 0, row.unfinished());
      assertTrue(row.memory().average() <= 1);
      assertEquals(row.system(), 0, row.system().startsWith("elastic") ? 0 : undersized(row));
    }
    assertTrue(rows.stream().mapToLong(StudyRunnerTest::undersized).sum() > 0);
    // Every task was granted once, on whichever system.
    long started = rows.get(0).classes().get("reduce").started();
    for (RunResult row : rows) {
      if (row.cell() == rows.get(0).cell() && row.seed() == 7) {
        assertEquals(started, row.classes().get("reduce").started());
      }
    }
  }

  private static long undersized(RunResult row) {
    return row.classes().get("reduce").undersized();
  }

  @Test
  public void ratiosAreToTheBaselineOfTheSameCellAndSeed() throws Exception {
    List<RunResult> rows = run(2, 1);
    JobTimeTable ratios = new JobTimeTable(rows, BaselineSelector.all("fair"));
    StudyCell cell = rows.get(0).cell();
    assertEquals(1, ratios.median(cell, "fair"), 0);
    double worst = 0;
    for (int seed = 0; seed < 2; seed++) {
      RunResult fair = rows.get(seed);
      RunResult elastic = rows.get(2 + seed);
      worst = Math.max(worst, elastic.averageJobMs() / fair.averageJobMs());
    }
    assertEquals(worst, ratios.worst(cell, "elastic-fair"), 0);
    assertEquals(2, ratios.medians("small", "srtf").size());
    assertTrue(ratios.medians("large", "srtf").isEmpty());
    assertEquals(
        Math.max(worst, ratios.worst(rows.get(rows.size() - 1).cell(), "elastic-fair")),
        ratios.worst("small", "elastic-fair"),
        0);
    assertTrue(Double.isNaN(ratios.worst("large", "elastic-fair")));
    assertEquals(0, ratios.below("small", "fair", "fair"), 0);
    assertEquals(
        1,
        ratios.below("small", "meganode", "fair") + ratios.below("small", "fair", "meganode"),
        0);
    assertTrue(Double.isNaN(ratios.below("small", "fair", "bogus")));
    assertShowsOrderAndWins(new JobTimesReport(new RunResults(rows), ratios, null).lines(), ratios);
    List<String> table = new JobTimesReport(new RunResults(rows), ratios, null).lines();
    assertTrue(
        table.get(2), table.get(2).startsWith("small, a") && table.get(2).contains("(1.00)"));
  }

  @Test
  public void onlyJobsThatAllSystemsFinishedAreCompared() {
    List<RunResult> rows = unfinished();
    StudyCell cell = rows.get(0).cell();
    assertEquals(
        0.5, new JobTimeTable(rows, BaselineSelector.all("stock")).median(cell, "ours"), 0);
    assertEquals(
        -50, new GainTable(rows, "stock").percent(cell, "ours", ThroughputMeasure.LATENCY), 1e-9);
    assertEquals(
        52.5, new GainTable(rows, "stock").mean(cell, "ours", ThroughputMeasure.LATENCY), 1e-9);
    SpeedupTable cuts = new SpeedupTable(rows, "stock");
    assertEquals(Collections.singletonList(50.0), cuts.percents("g", "ours"));
    assertEquals(Collections.singletonList(0.0), cuts.percents("g", "stock"));
    List<RunResult> none = Arrays.asList(rows.get(0), row(cell, "ours", 0, 100));
    assertTrue(
        Double.isNaN(new JobTimeTable(none, BaselineSelector.all("stock")).median(cell, "ours")));
    assertTrue(
        Double.isNaN(
            new GainTable(none, "stock").percent(cell, "ours", ThroughputMeasure.LATENCY)));
    assertTrue(new SpeedupTable(none, "stock").percents("g", "ours").isEmpty());
  }

  @Test
  public void medianOfAnEvenNumberOfValuesIsInterpolated() {
    StudyCell cell = unfinished().get(0).cell();
    List<RunResult> rows =
        Arrays.asList(
            row(cell, "stock", 1, 100, 100),
            row(cell, "stock", 2, 100, 100),
            row(cell, "ours", 1, 90, 90),
            row(cell, "ours", 2, 114, 114));
    JobTimeTable ratios = new JobTimeTable(rows, BaselineSelector.all("stock"));
    assertEquals(1.02, ratios.median(cell, "ours"), 1e-9);
    assertEquals(1.02, new SpeedupTable(rows, "stock").ratio(cell, "ours", "job 1"), 1e-9);
    List<String> lines = new JobTimesReport(new RunResults(rows), ratios, null).lines();
    // Behind in the only cell, which the better seed alone would hide.
    assertTrue(
        lines.toString(),
        lines.stream()
            .anyMatch(l -> l.matches("g +ours +1.02 +1.02 +1.14 +1.14 +0 % +0 % +100 % .*")));
    assertEquals(2.5, JobTimeTable.median(Arrays.asList(4.0, 1.0, 3.0, 2.0)), 0);
    assertEquals(3, JobTimeTable.median(Arrays.asList(4.0, 1.0, 3.0)), 0);
    assertTrue(Double.isNaN(JobTimeTable.median(Collections.emptyList())));
  }

  @Test
  public void slowerJobIsNotHiddenByAFasterJob() {
    StudyCell cell = unfinished().get(0).cell();
    List<RunResult> rows = Arrays.asList(row(cell, "stock", 10, 20), row(cell, "ours", 20, 10));
    JobTimeTable ratios = new JobTimeTable(rows, BaselineSelector.all("stock"));
    assertEquals(1, ratios.median(cell, "ours"), 0);
    assertEquals(2, ratios.worstJob(cell, "ours"), 0);
    assertEquals(2, ratios.worstJob("g", "ours"), 0);
    List<String> lines = new JobTimesReport(new RunResults(rows), ratios, null).lines();
    assertTrue(lines.get(2), lines.get(2).endsWith("15.0 (1.00)  15.0 (1.00; 2.00)"));
    assertTrue(
        lines.toString(),
        lines.stream().anyMatch(l -> l.matches("g +ours +1.00 +1.00 +1.00 +2.00 .*")));
    // The long job, which only one of them finished, does not count.
    assertEquals(
        0.5,
        new JobTimeTable(unfinished(), BaselineSelector.all("stock")).worstJob("g", "ours"),
        0);
    assertTrue(Double.isNaN(ratios.worstJob("other", "ours")));
  }

  @Test
  public void systemsAreComparedWithTheirStockSchedulerAndEachOther() {
    StudyCell cell = unfinished().get(0).cell();
    List<RunResult> rows =
        Arrays.asList(
            row(cell, "fair", 200, 200),
            row(cell, "elastic-fair", 100, 100),
            row(cell, "capacity", 80, 80),
            row(cell, "elastic-capacity", 88, 88));
    Map<String, String> own = new HashMap<>();
    own.put("capacity", "capacity");
    own.put("elastic-capacity", "capacity");
    JobTimeTable ratios = new JobTimeTable(rows, new BaselineSelector("fair", own));
    assertEquals(0.5, ratios.median(cell, "elastic-fair"), 1e-9);
    assertEquals(1, ratios.median(cell, "capacity"), 0);
    // Behind its own stock, and ahead of the other elastic one all the same.
    assertEquals(1.1, ratios.median(cell, "elastic-capacity"), 1e-9);
    assertEquals(1, ratios.below("g", "elastic-capacity", "elastic-fair"), 0);
    assertEquals(0, ratios.below("g", "elastic-capacity", "capacity"), 0);
    List<String> lines = new JobTimesReport(new RunResults(rows), ratios, null).lines();
    String expected = " to fair, for capacity, elastic-capacity to capacity ";
    assertTrue(lines.get(0), lines.get(0).contains(expected));
    assertTrue(
        lines.toString(),
        lines.stream().anyMatch(l -> l.matches("g +elastic-capacity +1.10 +1.10 +1.10 +1.10 .*")));
    assertTrue(
        new JobTimesReport(new RunResults(rows), ratios, null)
            .page("t", Collections.emptyList())
            .contains("1.10"));
  }

  @Test
  public void logHasALineForEachEndedRun() throws Exception {
    StringWriter log = new StringWriter();
    StudyProgress progress =
        new StudyProgress(new PrintWriter(log, true), false, () -> 2_500_000_000L);
    progress.ended(unfinished().get(0), 1_250_000_000L);
    String end = System.lineSeparator();
    assertEquals(
        "g, c, stock, seed 1: average job time 10.0 s, 1 of 2 jobs finished, took 1.3 s" + end,
        log.toString());
    List<RunResult> rows =
        new StudyRunner(1, progress)
            .run(Collections.singletonList(cell("a", 3)), SystemRegistry.find(ALL), 4, 1);
    for (RunResult row : rows) {
      String line =
          String.format(
              Locale.ROOT,
              "a, %s, seed 4: average job time %.1f s, 8 of 8 jobs finished,",
              row.system(),
              row.averageJobMs() / 1e3);
      assertTrue(log.toString(), log.toString().contains(line));
    }
  }

  @Test
  public void reportsNameUnfinishedJobsAndOmitTheirTimes() throws Exception {
    List<RunResult> rows = unfinished();
    Path out = folder.getRoot().toPath();
    StudyReportFactory cuts =
        new StudyReportFactory(OrchestratorStudy.JOBS, rows, BaselineSelector.all("stock"));
    String named = "stock, c, seed 1: 1 jobs did not finish";
    String lines = String.join("\n", cuts.lines());
    assertTrue(lines, lines.contains(named) && lines.contains("- (-)"));
    cuts.write(out);
    List<String> times = Files.readAllLines(out.resolve("times.csv"));
    assertEquals("g,c,stock,1,job 1,10.000", times.get(1));
    assertEquals("g,c,stock,1,job 2,", times.get(2));
    lines =
        String.join(
            "\n", new StudyReportFactory(null, rows, BaselineSelector.all("stock")).lines());
    assertTrue(lines, lines.contains(named));
    List<String> throughput =
        new StudyReportFactory(MercuryStudy.LIVE, rows, BaselineSelector.all("stock")).lines();
    assertTrue(throughput.get(1), throughput.get(1).endsWith("  unfinished"));
    assertTrue(throughput.get(2), throughput.get(2).endsWith(" 1"));
    assertTrue(throughput.get(3), throughput.get(3).endsWith(" 0"));
  }

  @Test
  public void reportsShowTheConfiguredKeys() throws Exception {
    List<RunResult> rows = new ArrayList<>();
    StudyCell plain = unfinished().get(0).cell();
    for (String ahead : new String[] {"0s", "9s"}) {
      SimulationSettings settings =
          SimulationSettings.DEFAULT
              .withHeartbeats(3_000, 1_000)
              .withStep(1_024)
              .with("yarn.b", "1")
              .with("yarn.a", ahead);
      StudyCell cell = new StudyCell("g", ahead, plain::workload, plain.topology(), settings);
      rows.add(row(cell, "stock", 1, 1));
      rows.add(row(cell, "ours", 1, 1));
    }
    List<String> expected =
        Arrays.asList(
            "Keys that are set: yarn.b=1;"
                + " yarn.resourcemanager.nodemanagers.heartbeat-interval-ms=3000",
            "Keys that are set in g, 0s: yarn.a=0s",
            "Keys that are set in g, 9s: yarn.a=9s");
    for (Study study :
        new Study[] {null, MercuryStudy.BASELINE, HydraStudy.SCALE, OrchestratorStudy.JOBS}) {
      StudyReportFactory reports =
          new StudyReportFactory(study, rows, BaselineSelector.all("stock"));
      assertTrue(reports.lines().toString(), reports.lines().containsAll(expected));
      reports.write(folder.getRoot().toPath());
      Path page = folder.getRoot().toPath().resolve("report.html");
      assertTrue(Files.readAllLines(page).containsAll(expected));
    }
  }

  private static void assertShowsOrderAndWins(List<String> lines, JobTimeTable ratios) {
    String text = String.join("\n", lines);
    // FairSchedulers have a share of time below half of the fair share, others none.
    assertTrue(text, text.matches("(?s).*\nsmall +fair +1.00 +1.00 +1.00 [^\n]* \\d+ %\n.*"));
    assertTrue(text, text.matches("(?s).*\nsmall +meganode +0[^\n]* -\n.*"));
    String last =
        lines.stream()
            .filter(line -> line.matches("small +meganode .*"))
            .reduce("", (before, after) -> after);
    String wins =
        String.format(Locale.ROOT, "%.0f %%", 100 * ratios.below("small", "meganode", "fair"));
    assertTrue(last, last.matches("small +meganode +" + wins + " .*-"));
  }
}
