// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.TaskBuilder;

@RunWith(JUnitQuickcheck.class)
public class EstimatorsTest {
  private static final double WINDOW = 5_000;
  private static final double EPOCH = 20_000;
  private static final PhaseUsage NOBODY = PhaseUsage.unknown();

  private final UsageEstimator regression = new RegressionEstimator();
  private final UsageEstimator recent = new RecentEstimator();
  private final UsageEstimator uniform = new UniformEstimator();

  private static UsageHistory history(
      int windows, DoubleUnaryOperator cpu, DoubleUnaryOperator memory, double progressAtEnd) {
    UsageHistory history = new UsageHistory(WINDOW, 120);
    for (int i = 1; i <= windows; i++) {
      double at = i * WINDOW;
      assertTrue(
          history.add(
              new UsageWindow(
                  at,
                  cpu.applyAsDouble(at),
                  memory.applyAsDouble(at),
                  progressAtEnd * i / windows)));
    }
    return history;
  }

  private static PhaseUsage phase(double cpu, double memory, double totalMs) {
    return new PhaseUsage(5, cpu, memory, totalMs);
  }

  @Test
  public void uniformEstimateIsThePhaseMean() {
    Decision<Double> d =
        uniform.estimate(ResourceKind.CPU, history(9, t -> 1, t -> 1, 0), phase(700, 80, 1), 0);
    assertEquals(700, d.value(), 0);
    assertEquals("ESTIMATE_UNIFORM{peers=5}", d.toString());
    d = uniform.estimate(ResourceKind.MEMORY, history(9, t -> 1, t -> 1, 0), phase(700, 80, 1), 0);
    assertEquals(80, d.value(), 0);
    assertNull(
        uniform.estimate(ResourceKind.CPU, history(9, t -> 1, t -> 1, 0), NOBODY, 0).value());
  }

  @Test
  public void phaseMeanIsTheMeanOfItsTasks() {
    PhaseUsage usage =
        PhaseUsage.of(
            Arrays.asList(
                TaskBuilder.task("a").cpuUsed(100).total(100_000).view(),
                TaskBuilder.task("b").cpuUsed(200).total(120_000).view(),
                TaskBuilder.task("c").cpuUsed(600).since(60_000).view()));
    assertEquals(3, usage.tasks());
    assertEquals(300, usage.mean(ResourceKind.CPU), 1e-9);
    assertEquals(500, usage.mean(ResourceKind.MEMORY), 1e-9);
    assertEquals(110_000, usage.typicalTotalMs(), 1e-6);
    assertTrue(Double.isNaN(PhaseUsage.of(Collections.emptyList()).mean(ResourceKind.CPU)));
  }

  @Test
  public void cpuFollowsTheTrendOfTheWholeHistory() {
    UsageHistory own = history(20, t -> 200 + t / 1000, t -> 1, Double.NaN);
    Decision<Double> d = regression.estimate(ResourceKind.CPU, own, NOBODY, EPOCH);
    assertEquals(200 + 120, d.value(), 1e-6);
    assertEquals(UsageEstimateReason.ESTIMATE_TREND, d.reason());
  }

  @Test
  public void cpuIsScaledSoThatTheTaskEndsWithItsPeers() {
    // 100 s for half of it, so 200 s in all; the peers take 150 s: half of what is left must go.
    UsageHistory slow = history(20, t -> 400, t -> 1, 0.5);
    Decision<Double> d = regression.estimate(ResourceKind.CPU, slow, phase(500, 1, 150_000), EPOCH);
    assertEquals(800, d.value(), 1e-6);
    assertEquals(UsageEstimateReason.ESTIMATE_TREND_TO_TARGET, d.reason());
    d = regression.estimate(ResourceKind.CPU, slow, phase(500, 1, 250_000), EPOCH);
    assertEquals("it has time", 400 / 1.5, d.value(), 1e-6);
    d = regression.estimate(ResourceKind.CPU, slow, phase(500, 1, 90_000), EPOCH);
    assertEquals("never more than twice", 800, d.value(), 1e-6);
  }

