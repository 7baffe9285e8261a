// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reports a container's actual and declared run time in a line of its diagnostics, from the node to
 * the hooks that divide its application's requests (Mercury section 6.3: estimates are refined from
 * completed containers). Immutable.
 */
public final class RunTimeReport {
  private static final String START = "yarnext.mercury: ran ";
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^" + Pattern.quote(START) + "(\\d{1,12}) ms(?:, declared (\\d{1,12}) ms)?$");

  private static final Pattern WHOLE_LINE = Pattern.compile("\n?" + LINE.pattern() + "\n?");

  private final long ranMs;
  private final Long declaredMs;

  private RunTimeReport(long ranMs, Long declaredMs) {
    this.ranMs = ranMs;
    this.declaredMs = declaredMs;
  }

  /**
   * Creates a line.
   *
   * @param ranMs run time of the container, in ms; 0 or more
   * @param declaredMs run time declared by its application, in ms; null if none
   */
  public static RunTimeReport of(long ranMs, Long declaredMs) {
    return new RunTimeReport(ranMs, declaredMs);
  }

  /**
   * Finds the line in diagnostics. The last one counts: an application may have printed the same
   * text before, and a node appends its own at the end.
   *
   * @param diagnostics null if there are none
   * @return null if there is no such line
   */
  public static RunTimeReport find(String diagnostics) {
    if (diagnostics == null || !diagnostics.contains(START)) {
      return null;
    }
    Matcher line = LINE.matcher(diagnostics);
    RunTimeReport last = null;
    while (line.find()) {
      last =
          of(
              Long.parseLong(line.group(1)),
              line.group(2) == null ? null : Long.valueOf(line.group(2)));
    }
    return last;
  }

  /** Returns the diagnostics without any such line, for the application. */
  public static String remove(String diagnostics) {
    return WHOLE_LINE.matcher(diagnostics).replaceAll("");
  }

  /** Returns the run time of the container, in ms. */
  public long ranMs() {
    return ranMs;
  }

  /** Returns the run time declared by its application, in ms; null if none. */
  public Long declaredMs() {
    return declaredMs;
  }

  /**
   * Returns the line in the form to add to a container's diagnostics: YARN puts a date right before
   * each piece of diagnostics, and the next date right behind it.
   */
  public String amongDiagnostics() {
    return "\n" + this + "\n";
  }

  @Override
  public String toString() {
    return START + ranMs + " ms" + (declaredMs == null ? "" : ", declared " + declaredMs + " ms");
  }
}
