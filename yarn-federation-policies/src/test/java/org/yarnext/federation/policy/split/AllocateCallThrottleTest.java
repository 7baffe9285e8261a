// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.common.decision.Decision;

public class AllocateCallThrottleTest {
  private final AllocateCallThrottle throttle = new AllocateCallThrottle();
  private final AllocateCallLimits limits = new AllocateCallLimits(10, 1_000, 5, 20);

  private Decision<Boolean> call(int lines, int containers, long nowMs) {
    return throttle.admit(lines, containers, limits, nowMs);
  }

  @Test
  public void callWithinTheLimitsPasses() {
    assertEquals("REQUESTS_PASS{lines=10}", call(10, 1_000, 0).toString());
  }

  @Test
  public void largeCallsAreRefusedWithTheNumbers() {
    assertEquals("REQUESTS_TOO_MANY{lines=11, limit=10}", call(11, 1, 0).toString());
    assertEquals(
        "REQUESTS_TOO_MANY_CONTAINERS{containers=1001, limit=1000}", call(1, 1_001, 0).toString());
  }

  @Test
  public void frequentCallsAreRefusedUntilTimeHasPassed() {
    assertTrue(call(10, 1, 0).value());
    assertTrue(call(10, 1, 0).value());
    assertEquals(
        "REQUESTS_TOO_FREQUENT{lines=10, linesPerSecond=5.0, retryAfterMs=2000}",
        call(10, 1, 0).toString());
    assertTrue("a heartbeat always passes", call(0, 1, 0).value());
    assertFalse(call(10, 1, 1_999).value());
    assertTrue("what was refused cost nothing", call(10, 1, 2_000).value());
    assertFalse("a clock that goes back gives nothing", call(1, 1, 1_000).value());
    assertTrue(call(10, 1, 1_000_000).value());
    assertTrue("never more than the burst is saved", call(10, 1, 1_000_000).value());
    assertFalse(call(1, 1, 1_000_000).value());
  }

  @Test
  public void limitsThatLetNothingPassAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new AllocateCallLimits(10, 1, 1, 9));
    assertThrows(IllegalArgumentException.class, () -> new AllocateCallLimits(0, 1, 1, 9));
  }
}
