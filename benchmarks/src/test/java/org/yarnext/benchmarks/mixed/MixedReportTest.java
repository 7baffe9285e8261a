// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.MemoryUse;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.minicluster.shell.AttemptRecord;

public class MixedReportTest {

  private static BenchResult result(String system, int shellS, int memoryS, double foreignLoad) {
    Map<String, Double> counts = new TreeMap<>();
    counts.put(RunCounts.UNDERSIZED, system.equals("stock-capacity") ? 0.0 : 7.0);
    counts.put(RunCounts.RUNNING_MB, 80.0);
    return new BenchResult(
        system,
        Arrays.asList(job("shell-1", shellS), job("memory-mapreduce-1", memoryS)),
        foreignLoad,
        new MemoryUse(Collections.emptyList()),
        0,
        counts);
  }

  private static JobRecord job(String name, int seconds) {
    return new JobRecord(
        name,
        0,
        Collections.singletonList(
            new AttemptRecord(0, 0, 0, 1000L * seconds, AttemptRecord.End.SUCCEEDED, "")));
  }

  private static MixedReport report(String system, double foreignLoad) {
    return new MixedReport(
        Arrays.asList(result("stock-capacity", 40, 100, 0), result(system, 20, 50, foreignLoad)),
        "the <facts>");
  }

  private static String row(String text, String name) {
    return Arrays.stream(text.split("\n"))
        .filter(line -> line.startsWith(name))
        .findFirst()
        .get()
        .replaceAll(" +", " ");
  }

  @Test
  public void headlineComparesEachKindOfJob() {
    String text = report("all", 0).headline().text();
    assertEquals("job time, mean s 70.00 35.00 0.50", row(text, "job time, mean"));
    assertEquals("shell, mean s 40.00 20.00 0.50", row(text, "shell"));
    assertEquals("memory-mapreduce, mean s 100.00 50.00 0.50", row(text, "memory-mapreduce"));
    assertEquals(
        "shares have their unit and no ratio",
        "memory of running containers % 80.00 80.00 ",
        row(text, "memory of running"));
  }

  @Test
  public void pageHasASectionForEachFeatureOfTheSystem() {
    String all = report("all", 0).html();
    for (String section : new String[] {"Mercury", "Elastic memory", "Orchestrator"}) {
      assertTrue(section, all.contains("<h2>" + section + "</h2>"));
    }
    assertTrue(
        all.contains("<td>under-sized containers</td><td class='unit'></td><td>0</td><td>7</td>"));
    assertTrue("text is escaped", all.contains("the &lt;facts&gt;"));
    assertFalse("needs nothing from elsewhere", all.contains("src=") || all.contains("<link"));
    String elastic = report("elastic", 0).html();
    assertTrue(elastic.contains("<h2>Elastic memory</h2>"));
    assertFalse(elastic.contains("<h2>Mercury</h2>") || elastic.contains("<h2>Steering</h2>"));
  }

  @Test
  public void disturbedRunIsMarked() {
    assertFalse(report("all", 0.1).html().contains(MachineLoad.DISTURBED));
    assertTrue(report("all", 0.2).html().contains(MachineLoad.DISTURBED));
  }
}
