// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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

  /** A CapacityScheduler with a thousand queues; a table of all pairs of lines takes 6 GB. */
  @Test
  public void aLargeFileWithFewChangesNeedsLittleMemory() {
    String many = String.join("\n", Collections.nCopies(10_000, "<property>\n1\n2\n</property>"));
    assertEquals(
        Arrays.asList(
            "--- a",
            "+++ b",
            "@@ -1,4 +1,4 @@",
            "-a",
            "+b",
            " <property>",
            " 1",
            " 2",
            "@@ -39999,4 +39999,5 @@",
            " 1",
            " 2",
            " </property>",
            "+more",
            " end"),
        UnifiedDiff.of("a", "a\n" + many + "\nend\n", "b", "b\n" + many + "\nmore\nend\n"));
  }

  /** Applying the changes to the old lines must give the new ones. */
  @Test
  public void linesThatStayAndChangeAreAllLines() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      List<String> before = lines(random);
      List<String> after = lines(random);
      List<String> was = new ArrayList<>();
      List<String> is = new ArrayList<>();
      for (String line :
          UnifiedDiff.of("a", String.join("\n", before), "b", String.join("\n", after))) {
        if (line.startsWith("@@")) {
          int from = Integer.parseInt(line.replaceAll("@@ -(\\d+),.*", "$1"));
          is.addAll(before.subList(was.size(), from - 1));
          was.addAll(before.subList(was.size(), from - 1));
          continue;
        }
        if (line.startsWith("---") || line.startsWith("+++")) {
          continue;
        }
        if (line.charAt(0) != '+') {
          was.add(line.substring(1));
        }
        if (line.charAt(0) != '-') {
          is.add(line.substring(1));
        }
      }
      is.addAll(before.subList(was.size(), before.size()));
      was.addAll(before.subList(was.size(), before.size()));
      assertEquals(before, was);
      assertEquals(after, is);
    }
  }

  private static List<String> lines(Random random) {
    List<String> lines = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      lines.add(String.valueOf((char) ('a' + random.nextInt(3))));
    }
    return lines;
  }

  @Test
  public void newFileIsAddedAsAWhole() {
    assertEquals(
        Arrays.asList("--- /dev/null", "+++ b", "@@ -0,0 +1,1 @@", "+1"),
        UnifiedDiff.of("/dev/null", "", "b", "1\n"));
    assertEquals(Collections.emptyList(), UnifiedDiff.of("a", "1\n", "b", "1\n"));
  }
}
