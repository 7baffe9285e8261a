// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class StepModelTest {
  private static final StepModel MODEL = new StepModel(1024, 10_000, 1.25, 500);

  @Test
  public void anyMemoryBelowTheIdealCostsTheSame() {
    assertEquals(10_000, MODEL.runTimeMs(1024), 0);
    assertEquals(10_000, MODEL.runTimeMs(5000), 0);
    assertEquals(12_500, MODEL.runTimeMs(1023), 0);
    assertEquals(12_500, MODEL.runTimeMs(1), 0);
  }

  @Test
  public void undersizedMapperReadsAndWritesItsOutputOnceMore() {
    assertEquals("1000 MB in 12.5 s", 80, MODEL.diskMbPerSecond(512), 1e-9);
    assertEquals(0, MODEL.diskMbPerSecond(1024), 0);
  }

  @Test
  public void outputOfAStepModelMayBeUnknown() {
    assertTrue(MODEL.knowsDiskUse());
    assertTrue("nothing", new StepModel(1024, 10_000, 1.25, 0).knowsDiskUse());
    StepModel unknown = new StepModel(1024, 10_000, 1.25, StepModel.UNKNOWN);
    assertFalse(unknown.knowsDiskUse());
    assertEquals(0, unknown.diskMbPerSecond(512), 0);
    assertEquals(12_500, unknown.runTimeMs(512), 0);
  }

  @Test
  public void stepModelHasOneTooth() {
    assertEquals(0, MODEL.tooth(1024));
    assertTrue(MODEL.tooth(1023) > 0);
    assertEquals(MODEL.tooth(1023), MODEL.tooth(1));
  }

  @Test
  public void invalidParametersAreRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new StepModel(1024, 10, 0.9, 0));
    assertEquals("the penalty is 0.9 and must be 1 or more", refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new StepModel(0, 10, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new StepModel(1, 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new StepModel(1, Double.NaN, 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new StepModel(1, 10, Double.POSITIVE_INFINITY, 0));
    assertThrows(IllegalArgumentException.class, () -> new StepModel(1, 10, 1, -1));
  }
}
