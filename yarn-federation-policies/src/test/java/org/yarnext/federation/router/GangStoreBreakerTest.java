// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import org.junit.Test;

public class GangStoreBreakerTest {
  private static final Duration COOL_DOWN = Duration.ofMinutes(1);

  private long nanos;
  private final GangStoreBreaker health = new GangStoreBreaker(2, COOL_DOWN, () -> nanos);

  @Test
  public void consecutiveFailuresMakeTheStoreDownUntilASuccess() {
    health.failed();
    health.answered();
    health.failed();
    assertFalse(health.isDown());
    health.failed();
    assertTrue(health.isDown());
    health.answered();
    assertFalse(health.isDown());
  }

  @Test
  public void storeMayBeTriedAgainAfterAConstantCoolDown() {
    health.failed();
    for (int i = 0; i < 5; i++) {
      health.failed();
      nanos += COOL_DOWN.toNanos() - 1;
      assertTrue(health.isDown());
      nanos++;
      assertFalse(health.isDown());
    }
  }
}
