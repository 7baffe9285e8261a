// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Thrown if a profile file is refused; lists every problem, each with the entry, the field and the
 * fix. Immutable and thread-safe.
 */
public final class RefusedProfilesException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> problems;

  RefusedProfilesException(Path file, List<String> problems) {
    super("Profile file " + file + " is refused: " + String.join(" ", problems));
    this.problems = new ArrayList<>(problems);
  }

  /**
   * Returns the problems, one sentence each, in the order of the file; unmodifiable, never empty.
   */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
