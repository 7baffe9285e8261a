// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

/** Suggests the known name that is closest to a mistyped one, by edit distance. Stateless. */
public final class NameSuggester {
  private NameSuggester() {}

  /**
   * Returns the known name with the smallest edit distance, the first one among equals; null if
   * there are no known names.
   */
  public static String of(String unknown, Iterable<String> known) {
    String nearest = null;
    int fewest = Integer.MAX_VALUE;
    for (String name : known) {
      int distance = distance(unknown, name);
      if (distance < fewest) {
        fewest = distance;
        nearest = name;
      }
    }
    return nearest;
  }

  /**
   * Returns the known name with the smallest edit distance, if it is at most a limit; null
   * otherwise.
   */
  public static String near(String unknown, Iterable<String> known, int maxDistance) {
    String nearest = of(unknown, known);
    return nearest != null && distance(unknown, nearest) <= maxDistance ? nearest : null;
  }

  /** Returns the Levenshtein distance. */
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replace, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
