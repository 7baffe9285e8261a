// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

/**
 * Writes the keys of a feature as the Markdown table that the documentation shows.
 *
 * <p>Stateless. The same keys always give the same text, lines ending in {@code \n}.
 */
public final class ConfigurationKeyTable {
  private ConfigurationKeyTable() {}

  /** Returns the table, one row per key in declaration order, ending with a line break. */
  public static String markdown(ConfigurationSchema keys) {
    StringBuilder table =
        new StringBuilder("| key | default | bounds | unit | takes effect | meaning |\n")
            .append("|---|---|---|---|---|---|\n");
    for (ConfigurationKey<?> key : keys.keys()) {
      String dflt = key.defaultText();
      table
          .append("| `" + key.name() + "` | ")
          .append(dflt.isEmpty() ? "(empty)" : "`" + cell(dflt) + "`")
          .append(" | " + cell(key.boundsText()))
          .append(" | " + (key.unit().isEmpty() ? "-" : cell(key.unit())))
          .append(" | " + (key.isLive() ? "on refresh" : "on restart"))
          .append(" | " + cell(key.doc()) + " |\n");
    }
    return table.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\r", "").replace('\n', ' ');
  }
}
