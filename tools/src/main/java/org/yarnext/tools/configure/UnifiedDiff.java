// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
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
   * Returns all lines, prefixed by a blank, a minus or a plus, with as few changes as possible
   * (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). It needs little time and
   * memory if there are few changes, whatever the size of the file.
   */
  private static List<String> edits(List<String> before, List<String> after) {
    int max = before.size() + after.size();
    // The largest number of old lines that can be passed, by diagonal: old minus new lines.
    int[] passed = new int[2 * max + 2];
    List<int[]> earlier = new ArrayList<>();
    for (int changes = 0; true; changes++) {
      earlier.add(Arrays.copyOfRange(passed, max - changes, max + changes + 2));
      for (int k = -changes; k <= changes; k += 2) {
        int old = isAdded(passed, max, changes, k) ? passed[max + k + 1] : passed[max + k - 1] + 1;
        while (old < before.size()
            && old - k < after.size()
            && before.get(old).equals(after.get(old - k))) {
          old++;
        }
        passed[max + k] = old;
        if (k == before.size() - after.size() && old >= before.size()) {
          return path(before, after, earlier);
        }
      }
    }
  }

  /** Returns whether the last of the changes on the way to a diagonal adds a line. */
  private static boolean isAdded(int[] passed, int middle, int changes, int k) {
    return k == -changes || k != changes && passed[middle + k - 1] < passed[middle + k + 1];
  }

  /**
   * @param earlier the lines that were passed before each change, with diagonal 0 in the middle
   */
  private static List<String> path(List<String> before, List<String> after, List<int[]> earlier) {
    Deque<String> edits = new ArrayDeque<>();
    int old = before.size();
    int now = after.size();
    for (int changes = earlier.size() - 1; changes >= 0; changes--) {
      int[] passed = earlier.get(changes);
      int k = old - now + (isAdded(passed, changes, changes, old - now) ? 1 : -1);
      int oldStart = passed[changes + k];
      int newStart = oldStart - k;
      while (old > oldStart && now > newStart) {
        edits.addFirst(" " + before.get(--old));
        now--;
      }
      if (changes > 0) {
        edits.addFirst(old == oldStart ? "+" + after.get(newStart) : "-" + before.get(oldStart));
        old = oldStart;
        now = newStart;
      }
    }
    return new ArrayList<>(edits);
  }
}
