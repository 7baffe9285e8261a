// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.util.Collections;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/** Provides the expected run time of a container that is about to be placed. Thread-safe. */
public interface RunTimeSource {
  /** Returns the expected run time in ms; null if unknown. */
  Long runMs(ApplicationAttemptId attempt, int priority);

  /**
   * Returns the allocation tags that tell a container's node what the application's queue permits;
   * there are some only if queues differ.
   */
  default Set<String> queueTags(ApplicationAttemptId attempt) {
    return Collections.emptySet();
  }
}
