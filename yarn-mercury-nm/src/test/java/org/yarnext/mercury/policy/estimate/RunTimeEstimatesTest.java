// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates.Source;

public class RunTimeEstimatesTest {
  private final RunTimeEstimates estimates =
      new RunTimeEstimates(10_000, 2, new DefaultRunTimeEstimator());

  private void assertEstimate(long ms, Source source, RunTimeEstimates.Estimate actual) {
    assertEquals(source, actual.source());
    assertEquals(ms, actual.runMs());
  }

  @Test
  public void learntEstimateBeatsDefault() {
    assertEstimate(10_000, Source.DEFAULT, estimates.estimate("app", 1));
    estimates.observe("app", 1, 100);
    estimates.observe("app", 1, 201);
    assertEstimate(151, Source.LEARNT, estimates.estimate("app", 1));
  }

  @Test
  public void prioritiesAndApplicationsAreSeparate() {
    estimates.observe("app", 1, 100);
    assertEstimate(10_000, Source.DEFAULT, estimates.estimate("app", 2));
    assertEstimate(10_000, Source.DEFAULT, estimates.estimate("other", 1));
  }

  @Test
  public void typicalRunTimeIsUsedForAnUnknownPriority() {
    for (int i = 1; i < DefaultRunTimeEstimator.MIN_SAMPLES; i++) {
      estimates.observe("app", 1, 100);
    }
    assertEstimate(10_000, Source.DEFAULT, estimates.estimate("other", 1));
    assertEstimate(100, Source.LEARNT, estimates.estimate("app", 1));
    estimates.observe("app", 2, 900);
    assertEstimate(200, Source.TYPICAL, estimates.estimate("other", 1));
  }

  @Test
  public void typicalRunTimeIsBlendedWithTheFirstObservations() {
    for (int i = 0; i < DefaultRunTimeEstimator.WINDOW; i++) {
      estimates.observe("old", 1, 1_000);
    }
    long before = 1_000;
    for (int i = 1; i < RunTimeEstimates.WINDOW; i++) {
      estimates.observe("new", 1, 100);
      long now = estimates.estimate("new", 1).runMs();
      assertTrue(i + ": " + now, now > 100 && now < before);
      before = now;
    }
    estimates.observe("new", 1, 100);
    assertEstimate(100, Source.LEARNT, estimates.estimate("new", 1));
  }

  /** Sixteen start at once, and again and again; their run times are spread evenly. */
  @Test
  public void shortContainersThatFinishFirstDoNotBiasTheEstimate() {
    Random random = new Random(5);
    for (int i = 0; i < DefaultRunTimeEstimator.WINDOW; i++) {
      estimates.observe("old", 1, 200 + random.nextInt(2_000));
    }
    PriorityQueue<long[]> running = new PriorityQueue<>(Comparator.comparingLong(r -> r[0]));
    for (int i = 0; i < 16; i++) {
      long ms = 200 + random.nextInt(2_000);
      running.add(new long[] {ms, ms});
    }
    for (int i = 0; i < 100; i++) {
      long[] done = running.poll();
      estimates.observe("new", 1, done[1]);
      assertEquals("after " + (i + 1), 1_200, estimates.estimate("new", 1).runMs(), 1_200 * 0.3);
      long ms = 200 + random.nextInt(2_000);
      running.add(new long[] {done[0] + ms, ms});
    }
  }

  @Test
  public void onlyTheLastRunTimesCount() {
    for (int i = 0; i < RunTimeEstimates.WINDOW; i++) {
      estimates.observe("app", 1, 1_000_000);
    }
    for (int i = 0; i < RunTimeEstimates.WINDOW; i++) {
      estimates.observe("app", 1, 50);
    }
    assertEstimate(50, Source.LEARNT, estimates.estimate("app", 1));
  }

  @Test
  public void negativeRunTimeIsIgnored() {
    estimates.observe("app", 1, -1);
    assertEquals(0, estimates.applications());
    assertEstimate(10_000, Source.DEFAULT, estimates.estimate("app", 1));
  }

  @Test
  public void leastRecentlyUsedApplicationIsEvictedFirst() {
    estimates.observe("a", 1, 1);
    estimates.observe("b", 1, 2);
    assertEstimate(1, Source.LEARNT, estimates.estimate("a", 1));
    estimates.observe("c", 1, 3);
    assertEquals(2, estimates.applications());
    assertEstimate(10_000, Source.DEFAULT, estimates.estimate("b", 1));
    assertEstimate(1, Source.LEARNT, estimates.estimate("a", 1));
  }

  @Test
  public void numberOfPrioritiesPerApplicationIsBounded() {
    for (int priority = 0; priority < 1000; priority++) {
      estimates.observe("a", priority, 5);
    }
    assertEquals(64, estimates.learnt().get("a").size());
    assertEstimate(5, Source.LEARNT, estimates.estimate("a", 0));
    assertEstimate(5, Source.TYPICAL, estimates.estimate("a", 999));
  }

  @Test
  public void applicationCanBeForgotten() {
    estimates.observe("a", 1, 1);
    estimates.forget("a");
    estimates.forget("never seen");
    assertEquals(0, estimates.applications());
  }

  @Test
  public void learntRunTimesAreOldestFirstAndReadOnly() {
    estimates.observe("a", 3, 10);
    estimates.observe("a", 3, 20);
    assertArrayEquals(new double[] {10, 20}, estimates.learnt().get("a").get(3), 0);
    assertThrows(UnsupportedOperationException.class, () -> estimates.learnt().remove("a"));
  }
}
