// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.Test;

public class ReportAgeTrackerTest {
  private long nowNanos = Long.MAX_VALUE - 10;
  private final ReportAgeTracker<String> ages = new ReportAgeTracker<>(() -> nowNanos);

  private void later(long seconds) {
    nowNanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  private static void assertAge(long minMs, long maxMs, ReportAgeTracker.Age age) {
    assertEquals(minMs, age.minMs());
    assertEquals(maxMs, age.maxMs());
  }

  @Test
  public void ageOfAReportIsTheTimeSinceItsLastChange() {
    long dayBehind = 1L;
    ReportAgeTracker.Age found = ages.look("a", dayBehind);
    later(7);
    assertAge(7_000, Long.MAX_VALUE, ages.look("a", dayBehind));
    assertFalse("it may be older", found.isFresh(8_000));
    assertTrue(found.isStale(6_000));
    assertAge(0, Long.MAX_VALUE, ages.look("b", dayBehind));
    later(3);
    ReportAgeTracker.Age changed = ages.look("a", dayBehind - 1);
    assertAge(0, 3_000, changed);
    later(2);
    assertAge(2_000, 5_000, ages.look("a", dayBehind - 1));
    assertTrue(changed.isFresh(5_000));
    assertFalse("it may have come right after the look before", changed.isFresh(4_999));
    assertFalse("or right before this one", changed.isStale(2_000));
    assertTrue(changed.isStale(1_999));
  }

  @Test
  public void reporterThatNobodyLooksAtIsForgotten() {
    ages.look("a", 1);
    ages.look("b", 1);
    later(TimeUnit.DAYS.toSeconds(1));
    ages.look("b", 1);
    later(1);
    ages.look("c", 1);
    assertAge(0, Long.MAX_VALUE, ages.look("a", 2));
    assertAge(0, 1_000, ages.look("b", 2));
  }

  @Test
  public void initialAgeOfAReportComesFromTheStoreClock() {
    assertAge(9_000, 9_000, ages.look("a", null, () -> 9_000));
    later(1);
    assertAge(10_000, 10_000, ages.look("a", null, () -> 0));
    assertAge(0, 0, ages.look("a", "other", () -> 9_000));
  }

  @Test
  public void unknownAgeIsReplacedByALaterReading() {
    assertAge(0, Long.MAX_VALUE, ages.look("a", null, () -> ReportAgeTracker.UNKNOWN));
    later(2);
    assertAge(2_000, Long.MAX_VALUE, ages.look("a", null, () -> ReportAgeTracker.UNKNOWN));
    assertAge(9_000, 9_000, ages.look("a", null, () -> 9_000));
    later(1);
    assertAge(10_000, 10_000, ages.look("a", null, () -> ReportAgeTracker.UNKNOWN));
  }
}
