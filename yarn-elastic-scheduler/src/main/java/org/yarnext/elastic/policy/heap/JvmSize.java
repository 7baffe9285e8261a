// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/**
 * Parses and formats sizes in the syntax of JVM options: 1g, 512M, 524288k, 536870912. Stateless.
 */
final class JvmSize {
  private static final int MAX_DIGITS = 18;
  private static final String UNITS = "kmgt";

  private JvmSize() {}

  /** Parses a size; returns bytes, or -1 if it is not a size above 0 that fits a long. */
  static long parse(String text) {
    int end = text.length();
    if (end == 0) {
      return -1;
    }
    int unit = UNITS.indexOf(Character.toLowerCase(text.charAt(end - 1)));
    int digits = unit < 0 ? end : end - 1;
    if (digits == 0 || digits > MAX_DIGITS) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < digits; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = 10 * value + (c - '0');
    }
    int shift = 10 * (unit + 1);
    return value > 0 && value <= Long.MAX_VALUE >> shift ? value << shift : -1;
  }

  /**
   * Formats a size in whole megabytes if possible, else in kilobytes, rounded down.
   *
   * @param bytes 1024 or more
   */
  static String text(long bytes) {
    return bytes % (1L << 20) == 0 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
  }
}
