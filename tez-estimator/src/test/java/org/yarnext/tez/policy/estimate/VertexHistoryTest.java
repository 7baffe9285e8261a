// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;

/** The data kept of earlier runs, and the estimates of the next run from it. */
public class VertexHistoryTest {
  private static final long MB = 1 << 20;

  private static VertexRunSummary run(double ms, long bytes, double slope) {
    return new VertexRunSummary(Arrays.asList(ms, ms, ms, ms, ms), bytes, slope, 0);
  }

  private static double mean(List<AttemptRun> runs) {
    double sum = 0;
    double weight = 0;
    for (AttemptRun run : runs) {
      sum += run.ms() * run.weight();
      weight += run.weight();
    }
    return sum / weight;
  }

  @Test
  public void quantilesOfARunAreKept() {
    List<AttemptRun> runs = new ArrayList<>();
    for (int i = 1; i <= 9; i++) {
      runs.add(new AttemptRun(i * 1_000, i == 9 ? AttemptRun.UNKNOWN : 5 * MB, 1));
    }
    VertexRunSummary kept = VertexRunSummary.of(runs, 0);
    assertEquals(Arrays.asList(1_000.0, 3_000.0, 5_000.0, 7_000.0, 9_000.0), kept.quantilesMs());
    assertEquals(5 * MB, kept.bytesPerTask());
    assertEquals(0, kept.msPerByte(), 0);
  }

  @Test
  public void laterRunsHaveMoreWeight() {
    VertexHistory past = new VertexHistory(Arrays.asList(run(1_000, -1, 0), run(3_000, -1, 0)));
    assertEquals(
        (1_000 * 0.6 + 3_000) / 1.6,
        mean(past.expected(AttemptRun.UNKNOWN, past.msPerByte(), 4, 0)),
        1e-6);
    assertEquals(
        4, past.expected(-1, 0, 4, 0).stream().mapToDouble(AttemptRun::weight).sum(), 1e-9);
  }

  @Test
  public void onlyTheLatestRunsAreKept() {
    VertexHistory past = VertexHistory.NONE;
    for (int i = 0; i < VertexHistory.MAX_RUNS + 3; i++) {
      past = past.with(run(i, -1, 0));
    }
    assertEquals(VertexHistory.MAX_RUNS, past.oldestFirst().size());
    assertEquals(3, past.oldestFirst().get(0).medianMs(), 0);
    assertFalse(past.isEmpty());
  }

  @Test
  public void moreInputTakesLongerByTheTrendWithinARun() {
    VertexHistory past =
        new VertexHistory(Collections.singletonList(run(2_000, 100 * MB, 10.0 / MB)));
    assertEquals(3_000, mean(past.expected(200 * MB, past.msPerByte(), 1, 0)), 1e-6);
    assertEquals("not known now", 2_000, mean(past.expected(-1, past.msPerByte(), 1, 0)), 1e-6);
  }

  @Test
  public void moreInputTakesLongerByTheTrendAcrossRuns() {
    List<VertexRunSummary> runs = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      runs.add(run(1_000 + 20 * i * 50, i * 50 * MB, 1.0 / MB));
    }
    assertEquals(20.0 / MB, new VertexHistory(runs).msPerByte(), 1e-12);
  }

  @Test
  public void invalidRunIsRefused() {
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0), 0);
    refused(Arrays.asList(1.0, 2.0, 1.5, 4.0, 5.0), 0);
    refused(Arrays.asList(-1.0, 2.0, 3.0, 4.0, 5.0), 0);
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0, Double.NaN), 0);
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0, Double.POSITIVE_INFINITY), 0);
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0, 1e300), 0);
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0, 5.0), 1e300);
    assertThrows(
        IllegalArgumentException.class,
        () -> new VertexRunSummary(Collections.nCopies(5, 1.0), 0, 0, 1e300));
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0, 5.0), -1);
    refused(Arrays.asList(1.0, 2.0, 3.0, 4.0, 5.0), Double.NaN);
  }

  /** Any content of a file and any clock give an estimate. */
  @Test
  public void extremeValidRunGivesAFiniteEstimate() {
    double most = VertexRunSummary.MAX_MS;
    VertexRunSummary worst = new VertexRunSummary(Collections.nCopies(5, most), 0, most, most);
    VertexHistory past = new VertexHistory(Collections.nCopies(VertexHistory.MAX_RUNS, worst));
    double mean = mean(past.expected(Long.MAX_VALUE, past.msPerByte(), 4, past.firstExtraMs()));
    assertFalse(Double.isInfinite(mean));
    VertexRunSummary kept =
        VertexRunSummary.of(Collections.singletonList(new AttemptRun(1e18, -1, 1)), 1e18);
    assertEquals(most, kept.medianMs(), 0);
    assertEquals(most, kept.firstExtraMs(), 0);
  }

  private static void refused(List<Double> quantiles, double slope) {
    try {
      new VertexRunSummary(quantiles, 0, slope, 0);
    } catch (IllegalArgumentException e) {
      return;
    }
    fail(quantiles + " with " + slope + " was taken");
  }
}
