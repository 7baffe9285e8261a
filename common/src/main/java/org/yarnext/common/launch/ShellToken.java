// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.launch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One word of a launch command as the program sees it, or a separator between two commands, with
 * the place of each character in the command's parts. Immutable.
 */
public final class ShellToken {
  private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)|\\$\\{(\\w+)}|%(\\w+)%");

  private final SourceText characters;
  private final String text;
  private final boolean quoted;
  private final boolean separator;
  private final int endPart;
  private final int end;

  ShellToken(SourceText characters, boolean quoted, boolean separator, int endPart, int end) {
    this.characters = characters;
    this.text = characters.toString();
    this.quoted = quoted;
    this.separator = separator;
    this.endPart = endPart;
    this.end = end;
  }

  /** Returns the text without its quotes; variables are not expanded. */
  public String text() {
    return text;
  }

  /**
   * Returns the name of the variable that makes up the whole word and may expand to several words;
   * null if there is none.
   */
  public String variable() {
    Matcher variable = VARIABLE.matcher(text);
    if (!variable.matches()) {
      return null;
    }
    String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
    return name == null ? variable.group(3) : name;
  }

  /** Returns whether the whole word was quoted. */
  public boolean isQuoted() {
    return quoted;
  }

  /** Returns whether this token separates two commands instead of being a word of one. */
  public boolean isSeparator() {
    return separator;
  }

  /** Returns the index of the command part that contains a character, from 0. */
  public int part(int character) {
    return characters.part(character);
  }

  /** Returns the position of a character within its part, from 0. */
  public int place(int character) {
    return characters.place(character);
  }

  /** Returns whether the characters starting at an index are contiguous in the same part. */
  public boolean isTogether(int from) {
    for (int i = from + 1; i < text.length(); i++) {
      if (part(i) != part(from) || place(i) != place(from) + i - from) {
        return false;
      }
    }
    return true;
  }

  /** Returns the index of the command part in which the word ends, from 0. */
  public int endPart() {
    return endPart;
  }

  /** Returns the position behind the word in {@link #endPart}, its closing quotes included. */
  public int end() {
    return end;
  }

  SourceText characters() {
    return characters;
  }

  @Override
  public String toString() {
    return text;
  }
}
