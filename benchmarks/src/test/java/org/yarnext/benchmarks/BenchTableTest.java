// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.mercury.MixedLoad;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MemoryUse;
import org.yarnext.minicluster.process.ObjectFile;
import org.yarnext.minicluster.shell.AttemptRecord;

public class BenchTableTest {
  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  /** A job submitted at 1 s whose two tasks end at {@code endMs}, one after it was shed once. */
  private static BenchResult result(String system, long endMs) {
    AttemptRecord first =
        new AttemptRecord(1000, 1500, 2000, endMs, AttemptRecord.End.SUCCEEDED, "");
    AttemptRecord shed = new AttemptRecord(1000, 1500, -1, 1800, AttemptRecord.End.KILLED, "");
    AttemptRecord again =
        new AttemptRecord(1800, 2000, 3000, endMs, AttemptRecord.End.SUCCEEDED, "");
    return new BenchResult(
        system,
        Collections.singletonList(new JobRecord("job", 1000, Arrays.asList(first, shed, again))),
        0.1);
  }

  private final List<List<BenchResult>> rounds =
      Arrays.asList(
          Arrays.asList(result("stock", 5000), result("mercury", 3000)),
          Arrays.asList(result("stock", 9000), result("mercury", 5000)),
          Arrays.asList(result("stock", 6000), result("mercury", 5000)));

  @Test
  public void quantitiesOfOneRunAreComputed() {
    BenchResult result = rounds.get(0).get(0);
    assertEquals(0.5, result.tasksPerSecond(), 1e-9);
    assertEquals(15, result.jobsPerMinute(), 1e-9);
    assertEquals(4, result.jobLatency(95), 1e-9);
    assertEquals(1.1, result.waited(50), 1e-9);
    assertEquals(0.5, result.dequeueRate(), 1e-9);
    assertEquals(0, result.stopped(), 0);
    assertEquals(0, result.failed());
  }

  @Test
  public void completedAndLostWorkOfAMixedRunIsComputed() {
    AttemptRecord done = new AttemptRecord(0, 0, 1000, 9000, AttemptRecord.End.SUCCEEDED, "");
    AttemptRecord lost = new AttemptRecord(0, 0, 2000, 4000, AttemptRecord.End.KILLED, "");
    AttemptRecord ofOther = new AttemptRecord(0, 0, 0, 9000, AttemptRecord.End.SUCCEEDED, "");
    BenchResult result =
        new BenchResult(
            "history",
            Arrays.asList(
                new JobRecord(MixedLoad.OPPORTUNISTIC, 1000, Arrays.asList(done, lost)),
                new JobRecord(MixedLoad.GUARANTEED, 1000, Collections.singletonList(ofOther))),
            0.1);
    BenchResult opportunistic = result.of(MixedLoad.OPPORTUNISTIC);
    assertEquals(1.0, opportunistic.slotsDone(), 1e-9);
    assertEquals(0.25, opportunistic.slotsLost(), 1e-9);
    assertEquals(1, opportunistic.stoppedPerTask(), 1e-9);
    assertEquals(9 / 8.0, result.of(MixedLoad.GUARANTEED).slotsDone(), 1e-9);
    BenchTable table =
        new BenchTable(
            Experiment.POLICING, Collections.singletonList(Collections.singletonList(result)));
    assertEquals(1, table.median("stopped while running", 0), 0);
  }

  @Test
  public void ratiosAreOfTheSameRound() {
    BenchTable table = new BenchTable(Experiment.THROUGHPUT, rounds);
    // 4 s to 2 s, 8 s to 4 s, 5 s to 4 s.
    assertEquals(2, table.medianRatio("tasks/s", 1), 1e-9);
    assertEquals(1, table.medianRatio("tasks/s", 0), 1e-9);
    assertEquals(0.4, table.median("tasks/s", 0), 1e-9);
    assertTrue(table.text(), table.text().contains("mercury"));
  }

