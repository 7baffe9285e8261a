// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import java.util.regex.Pattern;

/** Makes text of users and daemons safe to print on the terminal of another user. Stateless. */
public final class TerminalText {
  /** Control characters, separators of lines and paragraphs, and invisible format characters. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}]");

  private static final Pattern WHITE_SPACE = Pattern.compile("\\s");

  private TerminalText() {}

  /**
   * Returns the text as one line, with a question mark for each character that may control a
   * terminal.
   */
  public static String of(String text) {
    return UNSAFE.matcher(WHITE_SPACE.matcher(text).replaceAll(" ")).replaceAll("?");
  }
}
