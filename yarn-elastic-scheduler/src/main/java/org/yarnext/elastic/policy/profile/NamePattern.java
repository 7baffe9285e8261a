// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.profile;

import java.util.Objects;

/**
 * Matches job names against the pattern of a profile: {@code *} matches any characters or none,
 * {@code ?} exactly one, and every other character itself, case-sensitively. Immutable.
 */
public final class NamePattern {
  private final String pattern;

  /**
   * @param pattern not null
   */
  public NamePattern(String pattern) {
    this.pattern = Objects.requireNonNull(pattern, "pattern");
  }

  /** Returns whether it matches one name alone. */
  boolean isOneName() {
    return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0;
  }

  /**
   * Returns true if the pattern matches the whole name; takes at most length times length steps.
   */
  public boolean matches(String name) {
    int star = -1;
    int starName = 0;
    int p = 0;
    int n = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        starName = n;
      } else if (p < pattern.length() && fits(pattern.charAt(p), name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++starName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean fits(char pattern, char name) {
    return pattern == '?' || pattern == name;
  }

  @Override
  public String toString() {
    return pattern;
  }
}
