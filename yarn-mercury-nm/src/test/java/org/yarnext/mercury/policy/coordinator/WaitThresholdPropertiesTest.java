// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Properties of the threshold over any waits. Each trial is made from its seed. */
@RunWith(JUnitQuickcheck.class)
public class WaitThresholdPropertiesTest {
  private static final int TRIALS = 200;
  private static final MathContext EXACT = new MathContext(60);

  private static List<NodeReport> reports(double... waits) {
    List<NodeReport> reports = new ArrayList<>();
    for (double w : waits) {
      reports.add(new NodeReport("n" + reports.size(), w, 1, NodeReport.NO_BOUND, 0));
    }
    return reports;
  }

  private static double[] waits(Random random, int atMost) {
    double[] waits = new double[2 + random.nextInt(atMost - 1)];
    int magnitude = 1 << random.nextInt(31);
    for (int i = 0; i < waits.length; i++) {
      waits[i] = random.nextInt(10) == 0 ? Integer.MAX_VALUE : random.nextInt(magnitude);
    }
    return waits;
  }

  private static WaitThreshold unbounded(double k) {
    return new WaitThreshold(k, 0, Double.MAX_VALUE);
  }

  private static double reference(double k, double[] waits) {
    BigDecimal n = BigDecimal.valueOf(waits.length);
    BigDecimal sum = BigDecimal.ZERO;
    for (double w : waits) {
      sum = sum.add(new BigDecimal(w));
    }
    BigDecimal mean = sum.divide(n, EXACT);
    BigDecimal squares = BigDecimal.ZERO;
    for (double w : waits) {
      squares = squares.add(new BigDecimal(w).subtract(mean).pow(2));
    }
    // BigDecimal has no root before Java 9; a double's is exact to the last bit.
    double sigma = Math.sqrt(squares.divide(n, EXACT).doubleValue());
    double used = Math.min(k, Math.sqrt(waits.length - 1.0) / 2);
    return mean.add(new BigDecimal(used).multiply(new BigDecimal(sigma))).doubleValue();
  }

  @Property(trials = TRIALS, shrink = false)
  public void limitEqualsTheExactLimit(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    double k = 4 * random.nextDouble();
    double[] waits = waits(random, 300);
    double exact = reference(k, waits);
    assertEquals(exact, unbounded(k).over(reports(waits)).limitMs(), 1e-9 * exact);
  }

  @Test
  public void tenThousandNodesAtTheLargestWaitDoNotOverflow() {
    double[] waits = new double[10_000];
    for (int i = 0; i < waits.length; i++) {
      waits[i] = i % 2 == 0 ? Integer.MAX_VALUE : 0;
    }
    WaitThreshold.Level level = unbounded(2).over(reports(waits));
    assertEquals(Integer.MAX_VALUE / 2.0, level.meanMs(), 0);
    assertEquals(Integer.MAX_VALUE / 2.0, level.sigmaMs(), 1);
    assertEquals(1.5 * Integer.MAX_VALUE, level.limitMs(), 3);
  }

  @Property(trials = TRIALS, shrink = false)
  public void limitStaysWithinItsBoundsAndAboveTheMean(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    double[] waits = waits(random, 50);
    double min = random.nextInt(1 << 20);
    double max = min + random.nextInt(Integer.MAX_VALUE);
    WaitThreshold.Level level =
        new WaitThreshold(5 * random.nextDouble(), min, max).over(reports(waits));
    if (level.limited()) {
      assertTrue(level.limitMs() >= min && level.limitMs() <= max);
      assertTrue(level.limitMs() >= level.meanMs());
    } else {
      assertTrue(level.meanMs() >= max);
    }
    assertTrue(level.sigmaMs() >= 0);
  }

  @Property(trials = TRIALS, shrink = false)
  public void limitGrowsWithKAndWithTheLargestWait(@When(seed = 3) long seed) {
    Random random = new Random(seed);
    double[] waits = waits(random, 50);
    double k = 3 * random.nextDouble();
    double limit = unbounded(k).over(reports(waits)).limitMs();
    double slack = 1e-9 * limit;
    assertTrue(unbounded(k + 0.5).over(reports(waits)).limitMs() >= limit - slack);
    int largest = 0;
    for (int i = 1; i < waits.length; i++) {
      largest = waits[i] > waits[largest] ? i : largest;
    }
    waits[largest] += random.nextInt(1_000_000);
    assertTrue(unbounded(k).over(reports(waits)).limitMs() >= limit - slack);
  }

  @Property(trials = TRIALS, shrink = false)
  public void limitShiftsWithTheWaits(@When(seed = 4) long seed) {
    Random random = new Random(seed);
    double[] waits = waits(random, 50);
    double shift = random.nextInt(1_000_000);
    double[] shifted = waits.clone();
    for (int i = 0; i < shifted.length; i++) {
      shifted[i] += shift;
    }
    double limit = unbounded(2).over(reports(waits)).limitMs();
    assertEquals(
        limit + shift, unbounded(2).over(reports(shifted)).limitMs(), 1e-9 * (limit + shift));
  }

  /** With k = 2 as it is, nothing would exceed it in clusters of up to five nodes. */
  @Property(trials = TRIALS, shrink = false)
  public void singleOverloadedNodeShedsAtLeastHalfItsExcess(@When(seed = 5) long seed) {
    Random random = new Random(seed);
    double[] waits = new double[2 + random.nextInt(40)];
    double others = random.nextInt(1000);
    for (int i = 0; i < waits.length; i++) {
      waits[i] = others;
    }
    waits[0] = others + 1 + random.nextInt(1_000_000);
    WaitThreshold.Level level = unbounded(2).over(reports(waits));
    double excess = waits[0] - level.meanMs();
    assertTrue(level.limitMs() - level.meanMs() <= excess / 2 * (1 + 1e-9));
    assertEquals(waits.length >= 17, level.k == 2);
  }

  @Property(trials = TRIALS, shrink = false)
  public void onlyFewNodesExceedTheLimit(@When(seed = 6) long seed) {
    Random random = new Random(seed);
    double[] waits = waits(random, 200);
    WaitThreshold.Level level = unbounded(2).over(reports(waits));
    long above = reports(waits).stream().filter(r -> r.waitMs() > level.limitMs()).count();
    assertTrue(above <= waits.length / (1 + level.k * level.k) * (1 + 1e-9));
  }

  @Test
  public void fewerThanTwoNodesHaveNoLimit() {
    assertFalse(unbounded(2).over(Collections.emptyList()).limited());
    assertFalse(unbounded(2).over(reports(1e6)).limited());
    assertEquals(1e6, unbounded(2).over(reports(1e6)).meanMs(), 0);
  }

  @Test
  public void noLimitExistsWhenTheMeanReachesTheMaximum() {
    WaitThreshold threshold = new WaitThreshold(2, 100, 1000);
    assertEquals(1000, threshold.over(reports(900, 1050, 1040)).limitMs(), 1e-9);
    assertFalse(threshold.over(reports(1000, 1000, 1000)).limited());
    assertEquals(100, threshold.over(reports(1, 2, 3)).limitMs(), 0);
  }
}
