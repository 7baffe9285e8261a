// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(JUnitQuickcheck.class)
public class FinishTimeEstimatorTest {
  @Test
  public void equationOneExtrapolatesTheProgressSoFar() {
    assertEquals(180_000, FinishTimeEstimator.remainingMs(60_000, 0.25), 1e-6);
    assertEquals(0, FinishTimeEstimator.remainingMs(60_000, 1), 0);
    assertEquals(240_000, FinishTimeEstimator.totalMs(60_000, 0.25), 1e-6);
  }

  @Test
  public void alphaMakesTheTaskEndAtTheTarget() {
    assertEquals(0.5, FinishTimeEstimator.alphaFor(60_000, 0.25, 150_000), 1e-9);
    assertEquals("the target has passed", 0, FinishTimeEstimator.alphaFor(60_000, 0.25, 50_000), 0);
    assertEquals("nothing is left", 1, FinishTimeEstimator.alphaFor(60_000, 1, 50_000), 0);
  }

  @Test
  public void invalidInputsGiveAnUnknownEstimate() {
    double[][] absurd = {
      {60, 0}, {60, -0.1}, {60, 1.1}, {60, Double.NaN}, {-1, 0.5}, {1e308, 1e-9}
    };
    for (double[] each : absurd) {
      assertTrue(Double.isNaN(FinishTimeEstimator.remainingMs(each[0], each[1])));
      assertTrue(Double.isNaN(FinishTimeEstimator.totalMs(each[0], each[1])));
      assertTrue(Double.isNaN(FinishTimeEstimator.alphaFor(each[0], each[1], 100)));
    }
    assertTrue(Double.isNaN(FinishTimeEstimator.alphaFor(60, 0.5, Double.NaN)));
  }

  @Test
  public void estimateBeyondTheMaximumIsUnknown() {
    assertTrue(Double.isNaN(FinishTimeEstimator.totalMs(60_000, 1e-20)));
    assertTrue(Double.isNaN(FinishTimeEstimator.remainingMs(60_000, 1e-20)));
    double maxMs = FinishTimeEstimator.MAX_MS;
    assertEquals(maxMs, FinishTimeEstimator.totalMs(maxMs / 2, 0.5), 0);
    assertTrue("the sum", Double.isNaN(FinishTimeEstimator.totalMs(0.6 * maxMs, 0.5)));
  }

  @Property
  public void equationTwoWithAlphaReachesTheTarget(
      @When(seed = 1) @InRange(minDouble = 1, maxDouble = 1e8) double elapsed,
      @When(seed = 2) @InRange(minDouble = 0.001, maxDouble = 0.999) double progress,
      @When(seed = 3) @InRange(minDouble = 1.01, maxDouble = 10) double later) {
    double target = elapsed * later;
    double alpha = FinishTimeEstimator.alphaFor(elapsed, progress, target);
    assertEquals(
        target,
        elapsed + alpha * FinishTimeEstimator.remainingMs(elapsed, progress),
        target * 1e-9);
  }

  @Test
  public void progressIsDerivedFromTheTotalTime() {
    assertEquals(0.25, FinishTimeEstimator.progressOf(200_000, 50_000), 0);
    assertEquals("not beyond its end", 1, FinishTimeEstimator.progressOf(200_000, 250_000), 0);
    assertTrue(Double.isNaN(FinishTimeEstimator.progressOf(Double.NaN, 50_000)));
    assertTrue(Double.isNaN(FinishTimeEstimator.progressOf(0, 50_000)));
  }

  @Test
  public void progressIsExtrapolatedAtTheSameRate() {
    assertEquals(0.5, FinishTimeEstimator.progressNow(0.4, 40_000, 50_000), 1e-12);
    assertEquals("the same end", 100_000, FinishTimeEstimator.totalMs(50_000, 0.5), 1e-9);
    assertEquals("not beyond its end", 1, FinishTimeEstimator.progressNow(0.9, 10_000, 50_000), 0);
    assertEquals(0, FinishTimeEstimator.progressNow(0, 10_000, 50_000), 0);
    assertTrue(Double.isNaN(FinishTimeEstimator.progressNow(0.4, 0, 50_000)));
    assertTrue(Double.isNaN(FinishTimeEstimator.progressNow(0.4, 50_000, 49_000)));
    assertTrue(Double.isNaN(FinishTimeEstimator.progressNow(Double.NaN, 10_000, 50_000)));
    assertTrue(Double.isNaN(FinishTimeEstimator.progressNow(1.1, 10_000, 50_000)));
  }
}
