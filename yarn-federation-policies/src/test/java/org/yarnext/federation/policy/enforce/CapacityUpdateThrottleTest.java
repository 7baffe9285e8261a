// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CapacityUpdateThrottleTest {
  private final CapacityUpdateThrottle pause = new CapacityUpdateThrottle(10);

  /** Checks that a pause that began at 1000 lasts exactly this long. */
  private void assertLasts(long nanos, long minNanos) {
    assertFalse(pause.isPauseOver(1_000 + nanos - 1, minNanos));
    assertTrue(pause.isPauseOver(1_000 + nanos, minNanos));
  }

  @Test
  public void firstChangeNeedsNoPause() {
    assertTrue(pause.isPauseOver(0, Long.MAX_VALUE));
  }

  @Test
  public void changeIsFollowedByTheConfiguredPause() {
    pause.changed(1_000);
    assertLasts(30, 30);
    assertTrue(pause.isPauseOver(1_000, 0));
  }

  @Test
  public void repeatedRefusalsLengthenThePause() {
    for (long lasts : new long[] {20, 40, 80, 160, 160}) {
      pause.refused(1_000);
      assertLasts(lasts, 0);
    }
    assertLasts(1_000, 1_000);
    pause.changed(1_000);
    assertLasts(5, 5);
  }
}
