// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import java.io.IOException;

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

  /**
   * Returns the number after a name, in a text of lines of a name and a number.
   *
   * @throws IOException if it is missing or not a number
   */
  public static long number(String text, String name) throws IOException {
    int start = find(text, name);
    if (start < 0) {
      throw new IOException("the kernel does not report " + name);
    }
    int end = text.indexOf('\n', start);
    return number(text.substring(start, end < 0 ? text.length() : end).trim());
  }

  /**
   * Returns the number after a name, or another number if the name is missing.
   *
   * @throws IOException if there is something else after the name
   */
  public static long number(String text, String name, long otherwise) throws IOException {
    return find(text, name) < 0 ? otherwise : number(text, name);
  }

  /** Returns where a number begins; below 0 if its name is missing. */
  private static int find(String text, String name) {
    int line = ("\n" + text).indexOf("\n" + name + " ");
    return line < 0 ? line : line + name.length() + 1;
  }

  /**
   * Returns the part of the last ten seconds in which processes waited for the resource, from a
   * pressure file.
   *
   * @param kind {@code some} if any process counts, {@code full} if all
   * @return the share, 0 to 1 unless the kernel wrote an invalid one; -1 if the text has none
   */
  public static double waitedShare(String text, String kind) {
    String start = kind + " avg10=";
    for (String line : text.split("\n")) {
      int end = line.indexOf(' ', start.length());
      if (line.startsWith(start) && end > 0) {
        try {
          return Double.parseDouble(line.substring(start.length(), end)) / 100;
        } catch (NumberFormatException e) {
          return -1;
        }
      }
    }
    return -1;
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
