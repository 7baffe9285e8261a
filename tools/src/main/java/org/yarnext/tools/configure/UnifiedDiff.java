// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Computes the difference of two texts in the format of {@code diff -u}. Stateless. */
final class UnifiedDiff {
  private static final int CONTEXT = 3;

  private UnifiedDiff() {}

  /**
   * @param before empty for a missing file
   * @return lines of the difference; none if the texts are equal
   */
  static List<String> of(String nameBefore, String before, String nameAfter, String after) {
    if (before.equals(after)) {
      return new ArrayList<>();
    }
    List<String> edits = edits(lines(before), lines(after));
    List<String> out = new ArrayList<>();
    out.add("--- " + nameBefore);
    out.add("+++ " + nameAfter);
    int at = 0;
    int oldLine = 1;
    int newLine = 1;
    while (at < edits.size()) {
      int change = nextChange(edits, at);
      if (change == edits.size()) {
        break;
      }
      int start = Math.max(at, change - CONTEXT);
      oldLine += start - at;
      newLine += start - at;
      int end = hunkEnd(edits, change);
      List<String> hunk = edits.subList(start, end);
      int olds = (int) hunk.stream().filter(line -> line.charAt(0) != '+').count();
      int news = (int) hunk.stream().filter(line -> line.charAt(0) != '-').count();
      out.add(
          String.format(
              Locale.ROOT,
              "@@ -%d,%d +%d,%d @@",
              olds == 0 ? oldLine - 1 : oldLine,
              olds,
              news == 0 ? newLine - 1 : newLine,
              news));
      out.addAll(hunk);
      oldLine += olds;
      newLine += news;
      at = end;
    }
    return out;
  }

  private static int nextChange(List<String> edits, int from) {
    int at = from;
    while (at < edits.size() && edits.get(at).charAt(0) == ' ') {
      at++;
    }
    return at;
  }

  private static int hunkEnd(List<String> edits, int change) {
    int last = change;
    for (int next = change; next < edits.size() && next - last <= 2 * CONTEXT; next++) {
      if (edits.get(next).charAt(0) != ' ') {
        last = next;
      }
    }
    return Math.min(edits.size(), last + 1 + CONTEXT);
  }

  private static List<String> lines(String text) {
    if (text.isEmpty()) {
      return new ArrayList<>();
    }
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("\r?\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  /**
   * Returns all lines, prefixed by a blank, a minus or a plus, by the longest common subsequence.
   */
  private static List<String> edits(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> edits = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        edits.add(" " + before.get(i++));
        j++;
      } else if (j == after.size() || i < before.size() && common[i + 1][j] >= common[i][j + 1]) {
        edits.add("-" + before.get(i++));
      } else {
        edits.add("+" + after.get(j++));
      }
    }
    return edits;
  }
}
