// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** How often what is known is looked at again. */
public class VertexRunTimeModelTest {
  private final VertexRunTimeModel vertex =
      new VertexRunTimeModel(new VertexRunTimeEstimator(10_000), VertexHistory.NONE);
  private int views;

  private void estimate(long nowMs) {
    vertex.estimate(
        () -> {
          views++;
          return Collections.emptyList();
        },
        TaskFeatures.UNKNOWN,
        nowMs);
  }

  /**
   * Returns the number of views while a number of attempts run and one ends every ten milliseconds
   * for a second.
   */
  private int views(int running) {
    for (int i = 0; i < running + 100; i++) {
      vertex.runs().started(i, 0, false);
    }
    for (int i = 0; i < 100; i++) {
      vertex.runs().ended(i, 10 * i, true, AttemptRun.UNKNOWN);
      estimate(10 * i);
    }
    return views;
  }

  @Test
  public void eachEndCountsAtOnceAmongFewTasks() {
    assertEquals(100, views(VertexRunTimeModel.MANY - 100));
  }

  @Test
  public void endsCountTenTimesASecondAmongManyTasks() {
    assertEquals(10, views(VertexRunTimeModel.MANY + 2));
    vertex.runs().ended(100, 1_000, true, AttemptRun.UNKNOWN);
    estimate(999);
    assertEquals("not yet", 10, views);
    estimate(1_000);
    assertEquals(11, views);
  }

  private static Decision<SurvivalEstimator> ofInput(VertexRunTimeModel of, long bytes) {
    return of.estimate(Collections::emptyList, TaskFeatures.of(bytes, false), 0);
  }

  @Test
  public void eachInputSizeHasItsOwnCachedEstimate() {
    VertexRunSummary past = new VertexRunSummary(Collections.nCopies(5, 1_000.0), 100_000, 0.01, 0);
    VertexRunTimeModel bySize =
        new VertexRunTimeModel(new VertexRunTimeEstimator(10_000), VertexHistory.NONE.with(past));
    Decision<SurvivalEstimator> kept = ofInput(bySize, 200_000);
    ofInput(bySize, 300_000);
    assertSame(kept, ofInput(bySize, 200_000));
    for (long bytes = 1_000; bytes < 100_000_000; bytes = bytes * 101 / 100) {
      double expected = Math.max(100, 1_000 + 0.01 * (bytes - 100_000));
      assertEquals(expected, ofInput(bySize, bytes).value().mean(), 1);
    }
    assertEquals("of unknown input", 1_000, ofInput(bySize, AttemptRun.UNKNOWN).value().mean(), 1);
  }
}
