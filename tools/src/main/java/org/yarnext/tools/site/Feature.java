// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.tools.ToolException;

/**
 * Features that can be added to a configuration, in the order in which they are added. Each has a
 * directory of conf-samples; elastic has two, one for each scheduler.
 */
public enum Feature {
  MERCURY,
  MERCURY_HYBRID,
  MERCURY_DISTRIBUTED,
  ORCHESTRATOR,
  FEDERATION,
  /** Comes last, so that its processor is placed before the others. */
  ELASTIC,
  TEZ;

  /** Returns the name on a command line, such as {@code mercury-hybrid}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the feature that an operator names.
   *
   * @throws ToolException if there is none of that name
   */
  public static Feature named(String text) throws ToolException {
    try {
      return of(text);
    } catch (IllegalArgumentException e) {
      throw ToolException.misuse(
          "Unknown feature "
              + text
              + ": choose one of "
              + Stream.of(values()).map(Feature::text).collect(Collectors.joining(", "))
              + ".");
    }
  }

  /**
   * Returns the feature of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Feature of(String text) {
    return valueOf(text.trim().toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  boolean isMercury() {
    return this == MERCURY || this == MERCURY_HYBRID || this == MERCURY_DISTRIBUTED;
  }
}