  @Test
  public void recentEstimateIsTheMedianOfTheLastTwoEpochs() {
    double[] used = {300, 310, 900, 290, 305, 295, 300, 310};
    DoubleUnaryOperator cpu = t -> t <= 4 * WINDOW ? 2_000 : used[(int) (t / WINDOW) % 8];
    UsageHistory own = history(12, cpu, t -> 1, Double.NaN);
    Decision<Double> d = recent.estimate(ResourceKind.CPU, own, NOBODY, EPOCH);
    assertEquals(302.5, d.value(), 1e-6);
    assertEquals(UsageEstimateReason.ESTIMATE_RECENT_MEDIAN, d.reason());
    assertTrue(
        "the line goes down to nothing",
        regression.estimate(ResourceKind.CPU, own, NOBODY, EPOCH).value() < 100);
    d = recent.estimate(ResourceKind.CPU, own, NOBODY, WINDOW / 4);
    assertEquals("the least number of windows", 305, d.value(), 1e-6);
  }

  @Test
  public void recentEstimateScalesCpuAndUsesTheMemoryRegression() {
    UsageHistory slow = history(20, t -> 400, t -> 1000 + t / 10, 0.5);
    PhaseUsage phase = phase(500, 1000, 150_000);
    Decision<Double> d = recent.estimate(ResourceKind.CPU, slow, phase, EPOCH);
    assertEquals(800, d.value(), 1e-6);
    assertEquals(UsageEstimateReason.ESTIMATE_RECENT_MEDIAN_TO_TARGET, d.reason());
    assertEquals(
        regression.estimate(ResourceKind.MEMORY, slow, phase, EPOCH).toString(),
        recent.estimate(ResourceKind.MEMORY, slow, phase, EPOCH).toString());
    UsageHistory young = history(2, t -> 90, t -> 70, 0.1);
    d = recent.estimate(ResourceKind.CPU, young, phase, EPOCH);
    assertEquals(500, d.value(), 0);
    assertEquals(UsageEstimateReason.ESTIMATE_SHORT_HISTORY, d.reason());
  }

  @Test
  public void extrapolationIsBoundedByTheMeasuredUsage() {
    UsageHistory steep = history(4, t -> t, t -> t * 1000, Double.NaN);
    assertEquals(
        1.5 * 20_000,
        regression.estimate(ResourceKind.CPU, steep, NOBODY, 1_000_000).value(),
        1e-6);
    UsageHistory falling = history(30, t -> 200_000 - t, t -> 1, Double.NaN);
    assertEquals(0, regression.estimate(ResourceKind.CPU, falling, NOBODY, 1_000_000).value(), 0);
  }

  @Test
  public void memoryFollowsItsRecentTrendAndNotItsWholeHistory() {
    // Flat for 40 windows, then growing by 10 a window: a new phase of the task.
    DoubleUnaryOperator memory = t -> t <= 40 * WINDOW ? 1000 : 1000 + 10 * (t / WINDOW - 40);
    UsageHistory own = history(60, t -> 1, memory, Double.NaN);
    Decision<Double> d =
        regression.estimate(ResourceKind.MEMORY, own, phase(1, 1000, Double.NaN), EPOCH);
    assertEquals(UsageEstimateReason.ESTIMATE_RECENT_TREND, d.reason());
    assertEquals(1000 + 10 * 24, d.value(), 45);
    double windows = ((Number) d.inputs().get("windows")).doubleValue();
    assertTrue(windows + " windows: a tenth of 60, or more", windows >= 6);
  }

  @Test
  public void moreWindowsAreUsedWhileTheyPredictNoWorseThanTheMean() {
    UsageHistory straight = history(50, t -> 1, t -> 1000 + t / 10, Double.NaN);
    Decision<Double> d =
        regression.estimate(ResourceKind.MEMORY, straight, phase(1, 1000, Double.NaN), EPOCH);
    assertEquals("all that can be tried", 47L, d.inputs().get("windows"));
    assertEquals(1000 + (50 * WINDOW + EPOCH) / 10, d.value(), 1e-3);
  }

  @Test
  public void olderWindowsAreUsedIfTheyPredictNearlyAsWell() {
    UsageHistory bent =
        history(50, t -> 1, t -> 1000 + t / 10 + (t <= 2 * WINDOW ? 100 : 0), Double.NaN);
    Decision<Double> d =
        regression.estimate(ResourceKind.MEMORY, bent, phase(1, 1000, Double.NaN), EPOCH);
    assertEquals("all that can be tried", 47L, d.inputs().get("windows"));
  }

  /** A new line for each number of windows would take a hundred times as long. */
  @Test(timeout = 30_000)
  public void longestHistoryIsEvaluatedInOnePass() {
    UsageHistory straight = longest(10_500, 1);
    UsageHistory jumped = longest(110_000, 1e6);
    for (int i = 0; i < 100; i++) {
      Decision<Double> d =
          regression.estimate(ResourceKind.MEMORY, straight, phase(1, 0, Double.NaN), EPOCH);
      assertEquals("more and more", 9_997L, d.inputs().get("windows"));
      d = regression.estimate(ResourceKind.MEMORY, jumped, phase(1, 111e9, Double.NaN), EPOCH);
      assertEquals("fewer and fewer", UsageEstimateReason.ESTIMATE_MEAN_IS_BETTER, d.reason());
    }
  }