  /** One job of 10 s, in which a container had half of the memory for the first 5 s. */
  private static BenchResult gain(String system, long endMs) {
    AttemptRecord task = new AttemptRecord(0, 0, 1000, endMs, AttemptRecord.End.SUCCEEDED, "");
    return new BenchResult(
        system,
        Collections.singletonList(new JobRecord("job", 0, Collections.singletonList(task))),
        0,
        new MemoryUse(
            Arrays.asList(
                new MemoryUse.Sample(-1, 1, 1),
                new MemoryUse.Sample(0, 0.5, 0.25),
                new MemoryUse.Sample(endMs, 0, 0.75),
                new MemoryUse.Sample(endMs + 1, 1, 1))),
        1);
  }

  @Test
  public void memoryIsAveragedOverTheTimeOfTheJobs() {
    BenchResult result = gain("stock-fair", 10_000);
    assertEquals(0.25, result.memoryGiven(), 1e-9);
    assertEquals(0.5, result.memoryReserved(), 1e-9);
    assertEquals(1, result.undersizedShare(), 1e-9);
    assertEquals(9, result.meanRunTime(), 1e-9);
    assertEquals(10, result.seconds(), 1e-9);
    assertEquals(10, result.memoryOverTime().maxX(), 1e-9);
    assertEquals(50, result.memoryOverTime().maxY(), 1e-9);
  }

  @Test
  public void memoryBoundSystemsAreComparedWithTheirOwnScheduler() {
    BenchTable table =
        new BenchTable(
            Experiment.ELASTIC_GAIN,
            Collections.singletonList(
                Arrays.asList(
                    gain("stock-capacity", 20_000),
                    gain("stock-fair", 10_000),
                    gain("stock-fair-no-reservations", 8_000),
                    gain("elastic-fair-paper", 6_000),
                    gain("elastic-capacity", 5_000))));
    String time = "job time, average [s]";
    assertEquals("1.00", table.ratio(time, 0, "to stock"));
    assertEquals("0.60", table.ratio(time, 3, "to stock"));
    assertEquals("0.75", table.ratio(time, 3, "no-reserv"));
    assertEquals("0.25", table.ratio(time, 4, "to stock"));
    assertEquals("", table.ratio(time, 4, "no-reserv"));
    assertEquals("", table.ratio(BenchTable.FOREIGN, 3, "to stock"));
    assertTrue(table.text(), table.text().contains("  to stock no-reserv"));
  }

  @Test
  public void reportOfMemoryBoundJobsShowsMemory() throws IOException {
    List<List<BenchResult>> gains =
        Collections.singletonList(Arrays.asList(gain("stock-fair", 10_000)));
    String html = new BenchReport(Experiment.ELASTIC_GAIN, gains).html();
    assertEquals(5, html.split("<svg", -1).length - 1);
    assertTrue(html, html.contains("Memory given to containers"));
  }

  @Test
  public void everySystemOfAnExperimentHasAColour() throws IOException {
    for (Experiment experiment :
        Arrays.asList(Experiment.THROUGHPUT, Experiment.POLICING, Experiment.ELASTIC_GAIN)) {
      List<BenchResult> round =
          experiment.systems.stream()
              .map(system -> gain(system.label, 10_000))
              .collect(Collectors.toList());
      String html = new BenchReport(experiment, Collections.singletonList(round)).html();
      assertTrue(html.contains(round.get(round.size() - 1).system));
    }
  }

  @Test
  public void reportHoldsTableAndCharts() throws IOException {
    String html = new BenchReport(Experiment.THROUGHPUT, rounds).html();
    assertTrue(html, html.contains("job latency, p95 [s]"));
    assertEquals(4, html.split("<svg", -1).length - 1);
  }

  @Test
  public void resultIsReadBackFromItsFile() throws IOException {
    Path file = dir.getRoot().toPath().resolve("result");
    ObjectFile.write(file, rounds.get(0).get(1));
    BenchResult read = ObjectFile.read(file);
    assertEquals(1.0, read.tasksPerSecond(), 1e-9);
  }
}
