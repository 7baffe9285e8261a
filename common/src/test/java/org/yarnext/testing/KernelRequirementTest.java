// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.AssumptionViolatedException;
import org.junit.Test;

public class KernelRequirementTest {
  private static final String PROBLEM = "no cgroups that may be written";

  @Test
  public void problemSkipsWithItsReasonUnlessTheKernelIsRequired() {
    AssertionError failure =
        assertThrows(AssertionError.class, () -> KernelRequirement.check(PROBLEM, true));
    assertEquals("CI must test this kernel, but: " + PROBLEM, failure.getMessage());
    AssumptionViolatedException skip =
        assertThrows(
            AssumptionViolatedException.class, () -> KernelRequirement.check(PROBLEM, false));
    assertEquals(PROBLEM, skip.getMessage());
    KernelRequirement.check("", true);
    KernelRequirement.check("", false);
  }
}
