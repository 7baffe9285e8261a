// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class SheddingDelayPolicyTest {
  private final SheddingDelayPolicy patience = new SheddingDelayPolicy(10_000);

  @Test
  public void shortBurstShedsNoContainer() {
    assertFalse(patience.exhausted(true, 0));
    assertFalse(patience.exhausted(true, 9_999));
    assertFalse(patience.exhausted(false, 10_000));
    assertFalse("begins again", patience.exhausted(true, 10_001));
    assertFalse(patience.exhausted(true, 20_000));
    assertTrue(patience.exhausted(true, 20_001));
  }

  @Test
  public void eachStepHasItsOwnDelay() {
    patience.exhausted(true, 0);
    assertTrue(patience.exhausted(true, 10_000));
    assertFalse(patience.exhausted(true, 10_001));
    assertTrue(patience.exhausted(true, 20_001));
  }

  @Test
  public void heartbeatsFurtherApartThanTheDelayAreEnough() {
    SheddingDelayPolicy shorter = new SheddingDelayPolicy(1_000);
    assertFalse(shorter.exhausted(true, 0));
    assertTrue(shorter.exhausted(true, 3_000));
  }

  @Test
  public void longSilenceRestartsTheDelay() {
    patience.exhausted(true, 0);
    assertFalse(patience.exhausted(true, SheddingDelayPolicy.SILENCE_MS + 1));
  }

  @Test
  public void clockSetBackRestartsTheDelay() {
    patience.exhausted(true, 1_000_000);
    assertFalse(patience.exhausted(true, 5_000));
    assertFalse(patience.exhausted(true, 14_999));
    assertTrue(patience.exhausted(true, 15_000));
  }

  @Test
  public void zeroDelayShedsAtOnce() {
    assertTrue(new SheddingDelayPolicy(0).exhausted(true, 5));
  }
}
