// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.yarnext.tools.TerminalText;

/** Aligns the fields of lines in columns, and makes them safe to print. Stateless. */
public final class TextTable {
  private static final String GAP = "  ";

  private TextTable() {}

  /**
   * Aligns the first column to the left and the others to the right.
   *
   * @param lines lines of equal length
   */
  public static List<String> aligned(List<List<String>> lines) {
    return aligned(lines, column -> column == 0);
  }

  /**
   * Aligns all columns to the left.
   *
   * @param lines lines of equal length
   */
  public static List<String> leftAligned(List<List<String>> lines) {
    return aligned(lines, column -> true);
  }

  private static List<String> aligned(List<List<String>> lines, IntPredicate isLeft) {
    List<List<String>> safe = new ArrayList<>();
    for (List<String> line : lines) {
      safe.add(line.stream().map(TerminalText::of).collect(Collectors.toList()));
    }
    int columns = lines.isEmpty() ? 0 : lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : safe) {
      Arrays.setAll(widths, c -> Math.max(widths[c], line.get(c).length()));
    }
    List<String> aligned = new ArrayList<>();
    for (List<String> line : safe) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String field = line.get(c);
        text.append(c == 0 ? "" : GAP)
            .append(
                isLeft.test(c)
                    ? StringUtils.rightPad(field, c + 1 < columns || c == 0 ? widths[c] : 0)
                    : StringUtils.leftPad(field, widths[c]));
      }
      aligned.add(text.toString());
    }
    return aligned;
  }
}
