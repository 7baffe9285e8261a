// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(JUnitQuickcheck.class)
public class RunTimeStatisticsTest {
  private static RunTimeStatistics equal(int count, long ms) {
    double[] all = new double[count];
    Arrays.fill(all, ms);
    return RunTimeStatistics.of(all);
  }

  @Test
  public void nothingIsKnownWithoutASource() {
    assertNull(RunTimeStatistics.of());
    assertNull(RunTimeStatistics.combined(null, null, 0));
  }

  @Test
  public void sourcesCountInTheirOrder() {
    RunTimeStatistics own = equal(1, 1_000);
    RunTimeStatistics earlier = equal(32, 4_000);
    assertEquals(
        "5000 ms (2500 to 7500) by assumed run time",
        RunTimeStatistics.combined(null, null, 5_000).toString());
    assertEquals(
        RunTimeStatistics.Origin.EARLIER_JOBS,
        RunTimeStatistics.combined(null, earlier, 5_000).origin());
    RunTimeStatistics both = RunTimeStatistics.combined(own, earlier, 5_000);
    assertEquals(RunTimeStatistics.Origin.ENDED_TASKS, both.origin());
    assertTrue(both.toString(), both.meanMs() > 3_000 && both.meanMs() < 4_000);
    assertEquals(0, RunTimeStatistics.declared(7).maxMs() - 7);
  }

  /** The input of a recurring job may have grown. */
  @Test
  public void earlierJobsCountTheLessTheMoreOfItsOwnHaveEnded() {
    RunTimeStatistics earlier = equal(32, 1_000);
    long before = 1_000;
    for (int own = 1; own <= RunTimeStatistics.OWN_SUFFICE; own++) {
      long now = RunTimeStatistics.combined(equal(own, 60_000), earlier, 0).meanMs();
      assertTrue(own + ": " + now, now > before);
      before = now;
    }
    assertEquals(60_000, before);
  }

  @Test
  public void latestContainersCountMost() {
    RunTimeStatistics s = RunTimeStatistics.of(100_000);
    for (int i = 0; i < 10 * RunTimeStatistics.WINDOW; i++) {
      s = s.after(1_000);
    }
    assertTrue(s.toString(), s.maxMs() < 1_200);
  }

  @Property
  public void moreEqualContainersNarrowTheBounds(
      @When(seed = 1) @InRange(minInt = 1, maxInt = 31) int count,
      @When(seed = 2) @InRange(min = "100", max = "604800000") long ms) {
    RunTimeStatistics fewer = equal(count, ms);
    RunTimeStatistics more = equal(count + 1, ms);
    assertTrue(fewer.maxMs() >= more.maxMs() && fewer.minMs() <= more.minMs());
    assertEquals(ms, more.meanMs());
  }

  @Property
  public void boundsSurroundAMeanWithinWhatWasSeen(
      @When(seed = 3) long seed,
      @When(seed = 4) @InRange(minInt = 0, maxInt = 32) int own,
      @When(seed = 5) @InRange(minInt = 0, maxInt = 100) int earlier) {
    Random random = new Random(seed);
    long lowest = Long.MAX_VALUE;
    long highest = 0;
    double[] owns = new double[own];
    for (int i = 0; i < own; i++) {
      owns[i] = random.nextInt(1_000_000);
      lowest = Math.min(lowest, (long) owns[i]);
      highest = Math.max(highest, (long) owns[i]);
    }
    RunTimeStatistics before = null;
    for (int i = 0; i < earlier; i++) {
      long ms = random.nextInt(1_000_000);
      before = before == null ? RunTimeStatistics.of(ms) : before.after(ms);
      lowest = Math.min(lowest, ms);
      highest = Math.max(highest, ms);
    }
    RunTimeStatistics s = RunTimeStatistics.combined(RunTimeStatistics.of(owns), before, 0);
    assertEquals(own + earlier == 0, s == null);
    if (s != null) {
      assertTrue(s.toString(), s.minMs() >= 0 && s.minMs() <= s.meanMs());
      assertTrue(s.toString(), s.meanMs() <= s.maxMs());
      assertTrue(s.toString(), lowest - 1 <= s.meanMs() && s.meanMs() <= highest + 1);
    }
  }
}
