// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** When the first tasks of containers count as longer, and by how much. */
public class WarmUpEstimatorTest {
  private static final long MB = 1 << 20;

  private final List<AttemptRun> runs = new ArrayList<>();

  private void ran(boolean first, double... ms) {
    for (double each : ms) {
      runs.add(new AttemptRun(each, AttemptRun.UNKNOWN, 1, first));
    }
  }

  private double extra() {
    return WarmUpEstimator.extraMs(Collections.singletonList(runs));
  }

  @Test
  public void warmUpTimeIsTheMedianOfAllDifferences() {
    ran(true, 3_000, 3_100, 9_000);
    ran(false, 1_000, 1_100, 1_200);
    // 1,800 to 2,100 six times, and 7,800 to 8,000
    assertEquals(2_000, extra(), 1e-9);
  }

  @Test
  public void fewRunsOfEitherKindGiveNoWarmUpTime() {
    ran(true, 3_000, 3_000);
    ran(false, 1_000, 1_000, 1_000);
    assertEquals(0, extra(), 0);
    ran(true, 3_000);
    assertEquals(2_000, extra(), 0);
    runs.removeIf(run -> !run.first());
    ran(false, 1_000, 1_000);
    assertEquals(0, extra(), 0);
  }

  @Test
  public void verticesArePooledButNotCompared() {
    List<AttemptRun> small = new ArrayList<>();
    List<AttemptRun> large = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      small.add(new AttemptRun(1_500, AttemptRun.UNKNOWN, 1, true));
      small.add(new AttemptRun(500, AttemptRun.UNKNOWN, 1, false));
      large.add(new AttemptRun(61_000, AttemptRun.UNKNOWN, 1, true));
      large.add(new AttemptRun(60_000, AttemptRun.UNKNOWN, 1, false));
    }
    assertEquals(1_000, WarmUpEstimator.extraMs(Arrays.asList(small, large)), 0);
    List<AttemptRun> onlyFirst =
        Collections.singletonList(new AttemptRun(9_000, AttemptRun.UNKNOWN, 1, true));
    assertEquals(1_000, WarmUpEstimator.extraMs(Arrays.asList(onlyFirst, small, large)), 0);
  }

  @Test
  public void effectOfTheInputIsNotCountedTwice() {
    for (int i = 1; i <= 12; i++) {
      boolean first = i > 8;
      runs.add(new AttemptRun(100 * i + (first ? 40 : 0), i * MB, 1, first));
    }
    double slope = SizeTrendEstimator.msPerByte(runs) * MB;
    assertEquals(slope + " ms a MB", 40, extra(), 15);
  }

  @Test
  public void randomDifferencesRarelyCount() {
    Random random = new Random(7);
    int counted = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      runs.clear();
      for (int i = 0; i < 16; i++) {
        runs.add(new AttemptRun(1_000 + random.nextInt(2_000), AttemptRun.UNKNOWN, 1, i < 6));
      }
      counted += extra() > 0 ? 1 : 0;
    }
    assertEquals("of 1,000", 50, counted, 50);
  }

  @Test
  public void shorterFirstTasksGiveNoWarmUpTime() {
    ran(true, 1_000, 1_000, 1_000);
    ran(false, 3_000, 3_000, 3_000);
    assertEquals(0, extra(), 0);
  }

  @Test
  public void runIsMovedToTheOtherKind() {
    assertEquals(700, WarmUpEstimator.moved(700, true, true, 500), 0);
    assertEquals(1_200, WarmUpEstimator.moved(700, false, true, 500), 0);
    assertEquals(200, WarmUpEstimator.moved(700, true, false, 500), 0);
    assertEquals("never below a tenth", 70, WarmUpEstimator.moved(700, true, false, 690), 0);
  }
}
