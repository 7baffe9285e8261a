// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class LogThrottleTest {
  private final LogThrottle refusals = new LogThrottle();

  @Test
  public void eachKeyIsLoggedAgainAfterTheInterval() {
    assertTrue(refusals.due("a", 1_000));
    assertFalse(refusals.due("a", 1_000 + LogThrottle.INTERVAL_MS - 1));
    assertTrue("another", refusals.due("b", 1_001));
    assertTrue(refusals.due("a", 1_000 + LogThrottle.INTERVAL_MS));
    assertFalse(refusals.due("a", 1_001 + LogThrottle.INTERVAL_MS));
  }

  @Test
  public void expiredKeysGiveWayToThoseOfThisMinute() {
    for (int i = 0; i < 9_999; i++) {
      assertTrue(refusals.due("old" + i, 0));
    }
    assertTrue(refusals.due("a", LogThrottle.INTERVAL_MS));
    assertTrue(refusals.due("b", LogThrottle.INTERVAL_MS));
    assertFalse(refusals.due("a", LogThrottle.INTERVAL_MS + 1));
  }

  @Test
  public void numberOfKeysIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      assertTrue(refusals.due("t" + i, 5));
    }
    assertTrue("forgotten with all others", refusals.due("t0", 6));
  }
}
