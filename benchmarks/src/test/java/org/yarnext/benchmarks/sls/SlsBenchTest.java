// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.experiment.BenchOptions;

public class SlsBenchTest {
  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  /** Returns the cells of the table's row of a quantity: stock, and all features. */
  private static double[] row(List<String> table, String quantity) {
    for (String line : table) {
      String[] cells = line.split("\\|");
      if (cells.length == 4 && cells[1].trim().equals(quantity)) {
        return Arrays.stream(cells)
            .skip(2)
            .mapToDouble(cell -> Double.parseDouble(cell.trim().split(",")[0]))
            .toArray();
      }
    }
    throw new AssertionError("no row " + quantity + " in " + table);
  }

  @Test
  public void stockAndAllFeaturesAreMeasuredWithTheSameLoad()
      throws IOException, InterruptedException {
    Path out = dir.getRoot().toPath().resolve("out");
    BenchOptions options =
        BenchOptions.parse(
            Paths.get(".."),
            ("--experiment sls --systems stock-capacity,all --sizes 50 --runs 1 --heartbeat 500"
                    + " --use full --warm-up 2 --seconds 3 --out "
                    + out)
                .split(" "));
    assertEquals(0, new SlsBench(options).run());

    List<String> table = Files.readAllLines(out.resolve("table.txt"), UTF_8);
    for (String call :
        new String[] {SlsManager.ALLOCATE, SlsManager.HEARTBEAT, SlsManager.NODE_UPDATE}) {
      for (String quantity :
          new String[] {CallMeter.p50(call), CallMeter.p99(call), CallMeter.cpu(call)}) {
        assertTrue(quantity, Arrays.stream(row(table, quantity)).allMatch(value -> value > 0));
      }
    }
    double[] containers = row(table, SlsRun.CONTAINERS);
    assertTrue(String.join("\n", table), containers[0] > 0 && containers[1] > 0);
    for (double opportunistic : row(table, SlsRun.OPPORTUNISTIC)) {
      assertTrue(String.join("\n", table), opportunistic > 0);
    }
    assertEquals("stock has full sizes", 0, row(table, SlsRun.UNDERSIZED)[0], 0);
    double[] on = row(table, SlsRun.FEATURES);
    assertEquals("stock has no feature", 0, on[0], 0);
    assertEquals("Mercury's four, elastic and the orchestrator", 6, on[1], 0);
    assertTrue(Files.exists(out.resolve("sls-allocate-call-p99.svg")));
  }
}
