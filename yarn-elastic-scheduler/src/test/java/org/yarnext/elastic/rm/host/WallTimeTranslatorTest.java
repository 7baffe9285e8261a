// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class WallTimeTranslatorTest {
  private static final long HOUR = 3_600_000;

  private final WallTimeTranslator times = new WallTimeTranslator();

  private long translated(long wallMs, long wallNowMs, long nowMs) {
    times.notice(wallNowMs, nowMs);
    return times.monotonicMs(wallMs, nowMs);
  }

  /** Otherwise tasks seem to have run an hour longer than their profiles say. */
  @Test
  public void timesBeforeTheClockWasSetForwardStay() {
    assertEquals(10_000, translated(10_000, 20_000, 20_000));
    assertEquals("before", 15_000, translated(15_000, HOUR + 30_000, 30_000));
    assertEquals("since", 25_000, translated(HOUR + 25_000, HOUR + 30_000, 30_000));
  }

  @Test
  public void timesBeforeTheClockWasSetBackStay() {
    translated(0, 3 * HOUR, 3 * HOUR);
    long now = 3 * HOUR + 10_000;
    assertEquals("before", HOUR, translated(HOUR, now - HOUR, now));
    assertEquals("since", now - 5_000, translated(now - HOUR - 5_000, now - HOUR, now));
  }

  @Test
  public void correctedClockLeavesAllTimesAsTheyWere() {
    translated(0, 20_000, 20_000);
    translated(0, HOUR + 30_000, 30_000);
    assertEquals("before both", 15_000, translated(15_000, 50_000, 50_000));
    assertEquals("after the first", 25_000, translated(HOUR + 25_000, 50_000, 50_000));
    assertEquals("after both", 45_000, translated(45_000, 50_000, 50_000));
  }

  @Test
  public void manySettingsAreBounded() {
    long now = 0;
    for (int i = 1; i < 3 * WallTimeTranslator.MAX_SETTINGS; i++) {
      now += 10_000;
      assertEquals(now, translated(now + i * HOUR, now + i * HOUR, now));
    }
    long oldest = 2 * WallTimeTranslator.MAX_SETTINGS * HOUR;
    assertEquals("by the oldest", -oldest, translated(0, now + oldest, now), 48 * HOUR);
  }
}
