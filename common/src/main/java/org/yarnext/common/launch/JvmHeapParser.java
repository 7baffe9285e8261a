// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.launch;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Parses the JVM options that limit the heap: {@code -Xmx1g}, its older spelling {@code -mx1g}, and
 * {@code -XX:MaxHeapSize=1g}. Stateless.
 */
public final class JvmHeapParser {
  /** Beginnings of the options that limit the heap; their size follows. */
  public static final List<String> MAX_HEAP =
      Collections.unmodifiableList(Arrays.asList("-Xmx", "-mx", "-XX:MaxHeapSize="));

  private static final int MAX_DIGITS = 18;
  private static final String UNITS = "kmgt";

  private JvmHeapParser() {}

  /**
   * Returns the maximum heap that options set, in bytes: the last one counts, as for the JVM.
   *
   * @param options not null, without null elements
   * @return -1 if none sets it, or if the last one that does has no readable size
   */
  public static long maxHeapBytes(List<String> options) {
    for (int i = options.size() - 1; i >= 0; i--) {
      for (String prefix : MAX_HEAP) {
        if (options.get(i).startsWith(prefix)) {
          return bytes(options.get(i).substring(prefix.length()));
        }
      }
    }
    return -1;
  }

  /**
   * Returns the same in MB, rounded down.
   *
   * @param options separated by white space; not null
   */
  public static long maxHeapMb(String options) {
    long bytes = maxHeapBytes(Arrays.asList(options.split("\\s+")));
    return bytes < 0 ? -1 : bytes >> 20;
  }

  /**
   * Parses a size such as 1g, 512M, 524288k or 536870912.
   *
   * @return bytes; -1 if it is not a size above 0 that fits a long
   */
  public static long bytes(String text) {
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
}
