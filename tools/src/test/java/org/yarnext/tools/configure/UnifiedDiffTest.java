// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class UnifiedDiffTest {
  @Test
  public void eachChangeIsShownWithThreeLinesOfContext() {
    assertEquals(
        Arrays.asList(
            "--- a",
            "+++ b",
            "@@ -1,4 +1,5 @@",
            "-1",
            "+one",
            "+and",
            " 2",
            " 3",
            " 4",
            "@@ -9,4 +10,3 @@",
            " 9",
            " 10",
            " 11",
            "-12"),
        UnifiedDiff.of(
            "a",
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
            "b",
            "one\nand\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"));
  }

  @Test
  public void closeChangesAreOneHunk() {
    assertEquals(
        Arrays.asList("--- a", "+++ b", "@@ -1,3 +1,3 @@", "-1", "+x", " 2", "-3", "+y"),
        UnifiedDiff.of("a", "1\n2\n3\n", "b", "x\n2\ny\n"));
  }

  @Test
  public void newFileIsAddedAsAWhole() {
    assertEquals(
        Arrays.asList("--- /dev/null", "+++ b", "@@ -0,0 +1,1 @@", "+1"),
        UnifiedDiff.of("/dev/null", "", "b", "1\n"));
    assertEquals(Collections.emptyList(), UnifiedDiff.of("a", "1\n", "b", "1\n"));
  }
}
