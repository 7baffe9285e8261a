/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
