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
package org.yarnext.elastic.policy.heap;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a launch command into words as the shell will, as far as finding JVM options needs it. The
 * NodeManager joins a command's parts by spaces and runs the whole in {@code bash -c "..."}, so a
 * quote may be written with a backslash before it. Stateless.
 */
final class ShellWords {
  /** A word, or what stands between two commands. Immutable. */
  static final class Word {
    /** Which part of the command it is in. */
    final int part;

    /** Where {@link #text} stands in the part. */
    final int start;

    /** Where the word ends in the part, quotes included. */
    final int end;

    /** Without the quotes around it; with those in the middle. */
    final String text;

    /** Whether it was quoted as a whole. */
    final boolean quoted;

    /** Whether it separates two commands instead of being a word of one. */
    final boolean separator;

    private Word(int part, int start, int end, String text, boolean quoted, boolean separator) {
      this.part = part;
      this.start = start;
      this.end = end;
      this.text = text;
      this.quoted = quoted;
      this.separator = separator;
    }

    /** Whether the shell changes it before the JVM sees it, other than by taking quotes off. */
    boolean plain() {
      for (int i = 0; i < text.length(); i++) {
        if ("'\"\\$`".indexOf(text.charAt(i)) >= 0) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<Word> words = new ArrayList<>();
  private final String text;
  private final int part;
  private final int end;
  private int at;

  private ShellWords(int part, String text, int start, int end) {
    this.part = part;
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /** The words of a command; a quote left open is taken to end with its part. */
  static List<Word> of(List<String> parts) {
    List<Word> words = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      String text = parts.get(i);
      if (text != null) {
        words.addAll(of(i, text, 0, text.length()));
      }
    }
    return words;
  }

  /** The words of {@code text} between two places. */
  static List<Word> of(int part, String text, int start, int end) {
    ShellWords cut = new ShellWords(part, text, start, end);
    while (cut.at < end) {
      cut.next();
    }
    return cut.words;
  }

  private void next() {
    char c = text.charAt(at);
    if (c != '\n' && Character.isWhitespace(c)) {
      at++;
    } else if (separates(at)) {
      words.add(new Word(part, at, at + 1, "", false, true));
      at++;
    } else {
      word();
    }
  }

  private void word() {
    int start = at;
    int firstQuoteEnd = -1;
    while (at < end && !Character.isWhitespace(text.charAt(at)) && !separates(at)) {
      int quote = quoteLength(at);
      if (quote > 0) {
        boolean first = at == start;
        skipQuoted(quote);
        firstQuoteEnd = first ? at : firstQuoteEnd;
      } else {
        at += text.charAt(at) == '\\' && at + 1 < end ? 2 : 1;
      }
    }
    boolean whole = firstQuoteEnd == at;
    int quote = whole ? quoteLength(start) : 0;
    int from = start + quote;
    int to = Math.max(from, whole ? at - closingLength(quote) : at);
    words.add(new Word(part, from, at, text.substring(from, to), whole, false));
  }

  /** How long the quote just passed is; 0 if it was left open. */
  private int closingLength(int opening) {
    boolean closed = at >= opening && quoteLength(at - opening) == opening;
    return closed ? opening : 0;
  }

  /** The length of the quote character that stands here, with its backslash; 0 if none does. */
  private int quoteLength(int i) {
    if (i >= end) {
      return 0;
    }
    char c = text.charAt(i);
    if (c == '\'' || c == '"') {
      return 1;
    }
    return c == '\\' && i + 1 < end && text.charAt(i + 1) == '"' ? 2 : 0;
  }

  private void skipQuoted(int quote) {
    char kind = text.charAt(at + quote - 1);
    at += quote;
    while (at < end) {
      int here = quoteLength(at);
      if (here > 0 && text.charAt(at + here - 1) == kind) {
        at += here;
        return;
      }
      boolean escape = kind == '"' && text.charAt(at) == '\\' && at + 1 < end;
      at += escape ? 2 : 1;
    }
  }

  private boolean separates(int i) {
    char c = text.charAt(i);
    if (c == '&') {
      // Of 2>&1 and &>file it is a part.
      boolean redirects =
          (i > 0 && text.charAt(i - 1) == '>') || (i + 1 < end && text.charAt(i + 1) == '>');
      return !redirects;
    }
    return c == ';' || c == '|' || c == '\n' || c == '(' || c == ')';
  }
}
