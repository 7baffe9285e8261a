// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.benchmarks.report.TableRow.row;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MemoryUse;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.minicluster.shell.AttemptRecord;

public class SparkTableTest {

  /** A query and a sort, which take so many seconds. The sort loses an executor half-way. */
  private static BenchResult result(String system, int queryS, int sortS, double opportunistic) {
    Map<String, Double> counts = new TreeMap<>();
    counts.put(RunCounts.OPPORTUNISTIC, opportunistic);
    return new BenchResult(
        system,
        Arrays.asList(
            new JobRecord(
                "query-1",
                0,
                Collections.singletonList(executor(queryS, AttemptRecord.End.SUCCEEDED))),
            new JobRecord(
                "shuffle-1",
                0,
                Arrays.asList(
                    executor(sortS / 2, AttemptRecord.End.KILLED),
                    executor(sortS, AttemptRecord.End.SUCCEEDED)))),
        0,
        new MemoryUse(Collections.emptyList()),
        0,
        counts);
  }

  private static AttemptRecord executor(int seconds, AttemptRecord.End end) {
    return new AttemptRecord(0, 0, 0, 1000L * seconds, end, "");
  }

  private final List<List<BenchResult>> rounds =
      Arrays.asList(
          Arrays.asList(result("stock-capacity", 40, 80, 0), result("all", 20, 88, 5)),
          Arrays.asList(result("stock-capacity", 80, 80, 0), result("all", 40, 80, 7)));

  @Test
  public void kindsAreComparedWithStockOfTheSameRound() {
    String text = SparkTable.text(rounds);
    assertEquals("| query [s] | 60 (40–80) | 30 (20–40), 0.50 |", row(text, "query [s]"));
    assertEquals("| shuffle [s] | 80 (80–80) | 84 (80–88), 1.05 |", row(text, "shuffle [s]"));
    assertEquals(
        "| job time, mean [s] | 70 (60–80) | 57 (54–60), 0.83 |", row(text, "job time, mean [s]"));
  }

  @Test
  public void lostExecutorsAreCountedAndHaveNoRatio() {
    String text = SparkTable.text(rounds);
    assertEquals(
        "| " + SparkTable.EXECUTORS + " | 3 (3–3) | 3 (3–3) |", row(text, SparkTable.EXECUTORS));
    assertEquals("| " + SparkTable.LOST + " | 1 (1–1) | 1 (1–1) |", row(text, SparkTable.LOST));
    assertEquals(
        "| " + RunCounts.OPPORTUNISTIC + " | 0 (0–0) | 6 (5–7) |",
        row(text, RunCounts.OPPORTUNISTIC));
  }

  @Test
  public void eachJobIsComparedWithStockOfTheSameRound() {
    String text = SparkTable.text(rounds);
    assertEquals("| query-1 | 0.50 (0.50–0.50) |", row(text, "query-1"));
    assertEquals("| shuffle-1 | 1.05 (1.00–1.10) |", row(text, "shuffle-1"));
    assertTrue(text, text.trim().endsWith("No job has a median above 1.10."));
  }

  @Test
  public void jobsThatAreSlowerInMostRoundsAreNamed() {
    List<BenchResult> slower =
        Arrays.asList(result("stock-capacity", 40, 80, 0), result("all", 45, 80, 0));
    String text = SparkTable.jobRatios(Arrays.asList(rounds.get(0), slower, slower));
    assertTrue(text, text.trim().endsWith("|\n\nall: query-1 takes 1.13 times as long"));
  }

  @Test
  public void chartShowsEachJob() {
    String chart = SparkTable.jobs(rounds);
    assertTrue(chart, chart.contains("query-1") && chart.contains("shuffle-1"));
  }
}
