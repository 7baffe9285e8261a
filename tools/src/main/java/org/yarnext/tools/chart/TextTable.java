// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
    List<List<String>> safe = new ArrayList<>();
    for (List<String> line : lines) {
      safe.add(line.stream().map(TerminalText::of).collect(Collectors.toList()));
    }
    List<String> aligned = new ArrayList<>();
    for (List<String> line : safe) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < line.size(); c++) {
        String field = line.get(c);
        String space = spaces(width(safe, c) - field.length());
        text.append(c == 0 ? field + space : GAP + space + field);
      }
      aligned.add(text.toString());
    }
    return aligned;
  }

  private static int width(List<List<String>> lines, int column) {
    return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
  }

  private static String spaces(int count) {
    return new String(new char[count]).replace('\0', ' ');
  }
}
