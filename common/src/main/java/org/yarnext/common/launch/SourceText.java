// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.launch;

import java.util.Arrays;

/**
 * Text that records the position of each character in the parts of a launch command. Characters can
 * be appended.
 */
final class SourceText {
  private final StringBuilder text = new StringBuilder();
  private int[] parts = new int[8];
  private int[] places = new int[8];

  void add(char c, int part, int place) {
    int n = text.length();
    if (n == parts.length) {
      parts = Arrays.copyOf(parts, 2 * n);
      places = Arrays.copyOf(places, 2 * n);
    }
    text.append(c);
    parts[n] = part;
    places[n] = place;
  }

  /** Adds a character of another text, which keeps its place. */
  void add(SourceText from, int i) {
    add(from.charAt(i), from.part(i), from.place(i));
  }

  int length() {
    return text.length();
  }

  char charAt(int i) {
    return text.charAt(i);
  }

  int part(int i) {
    return parts[i];
  }

  int place(int i) {
    return places[i];
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
