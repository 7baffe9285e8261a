// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator;

import java.io.IOException;
import org.junit.Test;
import org.yarnext.common.testing.DesignWalk;

/** The walk of an epoch in docs/design/walks.md is the one in the code. */
public class EpochWalkTest {
  private static DesignWalk walk() throws IOException {
    return DesignWalk.of("One orchestrator epoch", "mr-orchestrator");
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
