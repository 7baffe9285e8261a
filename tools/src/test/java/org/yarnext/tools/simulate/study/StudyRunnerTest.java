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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.simulate.Settings;
import org.yarnext.tools.simulate.Systems;
import org.yarnext.tools.simulate.outcome.Recorder;
import org.yarnext.tools.simulate.report.CsvReport;
import org.yarnext.tools.simulate.report.JobTimesReport;
import org.yarnext.tools.simulate.report.Reports;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Topology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeTrace;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeTrace.Range;

public class StudyRunnerTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final Settings SETTINGS =
      Settings.DEFAULT
          .withMaster(200, 1)
          .with("yarn.elastic.heap.floor", "16")
          .with("yarn.elastic.heap.percent", "100")
          .with("yarn.elastic.disk.share", "100");

  private static final List<String> ALL =
      Arrays.asList("fair", "elastic-fair", "capacity", "elastic-capacity", "srtf", "meganode");

  private static Cell cell(String label, double penalty) {
    YarnMeTrace trace =
        new YarnMeTrace(
            true, 8, new Range(1_000, 9_000), new Range(1, 12), new Range(50, 150), penalty);
    return new Cell("small", label, trace::make, Topology.of(5, 10_000, 16, 1e6), SETTINGS);
  }

  private static List<RunRow> run(int threads, long seed) throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new StudyRunner(threads, new StudyProgress(nowhere, false, System::nanoTime))
        .run(Arrays.asList(cell("a", 1.5), cell("b", 3)), Systems.find(ALL), seed, 2);
  }

  private static String bytes(List<RunRow> rows) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    CsvReport.runs(rows, out);
    CsvReport.classes(rows, out);
    out.print(
        new JobTimesReport(new Runs(rows), new Ratios(rows, Baselines.all("fair")), null)
            .page("t", Collections.emptyList()));
    out.flush();
    return text.toString();
  }

  @Test
  public void theSameSeedGivesTheSameBytesOnOneThreadOrTwo() throws Exception {
    String first = bytes(run(1, 3));
    assertEquals(first, bytes(run(1, 3)));
    assertEquals(first, bytes(run(2, 3)));
    assertNotEquals(first, bytes(run(1, 5)));
  }

  @Test
  public void rowsAreOrderedByCellSystemAndSeedAndAllJobsFinish() throws Exception {
    List<RunRow> rows = run(2, 7);
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
    for (RunRow row : rows) {
      assertEquals(row.system(), 0, row.unfinished());
      assertTrue(row.memory().average() <= 1);
      assertEquals(row.system(), 0, row.system().startsWith("elastic") ? 0 : undersized(row));
    }
    assertTrue(rows.stream().mapToLong(StudyRunnerTest::undersized).sum() > 0);
    // Every task was granted once, on whichever system.
    long started = rows.get(0).classes().get("reduce").started();
    for (RunRow row : rows) {
      if (row.cell() == rows.get(0).cell() && row.seed() == 7) {
        assertEquals(started, row.classes().get("reduce").started());
      }
    }
  }

  private static long undersized(RunRow row) {
    return row.classes().get("reduce").undersized();
  }

  @Test
  public void ratiosAreToTheBaselineOfTheSameCellAndSeed() throws Exception {
    List<RunRow> rows = run(2, 1);
    Ratios ratios = new Ratios(rows, Baselines.all("fair"));
    Cell cell = rows.get(0).cell();
    assertEquals(1, ratios.median(cell, "fair"), 0);
    double worst = 0;
    for (int seed = 0; seed < 2; seed++) {
      RunRow fair = rows.get(seed);
      RunRow elastic = rows.get(2 + seed);
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
    assertShowsOrderAndWins(new JobTimesReport(new Runs(rows), ratios, null).lines(), ratios);
    List<String> table = new JobTimesReport(new Runs(rows), ratios, null).lines();
    assertTrue(
        table.get(2), table.get(2).startsWith("small, a") && table.get(2).contains("(1.00)"));
  }

  /** Two jobs that take so many seconds; 0 for one that does not finish. */
  static RunRow row(Cell cell, String system, long first, long second) {
    return row(cell, system, 1, first, second);
  }

  private static RunRow row(Cell cell, String system, long seed, long first, long second) {
    Workload workload = cell.workload(1);
    Recorder recorder = new Recorder(workload, cell.topology());
    long[] seconds = {first, second};
    for (int j = 0; j < seconds.length; j++) {
      SimJob job = workload.jobs().get(j);
      recorder.asked(job, 0, 0);
      recorder.started(job, 0, 0, 100, 100, 1, 0);
      if (seconds[j] > 0) {
        recorder.ended(job, 0, 1_000 * seconds[j], 100, 1, 1_000 * seconds[j]);
      }
    }
    return new RunRow(cell, system, seed, recorder.outcome());
  }

  /** With two jobs of one task. */
  static Cell cell(String group, String label) {
    SimStage stage =
        new SimStage(
            "map",
            20,
            Collections.singletonList(new SimTask(100, 1, 1)),
            Collections.emptyMap(),
            null);
    List<SimJob> jobs = new ArrayList<>();
    for (int id = 1; id <= 2; id++) {
      jobs.add(new SimJob(id, "job " + id, "TEZ", "u", "q", 0, Collections.singletonList(stage)));
    }
    Workload workload = new Workload("w", jobs);
    return new Cell(group, label, seed -> workload, Topology.of(1, 1_000, 1, 1), Settings.DEFAULT);
  }

  /** The long job finishes on one system alone, which would look slower by its average. */
  private static List<RunRow> unfinished() {
    Cell cell = cell("g", "c");
    return Arrays.asList(row(cell, "stock", 10, 0), row(cell, "ours", 5, 100));
  }

  @Test
  public void comparisonsAreOverTheJobsThatAllSystemsFinished() {
    List<RunRow> rows = unfinished();
    Cell cell = rows.get(0).cell();
    assertEquals(0.5, new Ratios(rows, Baselines.all("stock")).median(cell, "ours"), 0);
    assertEquals(-50, new Gains(rows, "stock").percent(cell, "ours", Measure.LATENCY), 1e-9);
    assertEquals(52.5, new Gains(rows, "stock").mean(cell, "ours", Measure.LATENCY), 1e-9);
    TimeCuts cuts = new TimeCuts(rows, "stock");
    assertEquals(Collections.singletonList(50.0), cuts.percents("g", "ours"));
    assertEquals(Collections.singletonList(0.0), cuts.percents("g", "stock"));
    List<RunRow> none = Arrays.asList(rows.get(0), row(cell, "ours", 0, 100));
    assertTrue(Double.isNaN(new Ratios(none, Baselines.all("stock")).median(cell, "ours")));
    assertTrue(Double.isNaN(new Gains(none, "stock").percent(cell, "ours", Measure.LATENCY)));
    assertTrue(new TimeCuts(none, "stock").percents("g", "ours").isEmpty());
  }

  @Test
  public void theMedianOfAnEvenNumberOfSeedsOrCellsIsTheMeanOfTheTwoInTheMiddle() {
    Cell cell = unfinished().get(0).cell();
    List<RunRow> rows =
        Arrays.asList(
            row(cell, "stock", 1, 100, 100),
            row(cell, "stock", 2, 100, 100),
            row(cell, "ours", 1, 90, 90),
            row(cell, "ours", 2, 114, 114));
    Ratios ratios = new Ratios(rows, Baselines.all("stock"));
    assertEquals(1.02, ratios.median(cell, "ours"), 1e-9);
    assertEquals(1.02, new TimeCuts(rows, "stock").ratio(cell, "ours", "job 1"), 1e-9);
    List<String> lines = new JobTimesReport(new Runs(rows), ratios, null).lines();
    // Behind in the only cell, which the better seed alone would hide.
    assertTrue(
        lines.toString(),
        lines.stream()
            .anyMatch(l -> l.matches("g +ours +1.02 +1.02 +1.14 +1.14 +0 % +0 % +100 % .*")));
    assertEquals(2.5, Ratios.median(Arrays.asList(4.0, 1.0, 3.0, 2.0)), 0);
    assertEquals(3, Ratios.median(Arrays.asList(4.0, 1.0, 3.0)), 0);
    assertTrue(Double.isNaN(Ratios.median(Collections.emptyList())));
  }

  @Test
  public void aJobThatTakesLongerIsNotHiddenByOneThatGains() {
    Cell cell = unfinished().get(0).cell();
    List<RunRow> rows = Arrays.asList(row(cell, "stock", 10, 20), row(cell, "ours", 20, 10));
    Ratios ratios = new Ratios(rows, Baselines.all("stock"));
    assertEquals(1, ratios.median(cell, "ours"), 0);
    assertEquals(2, ratios.worstJob(cell, "ours"), 0);
    assertEquals(2, ratios.worstJob("g", "ours"), 0);
    List<String> lines = new JobTimesReport(new Runs(rows), ratios, null).lines();
    assertTrue(lines.get(2), lines.get(2).endsWith("15.0 (1.00)  15.0 (1.00; 2.00)"));
    assertTrue(
        lines.toString(),
        lines.stream().anyMatch(l -> l.matches("g +ours +1.00 +1.00 +1.00 +2.00 .*")));
    // The long job, which only one of them finished, does not count.
    assertEquals(0.5, new Ratios(unfinished(), Baselines.all("stock")).worstJob("g", "ours"), 0);
    assertTrue(Double.isNaN(ratios.worstJob("other", "ours")));
  }

  @Test
  public void eachSystemIsComparedWithStockOfItsOwnSchedulerAndAllWithOneAnother() {
    Cell cell = unfinished().get(0).cell();
    List<RunRow> rows =
        Arrays.asList(
            row(cell, "fair", 200, 200),
            row(cell, "elastic-fair", 100, 100),
            row(cell, "capacity", 80, 80),
            row(cell, "elastic-capacity", 88, 88));
    Map<String, String> own = new HashMap<>();
    own.put("capacity", "capacity");
    own.put("elastic-capacity", "capacity");
    Ratios ratios = new Ratios(rows, new Baselines("fair", own));
    assertEquals(0.5, ratios.median(cell, "elastic-fair"), 1e-9);
    assertEquals(1, ratios.median(cell, "capacity"), 0);
    // Behind its own stock, and ahead of the other elastic one all the same.
    assertEquals(1.1, ratios.median(cell, "elastic-capacity"), 1e-9);
    assertEquals(1, ratios.below("g", "elastic-capacity", "elastic-fair"), 0);
    assertEquals(0, ratios.below("g", "elastic-capacity", "capacity"), 0);
    List<String> lines = new JobTimesReport(new Runs(rows), ratios, null).lines();
    String told = " to fair, for capacity, elastic-capacity to capacity ";
    assertTrue(lines.get(0), lines.get(0).contains(told));
    assertTrue(
        lines.toString(),
        lines.stream().anyMatch(l -> l.matches("g +elastic-capacity +1.10 +1.10 +1.10 +1.10 .*")));
    assertTrue(
        new JobTimesReport(new Runs(rows), ratios, null)
            .page("t", Collections.emptyList())
            .contains("1.10"));
  }

  @Test
  public void aLineOfTheLogHasTheResultOfEachRunThatHasEnded() throws Exception {
    StringWriter log = new StringWriter();
    StudyProgress progress =
        new StudyProgress(new PrintWriter(log, true), false, () -> 2_500_000_000L);
    progress.ended(unfinished().get(0), 1_250_000_000L);
    String end = System.lineSeparator();
    assertEquals(
        "g, c, stock, seed 1: average job time 10.0 s, 1 of 2 jobs finished, took 1.3 s" + end,
        log.toString());
    List<RunRow> rows =
        new StudyRunner(1, progress)
            .run(Collections.singletonList(cell("a", 3)), Systems.find(ALL), 4, 1);
    for (RunRow row : rows) {
      String line =
          String.format(
              "a, %s, seed 4: average job time %.1f s, 8 of 8 jobs finished,",
              row.system(), row.averageJobMs() / 1e3);
      assertTrue(log.toString(), log.toString().contains(line));
    }
  }

  @Test
  public void reportsNameWhatDidNotFinishAndWriteNoTimeOfIt() throws Exception {
    List<RunRow> rows = unfinished();
    Path out = folder.getRoot().toPath();
    Reports cuts = new Reports(OrchestratorStudies.JOBS, rows, Baselines.all("stock"));
    String named = "stock, c, seed 1: 1 jobs did not finish";
    String lines = String.join("\n", cuts.lines());
    assertTrue(lines, lines.contains(named) && lines.contains("- (-)"));
    cuts.write(out);
    List<String> times = Files.readAllLines(out.resolve("times.csv"));
    assertEquals("g,c,stock,1,job 1,10.000", times.get(1));
    assertEquals("g,c,stock,1,job 2,", times.get(2));
    lines = String.join("\n", new Reports(null, rows, Baselines.all("stock")).lines());
    assertTrue(lines, lines.contains(named));
    List<String> throughput =
        new Reports(MercuryStudies.LIVE, rows, Baselines.all("stock")).lines();
    assertTrue(throughput.get(1), throughput.get(1).endsWith("  unfinished"));
    assertTrue(throughput.get(2), throughput.get(2).endsWith(" 1"));
    assertTrue(throughput.get(3), throughput.get(3).endsWith(" 0"));
  }

  @Test
  public void reportsAndPagesShowTheKeysThatAreSet() throws Exception {
    List<RunRow> rows = new ArrayList<>();
    Cell plain = unfinished().get(0).cell();
    for (String ahead : new String[] {"0s", "9s"}) {
      Settings settings =
          Settings.DEFAULT
              .withHeartbeats(3_000, 1_000)
              .withStep(1_024)
              .with("yarn.b", "1")
              .with("yarn.a", ahead);
      Cell cell = new Cell("g", ahead, plain::workload, plain.topology(), settings);
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
        new Study[] {null, MercuryStudies.BASELINE, HydraStudies.SCALE, OrchestratorStudies.JOBS}) {
      Reports reports = new Reports(study, rows, Baselines.all("stock"));
      assertTrue(reports.lines().toString(), reports.lines().containsAll(expected));
      reports.write(folder.getRoot().toPath());
      Path page = folder.getRoot().toPath().resolve("report.html");
      assertTrue(Files.readAllLines(page).containsAll(expected));
    }
  }

  private static void assertShowsOrderAndWins(List<String> lines, Ratios ratios) {
    String text = String.join("\n", lines);
    // FairSchedulers have a share of time below half of the fair share, others none.
    assertTrue(text, text.matches("(?s).*\nsmall +fair +1.00 +1.00 +1.00 [^\n]* \\d+ %\n.*"));
    assertTrue(text, text.matches("(?s).*\nsmall +meganode +0[^\n]* -\n.*"));
    String last =
        lines.stream()
            .filter(line -> line.matches("small +meganode .*"))
            .reduce("", (before, after) -> after);
    String wins = String.format("%.0f %%", 100 * ratios.below("small", "meganode", "fair"));
    assertTrue(last, last.matches("small +meganode +" + wins + " .*-"));
  }
}
