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
   * @param requestedMb 1 to {@link #MAX_MB}
   * @throws IllegalArgumentException if outside
   */
  public static String of(long requestedMb) {
    if (requestedMb < 1 || requestedMb > MAX_MB) {
      throw new IllegalArgumentException("askedMb=" + requestedMb + " is outside 1.." + MAX_MB);
    }
    return PREFIX + requestedMb;
  }

  /**
   * Returns the requested memory, in MB; -1 if there is no such tag, more than one, or one that
   * {@link #of} would not write. Never throws.
   *
   * @param tags the token's allocation tags; null if it has none
   */
  public static long requestedMb(Set<String> tags) {
    if (tags == null) {
      return -1;
    }
    long requested = -1;
    for (String tag : tags) {
      if (tag != null && tag.startsWith(PREFIX)) {
        if (requested != -1) {
          return -1;
        }
        requested = parse(tag.substring(PREFIX.length()));
        if (requested == -1) {
          return -1;
        }
      }
    }
    return requested;
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
