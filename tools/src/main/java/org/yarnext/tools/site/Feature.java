// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.Locale;

/**
 * A feature that can be put into a configuration, in the order in which that is done. Each is a
 * directory of conf-samples; elastic is two, one a scheduler.
 */
public enum Feature {
  MERCURY,
  MERCURY_HYBRID,
  MERCURY_DISTRIBUTED,
  ORCHESTRATOR,
  FEDERATION,
  /** Its processor is put before the others', so that it comes last. */
  ELASTIC,
  TEZ;

  /** As in a command line: {@code mercury-hybrid}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Feature of(String text) {
    return valueOf(text.trim().toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  boolean isMercury() {
    return this == MERCURY || this == MERCURY_HYBRID || this == MERCURY_DISTRIBUTED;
  }
}
