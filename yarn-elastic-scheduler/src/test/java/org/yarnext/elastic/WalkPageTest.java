// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import java.io.IOException;
import org.junit.Test;
import org.yarnext.common.testing.DesignWalk;

/** The walk of an under-sized container in docs/design/walks.md is the one in the code. */
public class WalkPageTest {
  private static DesignWalk walk() throws IOException {
    return DesignWalk.of("An under-sized container", "yarn-elastic-scheduler");
  }

  @Test
  public void pageNamesEachClassOnceAndNoClassIsLong() throws Exception {
    walk().assertClasses();
  }

  @Test
  public void eachClassIsCalledByItsPredecessor() throws Exception {
    walk().assertCalls();
  }
}
