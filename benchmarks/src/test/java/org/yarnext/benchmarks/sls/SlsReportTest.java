// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.MemoryUse;

public class SlsReportTest {
  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  private static BenchResult result(String system, double heapMb) {
    return new BenchResult(
        system,
        Collections.emptyList(),
        0,
        new MemoryUse(Collections.emptyList()),
        0,
        Collections.singletonMap(SlsRun.HEAP, heapMb));
  }

  @Test
  public void sizesHaveATableEachAndAreAcrossTheCharts() throws IOException {
    SlsReport report = new SlsReport("Load");
    // The larger size comes first, and ratios are of rounds.
    report.add(200, Arrays.asList(result("stock", 40), result("all", 60)));
    report.add(100, Arrays.asList(result("stock", 10), result("all", 11)));
    report.add(100, Arrays.asList(result("stock", 20), result("all", 26)));
    report.add(100, Arrays.asList(result("stock", 30), result("all", 30)));

    String text = report.text();
    assertTrue(text, text.indexOf("100 nodes, 3 rounds") < text.indexOf("200 nodes, 1 rounds"));
    assertTrue(text, text.contains("| " + SlsRun.HEAP + " | 20 (10–30) | 26 (11–30), 1.10 |"));

    Path root = dir.getRoot().toPath();
    report.write(root);
    String chart = new String(Files.readAllBytes(root.resolve("sls-heap.svg")), UTF_8);
    assertEquals(2, chart.split("<title>all: ", -1).length - 1);
    assertTrue(chart, chart.contains("<title>all: 26.00</title>"));
    assertTrue(chart, chart.contains("<title>stock: 40.00</title>"));
    assertTrue(Files.exists(root.resolve("report.html")));
  }
}
