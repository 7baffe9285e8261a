// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.List;

/** Report of a study for a terminal, as a page, and in an additional file. */
interface StudyReport {
  /** Returns the lines for a terminal, without line breaks. */
  List<String> lines();

  /**
   * Returns the page, without scripts or external resources.
   *
   * @param paper findings of the paper, one sentence each; may be empty
   */
  String page(String title, List<String> paper);

  /** Returns the name of the report's additional file; null if it has none. */
  default String file() {
    return null;
  }

  /** Writes the additional file, as CSV. */
  default void csv(PrintWriter out) {}
}
