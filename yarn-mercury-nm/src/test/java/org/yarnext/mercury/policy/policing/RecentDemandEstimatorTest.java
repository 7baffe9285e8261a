// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.junit.Test;

public class RecentDemandEstimatorTest {
  private static final long BUCKET = 1_000;
  private static final long WINDOW = BUCKET * RecentDemandEstimator.BUCKETS;

  private final RecentDemandEstimator demand = new RecentDemandEstimator(WINDOW, 0.7);

  /** Twenty seconds of a hundred every minute. */
  private static long burst(long nowMs) {
    return nowMs % 60_000 >= 40_000 ? 100 : 0;
  }

  private void live(long fromMs, long toMs) {
    for (long t = fromMs; t <= toMs; t += 500) {
      demand.observe(t, burst(t));
    }
  }

  @Test
  public void noRiseIsExpectedWithoutAPast() {
    assertEquals(0, demand.rise(60_000));
    demand.observe(0, 5);
    assertEquals(0, demand.rise(60_000));
  }

  @Test
  public void regularBurstIsForeseenOnlyWithinItsInterval() {
    live(0, 600_000 + 20_000);
    assertEquals("20 s before it", 0, demand.rise(15_000));
    assertEquals(100, demand.rise(24_000));
    assertEquals(100, demand.rise(10 * WINDOW));
  }

  @Test
  public void noBurstIsExpectedRightAfterABurst() {
    live(0, 600_000 + 60_500);
    assertEquals(0, demand.rise(30_000));
    assertEquals("but the next", 100, demand.rise(45_000));
  }

  @Test
  public void noRiseIsExpectedAtThePeak() {
    live(0, 600_000 + 45_000);
    assertEquals(0, demand.rise(10_000));
  }

  @Test
  public void demandIsUnchangedWithoutEvents() {
    demand.observe(0, 7);
    demand.observe(100_000, 7);
    for (long[] bucket : demand.saved()) {
      assertArrayEquals(new long[] {bucket[0], 7, 7}, bucket);
    }
    assertEquals(101, demand.saved().length);
    assertEquals(0, demand.rise(60_000));
  }

  @Test
  public void riseIsNonNegativeAndGrowsWithTheHorizon() {
    Random random = new Random(5);
    for (int world = 0; world < 20; world++) {
      RecentDemandEstimator some =
          new RecentDemandEstimator(WINDOW, 0.05 + 0.95 * random.nextDouble());
      long now = 0;
      for (int i = 0; i < 300; i++) {
        now += random.nextInt(3_000);
        some.observe(now, random.nextInt(100));
      }
      long before = 0;
      for (long horizon = 1; horizon < 2 * WINDOW; horizon += 700) {
        long rise = some.rise(horizon);
        assertTrue(rise + " after " + before, rise >= before && rise <= 100);
        before = rise;
      }
    }
  }

  @Test
  public void cachedRiseIsNotReusedAfterLaterEvents() {
    Random random = new Random(6);
    for (int world = 0; world < 20; world++) {
      RecentDemandEstimator askedEachTime = new RecentDemandEstimator(WINDOW, 0.7);
      RecentDemandEstimator askedOnce = new RecentDemandEstimator(WINDOW, 0.7);
      long now = 0;
      for (int i = 0; i < 600; i++) {
        now += random.nextInt(700);
        // Few values, so that demand often stays as it was.
        long level = random.nextInt(3);
        askedEachTime.observe(now, level);
        askedOnce.observe(now, level);
        askedEachTime.rise(1 + random.nextInt(60_000));
        if (i % 200 == 150) {
          long[][] saved = askedOnce.saved();
          askedEachTime.restore(saved);
          askedOnce.restore(saved);
        }
      }
      for (long horizon = 1; horizon < WINDOW; horizon += 900) {
        assertEquals(askedOnce.rise(horizon), askedEachTime.rise(horizon));
      }
    }
  }

  /**
   * The definition, told plainly.
   *
   * @param saved number, highest and last demand of each bucket, the oldest first
   */
  private static long riseByDefinition(long[][] saved, int buckets, double quantile) {
    int now = saved.length - 1;
    List<double[]> moments = new ArrayList<>();
    for (int ago = buckets; ago <= now - (RecentDemandEstimator.TRAIL - 1); ago++) {
      double difference = 0;
      for (int i = 0; i < RecentDemandEstimator.TRAIL; i++) {
        difference += Math.pow(0.9, i) * Math.abs(saved[now - ago - i][2] - saved[now - i][2]);
      }
      long top = saved[now - ago][2];
      for (int i = 1; i <= buckets; i++) {
        top = Math.max(top, saved[now - ago + i][1]);
      }
      // Rounded, since equal differences may differ in the last digits.
      moments.add(new double[] {Math.rint(1e6 * difference), ago, top - saved[now - ago][2]});
    }
    moments.sort(Comparator.<double[]>comparingDouble(m -> m[0]).thenComparingDouble(m -> m[1]));
    double[] rises = moments.stream().limit(15).mapToDouble(m -> m[2]).toArray();
    return rises.length == 0 ? 0 : (long) Math.ceil(new Percentile(100 * quantile).evaluate(rises));
  }

  @Test
  public void incrementalRiseEqualsTheDefinition() {
    Random random = new Random(7);
    for (int world = 0; world < 5; world++) {
      double quantile = 0.05 + 0.95 * random.nextDouble();
      int most = 1 + random.nextInt(50);
      RecentDemandEstimator some = new RecentDemandEstimator(WINDOW, quantile);
      long now = 0;
      for (int i = 0; i < 900; i++) {
        now += random.nextInt(900);
        some.observe(now, random.nextInt(most));
        if (random.nextInt(4) > 0) {
          continue;
        }
        long before = 0;
        // Up to seven, each number of buckets is looked at.
        for (int buckets = 1; buckets <= 7; buckets++) {
          before = Math.max(before, riseByDefinition(some.saved(), buckets, quantile));
          assertEquals("world " + world + ", " + i, before, some.rise(buckets * BUCKET));
        }
      }
    }
  }

  @Test
  public void savedStateIsReadBackAndTheTimeSinceIsUnknown() {
    live(0, 600_000 + 25_000);
    RecentDemandEstimator next = new RecentDemandEstimator(WINDOW, 0.7);
    next.restore(demand.saved());
    assertArrayEquals(demand.saved(), next.saved());
    next.observe(600_000 + 85_000, 0);
    assertEquals("a minute is missing", RecentDemandEstimator.BUCKETS - 59, next.saved().length);
    assertEquals(100, next.rise(60_000));
    next.observe(9 * WINDOW, 0);
    assertEquals("all is too old", 0, next.rise(17_000));
  }

  @Test
  public void estimatorRestartsOnlyWhenTheClockIsSetFarBack() {
    live(0, 600_000);
    demand.observe(599_000, 3);
    assertEquals(RecentDemandEstimator.BUCKETS, demand.saved().length);
    demand.observe(10_000, 3);
    assertEquals(1, demand.saved().length);
  }

  @Test
  public void numberOfBucketsIsBounded() {
    for (long t = 0; t < 10 * WINDOW; t += 90_000) {
      demand.observe(t, t);
    }
    assertEquals(RecentDemandEstimator.BUCKETS, demand.saved().length);
  }
}
