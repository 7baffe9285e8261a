/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
  public void isReadInAnyCase() {
    for (FeatureMode mode : FeatureMode.values()) {
      assertEquals(mode, FeatureMode.parse(mode.text()));
    }
    assertEquals(FeatureMode.SHADOW, FeatureMode.parse(" ShadOW "));
  }

  @Test
  public void anythingElseIsRefused() {
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> FeatureMode.parse("true"));
    assertEquals("'true' is not one of off, shadow, on", refusal.getMessage());
  }
}
