// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.Arrays;

/** Finds rows of tables in Markdown. */
public final class TableRow {
  private TableRow() {}

  /** Returns the row whose first cell is a name; fails if there is none. */
  public static String row(String text, String name) {
    return Arrays.stream(text.split("\n"))
        .filter(line -> line.startsWith("| " + name + " |"))
        .findFirst()
        .get()
        .trim();
  }
}
