// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class JavaReleaseTest {
  @Test
  public void releasesOfAllFormsAreRead() {
    assertEquals(8, JavaRelease.of("1.8"));
    assertEquals(8, JavaRelease.of("1.8.0_402"));
    assertEquals(17, JavaRelease.of("17"));
    assertEquals(23, JavaRelease.of("23.0.1"));
    assertEquals(25, JavaRelease.of("25-ea"));
  }

  @Test
  public void otherTextIsUnknown() {
    assertEquals(0, JavaRelease.of(""));
    assertEquals(0, JavaRelease.of("internal"));
    assertEquals(0, JavaRelease.of("99999999999"));
  }
}
