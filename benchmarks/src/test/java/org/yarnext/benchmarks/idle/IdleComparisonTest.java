// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.shell.AttemptRecord;

public class IdleComparisonTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final IdleComparison comparison = new IdleComparison();

  /**
   * Returns a result with a number of opportunistic tasks in a minute, and a guaranteed job of a
   * number of seconds.
   */
  private static BenchResult result(BenchSystem system, int tasks, int seconds) {
    AttemptRecord task = new AttemptRecord(0, 0, 0, 60_000, AttemptRecord.End.SUCCEEDED, "");
    AttemptRecord guaranteed =
        new AttemptRecord(0, 0, 0, 1_000L * seconds, AttemptRecord.End.SUCCEEDED, "");
    return new BenchResult(
        system.label,
        Arrays.asList(
            new JobRecord(IdleLoad.OPPORTUNISTIC, 0, Collections.nCopies(tasks, task)),
            new JobRecord(IdleLoad.GUARANTEED, 0, Collections.singletonList(guaranteed))),
        0);
  }

  @Test
  public void ratiosAreToMercuryOfTheSameRound() {
    List<List<BenchResult>> rounds =
        Arrays.asList(
            Arrays.asList(
                result(BenchSystem.STOCK_DISTRIBUTED, 10, 200),
                result(BenchSystem.MERCURY_CENTRALISED, 10, 200),
                result(BenchSystem.MERCURY_OVERALLOCATED, 20, 204)),
            Arrays.asList(
                result(BenchSystem.STOCK_DISTRIBUTED, 20, 200),
                result(BenchSystem.MERCURY_CENTRALISED, 20, 200),
                result(BenchSystem.MERCURY_OVERALLOCATED, 30, 200)));
    String text = comparison.findings(null, rounds);
    assertTrue(text, text.contains("mercury-centralised: 1.75 (1.50–2.00); by round: 2.000 1.500"));
    assertTrue(text, text.contains("1.01 (1.00–1.02); by round: 1.020 1.000"));
    assertEquals("", comparison.findings(null, Arrays.asList(rounds.get(0).subList(0, 2))));
  }

  @Test
  public void useIsAPartOfWhatWasGiven() throws Exception {
    Path dir = folder.getRoot().toPath();
    BenchOptions options =
        BenchOptions.parse(Paths.get("/home"), "--experiment", "idle-capacity", "--nodes", "1");
    double given = 2.0 * Runtime.getRuntime().availableProcessors() / IdleLoad.NODE_VCORES;
    for (int i = 1; i <= 2; i++) {
      Files.write(
          dir.resolve("container_" + i + IdleTask.RESULT),
          Collections.singletonList("7 500 " + 256 * i + " " + given / 4 * i + " 30000"));
    }
    Map<String, Double> used = IdleLoad.used(dir, options);
    assertEquals(37.5, used.get(IdleLoad.USED_MEMORY), 0.01);
    assertEquals(37.5, used.get(IdleLoad.USED_CPU), 0.01);
    assertEquals(30, used.get(IdleLoad.STEP_TIME), 0.01);
  }
}