  /**
   * @param jump how many times what the line says was used in the last three windows
   */
  private static UsageHistory longest(int windows, double jump) {
    UsageHistory longest = new UsageHistory(WINDOW, 10_000);
    for (int i = 1; i <= windows; i++) {
      double memory = (i > windows - 3 ? jump : 1) * (1_000 + i);
      longest.add(new UsageWindow(i * WINDOW, 1, memory, Double.NaN));
    }
    return longest;
  }

  @Test
  public void meanIsUsedIfNoTrendPredictsBetter() {
    double[] zigzag = {1000, 1060, 940};
    DoubleUnaryOperator noise = t -> zigzag[(int) (t / WINDOW) % 3];
    UsageHistory own = history(12, t -> 1, noise, Double.NaN);
    Decision<Double> d =
        regression.estimate(ResourceKind.MEMORY, own, phase(1, 1000, Double.NaN), EPOCH);
    assertEquals(UsageEstimateReason.ESTIMATE_MEAN_IS_BETTER, d.reason());
    assertEquals(1000, d.value(), 0);
  }

  @Test
  public void youngTaskIsEstimatedByItsPeers() {
    UsageHistory young = history(2, t -> 90, t -> 70, 0.1);
    Decision<Double> d = regression.estimate(ResourceKind.CPU, young, phase(500, 600, 1), EPOCH);
    assertEquals(UsageEstimateReason.ESTIMATE_SHORT_HISTORY, d.reason());
    assertEquals(500, d.value(), 0);
    assertEquals(
        "without peers, like itself",
        70,
        regression.estimate(ResourceKind.MEMORY, young, NOBODY, EPOCH).value(),
        0);
    Decision<Double> nothing =
        regression.estimate(ResourceKind.CPU, new UsageHistory(WINDOW, 8), NOBODY, EPOCH);
    assertNull(nothing.value());
    assertEquals(UsageEstimateReason.ESTIMATE_UNKNOWN, nothing.reason());
  }

  @Test
  public void clockJumpsOnlyDropSamples() {
    UsageHistory own = history(10, t -> 100, t -> 100, 0.5);
    assertFalse("back", own.add(new UsageWindow(1_000, 9_000, 9_000, 0.5)));
    assertFalse("too soon", own.add(new UsageWindow(52_000, 9_000, 9_000, 0.5)));
    assertFalse(own.add(new UsageWindow(Double.NaN, 1, 1, 0.5)));
    assertFalse(own.add(new UsageWindow(60_000, -1, 1, 0.5)));
    assertFalse(own.add(new UsageWindow(60_000, 1, Double.POSITIVE_INFINITY, 0.5)));
    assertEquals(10, own.seen());
    assertTrue("forward", own.add(new UsageWindow(3_600_000, 100, 100, Double.NaN)));
    assertEquals(100, regression.estimate(ResourceKind.CPU, own, NOBODY, EPOCH).value(), 1e-6);
    assertEquals("the last known one", 100_000, own.totalMs(), 1e-6);
  }

  @Property(trials = 100)
  public void estimatesAreBoundedForAnyMeasurement(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    UsageHistory own = new UsageHistory(WINDOW, 8 + random.nextInt(20));
    double at = 0;
    double max = 0;
    for (int i = 0; i < 60; i++) {
      at += random.nextInt(20_000);
      double memory = random.nextInt(5) == 0 ? 0 : random.nextDouble() * 1e12;
      if (own.add(new UsageWindow(at, random.nextDouble() * 1e5, memory, random.nextDouble()))) {
        max = Math.max(max, memory);
      }
      PhaseUsage phase =
          random.nextBoolean() ? NOBODY : phase(random.nextDouble(), 1, random.nextInt(100_000));
      for (ResourceKind kind : ResourceKind.values()) {
        for (UsageEstimator each : new UsageEstimator[] {regression, recent}) {
          Double value = each.estimate(kind, own, phase, random.nextInt(60_000)).value();
          assertEquals(own.kept() == 0 && phase == NOBODY, value == null);
          if (value != null) {
            assertTrue(value >= 0 && value <= 1.5 * Math.max(max, 2e5));
          }
        }
      }
      assertTrue(own.kept() <= 28);
    }
  }
}
