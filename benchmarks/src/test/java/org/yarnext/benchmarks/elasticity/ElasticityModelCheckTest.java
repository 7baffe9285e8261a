// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.benchmarks.jobs.TaskRun;

public class ElasticityModelCheckTest {
  private static final long MB = 1 << 20;
  private static final List<Integer> PERCENTS = Arrays.asList(10, 30, 52, 80, 110);
  private static final int FIT = 2;

  private final SizePlan plan = SizePlan.of(SizePlanTest.calibrating(), PERCENTS, 64);

  /** Reducers of 10 s that spill at 50 MB/s, and maps of 4 s or, with too little, 5 s. */
  private List<List<TaskRun>> runs(double reducersAt30) {
    List<List<TaskRun>> runs = new ArrayList<>();
    for (int i = 0; i < PERCENTS.size(); i++) {
      double spilledMb = plan.spills.spilledMb(plan.reduce(i).memoryMb());
      long ms = Math.round(10_000 + spilledMb * 20);
      ms = i == 1 ? Math.round(ms * reducersAt30) : ms;
      boolean wellSized = i == PERCENTS.size() - 1;
      List<TaskRun> attempts = new ArrayList<>();
      for (int n = -1; n <= 1; n++) {
        attempts.add(new TaskRun(true, true, ms + n, 1, 0, 0, (long) ((320 + spilledMb) * MB)));
        attempts.add(new TaskRun(false, true, (wellSized ? 4_000 : 5_000) + n, 1, 1, 1, 40 * MB));
      }
      attempts.add(new TaskRun(true, false, 0, 0, 0, 0, 0));
      runs.add(attempts);
    }
    return runs;
  }

  @Test
  public void fittingModelHasNoError() throws Exception {
    ElasticityModelCheck check = ElasticityModelCheck.of("sort", true, plan, runs(1), FIT);
    assertEquals(5, check.rows.size());
    assertEquals(0, check.worstError(), 1e-3);
    for (ElasticityModelCheck.Row row : check.rows) {
      assertEquals(3, row.runs);
      assertEquals(row.predictedSpilledMb, row.spilledMb, 0.01);
      assertEquals(row.ms / 10_000, row.penalty, 1e-6);
    }
    assertTrue(check.rows.get(FIT).fitted && check.rows.get(4).fitted);
    assertFalse(check.rows.get(0).fitted);
  }

  @Test
  public void errorsAreOfTheSizesNotFitted() throws Exception {
    ElasticityModelCheck check = ElasticityModelCheck.of("sort", true, plan, runs(2), FIT);
    assertEquals(-0.5, check.rows.get(1).error, 1e-3);
    assertEquals(0.5, check.worstError(), 1e-3);
    assertEquals(0.5 / 3, check.meanError(), 1e-3);
    assertEquals(0.5, check.quality.worstError(), 1e-3);
    assertEquals(3, check.quality.runs());
  }

  @Test
  public void mapsHaveAStepModel() throws Exception {
    ElasticityModelCheck check = ElasticityModelCheck.of("word count", false, plan, runs(1), FIT);
    assertEquals(1.25, check.rows.get(0).penalty, 1e-6);
    assertEquals(5_000, check.rows.get(0).predictedMs, 1e-6);
    assertEquals(40, check.rows.get(0).predictedSpilledMb, 1e-6);
    assertEquals(0, check.rows.get(4).predictedSpilledMb, 0);
    assertEquals(0, check.worstError(), 1e-6);
  }

  @Test
  public void sizeWithoutARunIsLeftOut() throws Exception {
    List<List<TaskRun>> runs = runs(1);
    runs.set(0, Collections.emptyList());
    assertEquals(4, ElasticityModelCheck.of("sort", true, plan, runs, FIT).rows.size());
    runs.set(FIT, Collections.emptyList());
    assertThrows(
        IllegalArgumentException.class,
        () -> ElasticityModelCheck.of("sort", true, plan, runs, FIT));
  }

  @Test
  public void tableAndReportShowEverySize() throws Exception {
    ElasticityTable table =
        new ElasticityTable(
            Arrays.asList(
                ElasticityModelCheck.of("sort", false, plan, runs(1), FIT),
                ElasticityModelCheck.of("sort", true, plan, runs(2), FIT)),
            "facts");
    String text = table.text();
    assertTrue(text, text.startsWith("facts"));
    assertTrue(text, text.contains("sort, reducer"));
    assertTrue(text, text.contains("error: mean 16.7%, worst 50.0%"));
    assertEquals(4, text.split("\\n  \\* ", -1).length - 1);
    String html = table.html();
    assertEquals(2, html.split("<svg", -1).length - 1);
    assertTrue(html, html.contains("worst 50.0%"));
  }
}
