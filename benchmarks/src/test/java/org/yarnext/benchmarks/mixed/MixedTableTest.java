// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

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

public class MixedTableTest {

  /** One short job and one of shell commands, which take so many seconds. */
  private static BenchResult result(String system, int shortS, int shellS, double opportunistic) {
    Map<String, Double> counts = new TreeMap<>();
    counts.put(RunCounts.OPPORTUNISTIC, opportunistic);
    return new BenchResult(
        system,
        Arrays.asList(job("short-mapreduce-1", shortS), job("shell-1", shellS)),
        0,
        new MemoryUse(Collections.emptyList()),
        0,
        counts);
  }

  private static JobRecord job(String name, int seconds) {
    return new JobRecord(
        name,
        1000,
        Collections.singletonList(
            new AttemptRecord(
                1000, 1000, 1000, 1000 + 1000L * seconds, AttemptRecord.End.SUCCEEDED, "")));
  }

  private final List<List<BenchResult>> rounds =
      Arrays.asList(
          Arrays.asList(
              result("stock-capacity", 20, 40, 0),
              result("mercury", 20, 20, 9),
              result("elastic", 10, 40, 0),
              result("all", 10, 30, 4)),
          Arrays.asList(
              result("stock-capacity", 40, 80, 0),
              result("mercury", 40, 40, 9),
              result("elastic", 20, 80, 0),
              result("all", 20, 60, 4)),
          Arrays.asList(
              result("stock-capacity", 20, 40, 0),
              result("mercury", 20, 20, 9),
              result("elastic", 10, 40, 0),
              result("all", 10, 30, 4)));

  @Test
  public void ratiosAreToStockOfTheSameRound() {
    String text = MixedTable.TABLE.text(rounds);
    assertEquals(
        "| shell [s] | 40 (40–80) | 20 (20–40), 0.50 | 40 (40–80), 1.00 | 30 (30–60), 0.75 |",
        row(text, "shell [s]"));
    assertEquals(
        "| short-mapreduce [s] | 20 (20–40) | 20 (20–40), 1.00 | 10 (10–20), 0.50 |"
            + " 10 (10–20), 0.50 |",
        row(text, "short-mapreduce [s]"));
  }

  @Test
  public void countsHaveNoRatios() {
    assertEquals(
        "| " + RunCounts.OPPORTUNISTIC + " | 0 (0–0) | 9 (9–9) | 0 (0–0) | 4 (4–4) |",
        row(MixedTable.TABLE.text(rounds), RunCounts.OPPORTUNISTIC));
  }

  @Test
  public void quantitiesWhereAllIsBehindAreReported() {
    String behind = MixedTable.TABLE.behind(rounds);
    assertTrue(behind, behind.contains("shell [s]: all is 1.50 of mercury alone"));
    assertTrue(behind, behind.contains(RunCounts.OPPORTUNISTIC + ": 4, there 9"));
    assertTrue(behind, behind.contains("jobs/min: all is 0.67 of mercury alone"));
    assertTrue(behind, !behind.contains("short-mapreduce [s]: all"));
  }

  @Test
  public void nothingIsReportedWhereAllIsAhead() {
    List<List<BenchResult>> ahead =
        Collections.singletonList(
            Arrays.asList(
                result("stock-capacity", 20, 40, 0),
                result("mercury", 20, 20, 9),
                result("all", 10, 20, 4)));
    assertTrue(MixedTable.TABLE.behind(ahead).contains("nowhere behind"));
    assertEquals(
        "", MixedTable.TABLE.behind(Collections.singletonList(ahead.get(0).subList(0, 2))));
  }
}
