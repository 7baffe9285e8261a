// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

/**
 * Finds the applications that a text names, by any of their ids. Takes one pass without regular
 * expressions, since it runs under schedulers' locks. Not thread-safe.
 */
final class ApplicationIdTokenizer {
  private static final String[] KINDS = {
    "container", "appattempt", "application", "attempt", "task", "job", "dag", "vertex"
  };
  private static final int MAX_DIGITS = 18;

  private final String text;
  private int begin;
  private int at;
  private long digits;

  ApplicationIdTokenizer(String text) {
    this.text = text;
  }

  /** Returns the application of the next id in the text; null if there is no more. */
  ApplicationKey next() {
    while (at < text.length()) {
      begin = at;
      ApplicationKey found = isLetter(at) && !isWordBefore(at) ? id() : null;
      if (found != null) {
        skipWord();
        return found;
      }
      at = begin + 1;
    }
    return null;
  }

  /** Returns whether the id found last is all of the text. */
  boolean isWholeText() {
    return begin == 0 && at == text.length();
  }

  private ApplicationKey id() {
    for (String kind : KINDS) {
      if (text.startsWith(kind, at)) {
        at += kind.length();
        if (kind.equals("container") && text.startsWith("_e", at)) {
          at += 2; // of containers after a restart of the ResourceManager
          if (!number(false)) {
            return null;
          }
        }
        if (!number(true)) {
          return null;
        }
        long clusterMs = digits;
        return number(true) && digits <= Integer.MAX_VALUE
            ? new ApplicationKey(clusterMs, (int) digits)
            : null;
      }
    }
    return null;
  }

  /** Reads digits, and an underscore before them if there is to be one. */
  private boolean number(boolean afterUnderscore) {
    if (afterUnderscore && (at >= text.length() || text.charAt(at++) != '_')) {
      return false;
    }
    int first = at;
    digits = 0;
    while (at < text.length() && isDigit(at) && at - first < MAX_DIGITS) {
      digits = digits * 10 + (text.charAt(at++) - '0');
    }
    return at > first;
  }

  private void skipWord() {
    while (at < text.length() && isWord(text.charAt(at))) {
      at++;
    }
  }

  private boolean isLetter(int index) {
    char c = text.charAt(index);
    return c >= 'a' && c <= 'z';
  }

  private boolean isDigit(int index) {
    char c = text.charAt(index);
    return c >= '0' && c <= '9';
  }

  private boolean isWordBefore(int index) {
    return index > 0 && isWord(text.charAt(index - 1));
  }

  private static boolean isWord(char c) {
    return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
