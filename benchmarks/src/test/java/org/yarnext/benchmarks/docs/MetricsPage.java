// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reference page of the metrics, which {@link ReferencePagesTest} generates. */
final class MetricsPage {
  static final Path PATH = Paths.get("..", "docs", "reference", "metrics.md");

  private static final String COMMON = "In every bean";
  private static final String DECISIONS = "Decisions";
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private MetricsPage() {}

  /** Returns the metrics of each bean, those of every bean included, in the page's order. */
  static Map<String, Set<String>> beans() throws IOException {
    Map<String, Set<String>> sections = new LinkedHashMap<>();
    Set<String> section = null;
    for (String line : new MarkdownPage(PATH).lines) {
      if (line.startsWith("## ")) {
        section = new LinkedHashSet<>();
        sections.put(line.substring(3), section);
      } else if (section != null && line.startsWith("| `")) {
        Matcher names = NAME.matcher(line.split("\\|")[1]);
        while (names.find()) {
          section.add(names.group(1));
        }
      }
    }
    sections.remove(DECISIONS);
    Set<String> common = sections.remove(COMMON);
    sections.values().forEach(metrics -> metrics.addAll(common));
    return sections;
  }
}
