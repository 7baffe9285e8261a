// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Parses numbers in the formats that the kernel writes. Stateless. */
public final class KernelTextParser {
  /** No limit; larger than any amount of memory or time. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Version 1 shows "no limit" as the largest number of whole pages. */
  private static final long NO_LIMIT_OF_VERSION_1 = 1L << 62;

  private KernelTextParser() {}

  /**
   * Parses a number.
   *
   * @throws IOException if the text is not a number
   */
  public static long number(String text) throws IOException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException("the kernel's '" + text + "' is not a number", e);
    }
  }

  /**
   * Parses a limit; {@code max}, {@code -1} and version 1's largest number mean {@link #UNLIMITED}.
   */
  public static long limit(String text) throws IOException {
    if (text.equals("max")) {
      return UNLIMITED;
    }
    long value = number(text);
    return value < 0 || value >= NO_LIMIT_OF_VERSION_1 ? UNLIMITED : value;
  }

  /** Parses lines of a name and a number; skips other lines. */
  public static Map<String, Long> table(String text) {
    Map<String, Long> table = new HashMap<>();
    for (String line : text.split("\n")) {
      String[] words = line.trim().split("\\s+");
      if (words.length == 2) {
        try {
          table.put(words[0], Long.parseLong(words[1]));
        } catch (NumberFormatException e) {
          continue;
        }
      }
    }
    return table;
  }

  /**
   * Returns a number of a table.
   *
   * @throws IOException if it is missing
   */
  public static long of(Map<String, Long> table, String name) throws IOException {
    Long value = table.get(name);
    if (value == null) {
      throw new IOException("the kernel does not report " + name);
    }
    return value;
  }

  /**
   * Returns how long some process waited for the resource, in microseconds, from a pressure file.
   *
   * @throws IOException if the text is not that of a pressure file
   */
  public static long waitedMicros(String text) throws IOException {
    for (String line : text.split("\n")) {
      int total = line.lastIndexOf("total=");
      if (line.startsWith("some ") && total > 0) {
        return number(line.substring(total + "total=".length()).trim());
      }
    }
    throw new IOException("the kernel's '" + text + "' is not a pressure value");
  }
}
