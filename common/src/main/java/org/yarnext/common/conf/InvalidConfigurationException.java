// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Thrown if a feature's configuration is refused; lists every problem with its fix.
 *
 * <p>Immutable and thread-safe. Whoever catches it leaves the feature off and logs the message.
 */
public final class InvalidConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> problems;

  /**
   * Creates the exception for a refused configuration.
   *
   * @param feature the feature that stays off; not null
   * @param problems one sentence each; not null, not empty
   */
  public InvalidConfigurationException(String feature, List<String> problems) {
    super("Feature " + feature + " stays off: " + String.join(" ", problems));
    this.problems = new ArrayList<>(problems);
  }

  /** Returns the problems, one sentence each, in the order found; unmodifiable, never empty. */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
