// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/** Provides the expected run time of a container that is about to be placed. Thread-safe. */
public interface RunTimeSource {
  /** Returns the expected run time in ms; null if unknown. */
  Long runMs(ApplicationAttemptId attempt, int priority);

  /**
   * Returns whether the container's node must be told that the application's queue accepts declared
   * run times; true only if some queues accept them and others do not.
   */
  default boolean acceptsClaims(ApplicationAttemptId attempt) {
    return false;
  }
}
