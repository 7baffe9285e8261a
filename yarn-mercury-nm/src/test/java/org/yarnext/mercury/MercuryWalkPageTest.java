// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import org.junit.Test;
import org.yarnext.common.testing.DesignWalk;

/** The walks of Mercury in docs/design/walks.md are those in the code. */
public class MercuryWalkPageTest {
  private static final String[] SECTIONS = {
    "An opportunistic container", "An over-allocated container", "Placement in the ResourceManager"
  };

  @Test
  public void pageNamesEachClassOnceAndNoClassIsLong() throws Exception {
    for (String section : SECTIONS) {
      DesignWalk.of(section, "yarn-mercury-nm", "common").assertClasses();
    }
  }

  @Test
  public void eachClassIsCalledByItsPredecessor() throws Exception {
    for (String section : SECTIONS) {
      DesignWalk.of(section, "yarn-mercury-nm", "common").assertCalls();
    }
  }
}
