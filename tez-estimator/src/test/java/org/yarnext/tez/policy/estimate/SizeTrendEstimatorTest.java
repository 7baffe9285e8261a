// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** How run time grows with input, and when nothing is said of it. */
public class SizeTrendEstimatorTest {
  private static final long MB = 1 << 20;

  /** One second, and 10 ms a MB. */
  private static List<AttemptRun> line(int count) {
    List<AttemptRun> runs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      runs.add(new AttemptRun(1_000 + 10 * i * 100, i * 100 * MB, 1));
    }
    return runs;
  }

  @Test
  public void linearTrendIsFound() {
    assertEquals(10.0 / MB, SizeTrendEstimator.msPerByte(line(8)), 1e-12);
  }

  @Test
  public void stragglersDoNotChangeTheTrend() {
    List<AttemptRun> runs = line(12);
    runs.set(2, new AttemptRun(60_000, 300 * MB, 1));
    runs.set(7, new AttemptRun(90_000, 800 * MB, 1));
    assertEquals(10.0 / MB, SizeTrendEstimator.msPerByte(runs), 0.5 / MB);
  }

  @Test
  public void fewRunsShowNoTrend() {
    assertEquals(0, SizeTrendEstimator.msPerByte(line(SizeTrendEstimator.MIN_RUNS - 1)), 0);
    assertEquals(10.0 / MB, SizeTrendEstimator.msPerByte(line(SizeTrendEstimator.MIN_RUNS)), 1e-12);
  }

  @Test
  public void runsWithoutKnownInputDoNotCount() {
    List<AttemptRun> runs = line(SizeTrendEstimator.MIN_RUNS - 1);
    runs.add(new AttemptRun(5_000, AttemptRun.UNKNOWN, 1));
    assertEquals(0, SizeTrendEstimator.msPerByte(runs), 0);
  }

  @Test
  public void similarInputsShowNoTrend() {
    List<AttemptRun> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(new AttemptRun(1_000 + 300 * i, 100 * MB + i * MB / 2, 1));
    }
    assertEquals(0, SizeTrendEstimator.msPerByte(runs), 0);
  }

  @Test
  public void randomRunTimesShowNoTrend() {
    Random random = new Random(7);
    List<AttemptRun> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      runs.add(new AttemptRun(1_000 + random.nextInt(10_000), (1 + random.nextInt(100)) * MB, 1));
    }
    assertEquals(0, SizeTrendEstimator.msPerByte(runs), 0);
  }

  @Test
  public void weakTrendIsIgnored() {
    List<AttemptRun> runs = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      runs.add(new AttemptRun(10_000 + 50 * i + i % 2 * 8_000, i * 100 * MB, 1));
    }
    assertEquals(0, SizeTrendEstimator.msPerByte(runs), 0);
  }

  @Test
  public void fallingTrendIsIgnored() {
    List<AttemptRun> runs = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      runs.add(new AttemptRun(20_000 - 1_000 * i, i * 100 * MB, 1));
    }
    assertEquals(0, SizeTrendEstimator.msPerByte(runs), 0);
  }

  @Test
  public void runIsMovedAlongTheTrendAndNeverBelowATenth() {
    AttemptRun run = new AttemptRun(2_000, 100 * MB, 1);
    assertEquals(3_000, SizeTrendEstimator.moved(run, 10.0 / MB, 200 * MB), 1e-6);
    assertEquals(200, SizeTrendEstimator.moved(run, 100.0 / MB, 0), 1e-6);
    assertEquals(2_000, SizeTrendEstimator.moved(run, 10.0 / MB, AttemptRun.UNKNOWN), 0);
    assertEquals(
        2_000,
        SizeTrendEstimator.moved(new AttemptRun(2_000, AttemptRun.UNKNOWN, 1), 10.0 / MB, 200 * MB),
        0);
  }
}
