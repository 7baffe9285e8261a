// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Random;
import org.junit.runner.RunWith;

/** Properties of every distribution; a failure names the seed. */
@RunWith(JUnitQuickcheck.class)
public class SurvivalEstimatorPropertiesTest {
  private static final double EXACT = 1e-6;

  private static SurvivalEstimator.Builder some(Random random, double shift) {
    SurvivalEstimator.Builder builder = new SurvivalEstimator.Builder();
    int n = 1 + random.nextInt(40);
    for (int i = 0; i < n; i++) {
      double ms = shift + random.nextInt(100_000);
      double weight = 0.1 + random.nextDouble() * 3;
      if (random.nextInt(3) == 0) {
        builder.running(ms, weight);
      } else {
        builder.ended(ms, weight);
      }
    }
    return builder;
  }

  @Property(trials = 500)
  public void quantilesRiseAndTheMeanIsBetweenThem(@When(seed = 1) long seed) {
    SurvivalEstimator s = some(new Random(seed), 0).build();
    double last = -1;
    for (int percent = 0; percent <= 100; percent++) {
      double ms = s.quantile(percent / 100.0);
      assertTrue(percent + " %: " + ms + " after " + last, ms >= last);
      last = ms;
    }
    assertTrue(s.mean() >= s.quantile(0) - EXACT && s.mean() <= s.quantile(1) + EXACT);
  }

  @Property(trials = 500)
  public void longerRunNeverHasAnEarlierExpectedEnd(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    SurvivalEstimator s = some(random, 0).build();
    double last = 0;
    for (double elapsed = 0; elapsed < 150_000; elapsed += 1_000 + random.nextInt(3_000)) {
      double total = s.meanBeyond(elapsed);
      assertTrue(total + " after " + elapsed, total >= elapsed);
      assertTrue(total + " at " + elapsed + " after " + last, total >= last - EXACT);
      last = total;
    }
    assertEquals(s.meanBeyond(-1), s.mean(), EXACT);
  }

  @Property(trials = 300)
  public void commonDelayShiftsMeanAndQuantiles(@When(seed = 3) long seed) {
    SurvivalEstimator s = some(new Random(seed), 0).build();
    SurvivalEstimator later = some(new Random(seed), 5_000).build();
    assertEquals(s.mean() + 5_000, later.mean(), EXACT);
    assertEquals(s.quantile(0.7) + 5_000, later.quantile(0.7), EXACT);
  }

  @Property(trials = 300)
  public void additionalRunningAttemptNeverShortensTheMean(@When(seed = 4) long seed) {
    Random random = new Random(seed);
    long again = random.nextLong();
    SurvivalEstimator without = some(new Random(again), 0).build();
    SurvivalEstimator with = some(new Random(again), 0).running(random.nextInt(120_000), 1).build();
    assertTrue(with.mean() + " < " + without.mean(), with.mean() >= without.mean() - EXACT);
  }
}
