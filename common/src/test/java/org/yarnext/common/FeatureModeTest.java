// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class FeatureModeTest {
  @Test
  public void offNeitherDecidesNorActs() {
    assertFalse(FeatureMode.OFF.decides());
    assertFalse(FeatureMode.OFF.acts());
  }

  @Test
  public void shadowDecidesOnly() {
    assertTrue(FeatureMode.SHADOW.decides());
    assertFalse(FeatureMode.SHADOW.acts());
  }

  @Test
  public void onDecidesAndActs() {
    assertTrue(FeatureMode.ON.decides());
    assertTrue(FeatureMode.ON.acts());
  }

  @Test
  public void modeIsParsedIgnoringCase() {
    for (FeatureMode mode : FeatureMode.values()) {
      assertEquals(mode, FeatureMode.parse(mode.text()));
    }
    assertEquals(FeatureMode.SHADOW, FeatureMode.parse(" ShadOW "));
  }

  @Test
  public void unknownModeIsRefused() {
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> FeatureMode.parse("true"));
    assertEquals("'true' is not one of off, shadow, on", refusal.getMessage());
  }
}
