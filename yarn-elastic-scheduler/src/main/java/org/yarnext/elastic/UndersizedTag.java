// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import java.util.Set;

/**
 * Allocation tag that states how much memory the application of an under-sized container requested.
 * The ResourceManager puts it into the container's signed token, whose size is the granted memory.
 * Stateless.
 */
public final class UndersizedTag {
  /** Prefix of the tag; the requested memory follows, in MB. */
  public static final String PREFIX = "yarnext.elastic.asked-mb=";

  /** Maximum memory in a tag, in MB: a pebibyte. */
  public static final long MAX_MB = 1L << 30;

  private static final int MAX_DIGITS = 10;

  private UndersizedTag() {}

  /**
   * Returns the tag of a container whose application requested this much memory.
   *
   * @param askedMb 1 to {@link #MAX_MB}
   * @throws IllegalArgumentException if outside
   */
  public static String of(long askedMb) {
    if (askedMb < 1 || askedMb > MAX_MB) {
      throw new IllegalArgumentException("askedMb=" + askedMb + " is outside 1.." + MAX_MB);
    }
    return PREFIX + askedMb;
  }

  /**
   * Returns the requested memory, in MB; -1 if there is no such tag, more than one, or one that
   * {@link #of} would not write. Never throws.
   *
   * @param tags the token's allocation tags; null if it has none
   */
  public static long askedMb(Set<String> tags) {
    if (tags == null) {
      return -1;
    }
    long asked = -1;
    for (String tag : tags) {
      if (tag != null && tag.startsWith(PREFIX)) {
        if (asked != -1) {
          return -1;
        }
        asked = parse(tag.substring(PREFIX.length()));
        if (asked == -1) {
          return -1;
        }
      }
    }
    return asked;
  }

  private static long parse(String digits) {
    if (digits.isEmpty() || digits.length() > MAX_DIGITS || digits.charAt(0) == '0') {
      return -1;
    }
    long mb = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      mb = 10 * mb + (c - '0');
    }
    return mb <= MAX_MB ? mb : -1;
  }
}
