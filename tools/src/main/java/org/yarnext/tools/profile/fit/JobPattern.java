// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.regex.Pattern;

/**
 * Derives the name pattern of a recurring job: the names of its runs differ only in dates, times,
 * other numbers or random ids. Stateless.
 */
public final class JobPattern {
  private static final String HEX = "[0-9a-fA-F]";

  /** A UUID, or numbers with the separators of dates, times and versions. */
  private static final Pattern VARYING =
      Pattern.compile(
          HEX + "{8}(?:-" + HEX + "{4}){3}-" + HEX + "{12}" + "|\\d+(?:[-_.:/ T]+\\d+)*Z?");

  private static final Pattern ANY_LETTER = Pattern.compile("\\p{L}");

  private JobPattern() {}

  /**
   * Returns the name with {@code *} for its varying parts. If no letter would be left, returns the
   * name itself, since the pattern would match other jobs.
   *
   * @param name not null
   */
  public static String of(String name) {
    String pattern = VARYING.matcher(name).replaceAll("*");
    return ANY_LETTER.matcher(pattern).find() ? pattern : name;
  }
}
