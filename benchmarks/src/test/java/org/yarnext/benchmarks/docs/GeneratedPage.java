// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of which a part is generated: what stands between {@code <!-- generated: do not edit -->}
 * and {@code <!-- end of generated -->}. {@code -Dyarnext.docs.update=true} writes it.
 */
final class GeneratedPage {
  private static final String START = "<!-- generated: do not edit -->\n";
  private static final String END = "<!-- end of generated -->";

  private GeneratedPage() {}

  /** Compares the part with what it should be, or writes it. */
  static void check(Path page, String generated) throws IOException {
    String now = new String(Files.readAllBytes(page), UTF_8);
    int from = now.indexOf(START);
    int to = now.indexOf(END);
    if (from < 0 || to < from || now.indexOf(START, from + 1) >= 0) {
      throw new IllegalArgumentException(page + " needs each of these once: " + START + END);
    }
    String right = now.substring(0, from) + START + "\n" + generated + "\n" + now.substring(to);
    if (Boolean.getBoolean("yarnext.docs.update")) {
      Files.write(page, right.getBytes(UTF_8));
    } else {
      assertEquals("-Dyarnext.docs.update=true writes " + page, right, now);
    }
  }

  /** The text as a cell of a table. */
  static String cell(String text) {
    return text.replace("|", "\\|").replace('\n', ' ');
  }
}
