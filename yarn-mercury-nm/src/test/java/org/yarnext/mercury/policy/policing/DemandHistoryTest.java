// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Map;
import org.junit.Test;
import org.yarnext.mercury.policy.ResourceVector;

public class DemandHistoryTest {
  private static final ResourceVector LOW = ResourceVector.of(1024, 1);
  private static final ResourceVector HIGH = ResourceVector.of(4096, 6);

  private final DemandHistory history = new DemandHistory(240_000, 288_000, 1);

  private void live(DemandHistory h, long fromMs, long toMs) {
    for (long t = fromMs; t < toMs; t += 1_000) {
      h.observe(t, t % 60_000 < 10_000 ? HIGH : LOW);
    }
  }

  @Test
  public void expectedDemandIsTheHigherEstimatePerResource() {
    live(history, 0, 40_000);
    assertEquals("little is known", LOW, history.expected(40_000, LOW, 60_000));
    live(history, 40_000, 265_000);
    assertEquals("recent", HIGH, history.expected(265_000, LOW, 45_000));
    ResourceVector more = ResourceVector.of(9_000, 0);
    ResourceVector expected = history.expected(265_000, more, 45_000);
    assertTrue(expected.toString(), more.max(HIGH).fitsIn(expected));
    assertEquals("not before it comes", LOW, history.expected(265_000, LOW, 5_000));
  }

  @Test
  public void earlierPeriodsCountWhenRecentDemandIsSilent() {
    live(history, 0, 10_000);
    history.observe(20_000, LOW);
    history.observe(288_000 - 2_000, LOW);
    assertEquals(LOW, history.expected(288_000 - 2_000, LOW, 1_000));
    assertEquals(HIGH, history.expected(288_000 - 2_000, LOW, 6_000));
  }

  @Test
  public void extremeDemandIsBounded() {
    history.observe(0, ResourceVector.of(Long.MAX_VALUE, -5));
    history.observe(10_000, LOW);
    ResourceVector expected = history.expected(10_000, LOW, Long.MAX_VALUE);
    assertTrue(expected.toString(), LOW.fitsIn(expected));
  }

  @Test
  public void savedHistoryIsReadBack() {
    live(history, 0, 280_000);
    DemandHistory next = new DemandHistory(240_000, 288_000, 1);
    next.restore(history.saved());
    next.observe(280_000, LOW);
    history.observe(280_000, LOW);
    for (long horizon = 1; horizon < 300_000; horizon += 1_700) {
      assertEquals(history.expected(280_000, LOW, horizon), next.expected(280_000, LOW, horizon));
    }
  }

  @Test
  public void changesAreCountedAtIntervals() {
    long before = history.changes();
    live(history, 0, 240_000);
    long changes = history.changes() - before;
    assertTrue(changes + " changes", changes >= 50 && changes <= 100);
  }

  @Test
  public void invalidHistoryIsRefusedAndChangesNothing() {
    live(history, 0, 280_000);
    long[][][] wrong = {
      null,
      {null},
      {{1, 2}},
      {{1, 2, -3}},
      {{-1, 2, 3}},
      {{1, Long.MAX_VALUE, 3}},
      new long[RecentDemandEstimator.BUCKETS + 1][3]
    };
    for (long[][] rows : wrong) {
      Map<String, long[][]> saved = history.saved();
      saved.put("recentVcores", rows);
      assertThrows(IllegalArgumentException.class, () -> history.restore(saved));
    }
    Map<String, long[][]> saved = history.saved();
    saved.put("periodicVcores", new long[PeriodicDemandEstimator.SLOTS + 2][2]);
    assertThrows(IllegalArgumentException.class, () -> history.restore(saved));
    history.observe(280_000, LOW);
    assertEquals(HIGH, history.expected(280_000, LOW, 30_000));
  }
}
