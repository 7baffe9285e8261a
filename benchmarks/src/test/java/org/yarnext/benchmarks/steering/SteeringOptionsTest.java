// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.BenchReport;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Options of the experiment, and its output. */
public class SteeringOptionsTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static BenchOptions parse(String... args) {
    return BenchOptions.parse(Paths.get("/home"), args);
  }

  @Test
  public void experimentHasItsOwnDefaults() {
    BenchOptions options = parse("--experiment", "orchestrator");
    assertEquals(Experiment.ORCHESTRATOR.systems, options.systems);
    assertEquals(BenchSystem.STOCK_CAPACITY, options.systems.get(0));
    assertEquals(1, options.steering.steps);
    assertEquals(2, options.nodes);
    assertEquals(250, options.heartbeatMs);
    assertFalse(options.steering.memoryBounds);
    assertTrue(parse("--memory-bounds").steering.memoryBounds);
    assertEquals(8, parse().nodes);
  }

  @Test
  public void lastMapOfAJobHasMoreWork() {
    assertArrayEquals(new double[] {1, 1, 1, 2}, parse().steering.shares(), 0);
    assertArrayEquals(
        new double[] {0.5, 1.5},
        parse("--job-maps", "2", "--work", "0.5", "--skew", "3").steering.shares(),
        0);
  }

  @Test
  public void refusalsNameTheOption() {
    assertRefused("--job-maps needs 1.0 to 100.0, not 0.0", "--job-maps", "0");
    assertRefused("--work needs 0.01 to 1000.0, not NaN", "--work", "NaN");
    assertRefused("--skew needs 1.0 to 100.0, not 0.5", "--skew", "0.5");
    assertRefused("--hog needs 0.0 to 100.0, not -1.0", "--hog", "-1");
    assertRefused("--epoch needs 2000.0 to 600000.0, not 100.0", "--epoch", "100");
    assertRefused("--node-cores needs 0.1 or more, not 0", "--node-cores", "0");
    assertRefused("--steps needs 1.0 to 100.0, not 0.0", "--steps", "0");
  }

  private static void assertRefused(String message, String... args) {
    String thrown = assertThrows(IllegalArgumentException.class, () -> parse(args)).getMessage();
    assertTrue(thrown, thrown.contains(message));
  }

  /** All jobs begin at 0. */
  private static BenchResult result(String system, double secondsOfOne) {
    List<JobRecord> jobs = new ArrayList<>();
    for (SteeredJob job : SteeredJob.values()) {
      long end = Math.round(1000 * secondsOfOne * (1 + job.ordinal()));
      jobs.add(
          new JobRecord(
              job.label(),
              0,
              Collections.singletonList(
                  new AttemptRecord(0, 0, 0, end, AttemptRecord.End.SUCCEEDED, ""))));
    }
    return new BenchResult(system, jobs, 0);
  }

  private static List<List<BenchResult>> rounds() {
    return Arrays.asList(
        Arrays.asList(result("aa", 10), result("bb", 5)),
        Arrays.asList(result("aa", 20), result("bb", 16)),
        Arrays.asList(result("aa", 10), result("bb", 9)));
  }

  @Test
  public void chartShowsTheComparedSystems() {
    String chart = SteeredRatios.chart(rounds());
    assertTrue(chart, chart.contains("share of aa"));
    assertTrue(chart, chart.contains(">bb<"));
    assertTrue(chart, chart.contains("word count"));
    String page = new BenchReport(Experiment.ORCHESTRATOR, rounds()).html();
    assertTrue(page, page.contains(chart));
    assertFalse(page, page.contains("from request to start"));
  }

  @Test
  public void ratiosAreThoseWithinARound() {
    String text = SteeredRatios.text(rounds());
    String[] lines = text.trim().split("\n");
    assertEquals(text, 1 + SteeredJob.values().length + 2, lines.length);
    assertTrue(text, lines[0].startsWith("to aa") && lines[0].trim().endsWith("bb"));
    for (int i = 1; i < lines.length; i++) {
      assertTrue(text, lines[i].trim().endsWith("0.80 (0.50-0.90)"));
    }
    assertTrue(text, lines[2].startsWith("word count"));
  }

  @Test
  public void writtenRecordingIsReadBack() throws IOException {
    Path file = folder.getRoot().toPath().resolve("usage-1.csv");
    UsageSample sample =
        new UsageSample(1_500, "container_1", new JobPhase("job_1", "MAP"), 700, 12.25, 1e9);
    UsageSample.write(file, Arrays.asList(sample, sample));
    List<UsageSample> read = UsageSample.read(file);
    assertEquals(2, read.size());
    assertEquals(1_500, read.get(1).atMs);
    assertEquals("container_1", read.get(1).container);
    assertEquals(new JobPhase("job_1", "MAP"), read.get(1).phase);
    assertEquals(700, read.get(1).elapsedMs);
    assertEquals(12.25, read.get(1).used(ResourceKind.CPU), 0);
    assertEquals(1e9, read.get(1).used(ResourceKind.MEMORY), 0);
  }
}
