// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.yarnext.common.cache.BoundedCache;

/**
 * Tracks which attempt ran first in each container, over all vertices and DAGs. Its size is
 * bounded, and repeated events do no harm. Thread-safe.
 */
public final class FirstAttemptTracker {
  private static final int REMEMBERED = 100_000;

  private final Map<ContainerId, TezTaskAttemptID> firsts =
      BoundedCache.inOrderOfInsertion(REMEMBERED);
  private boolean usedAgain;

  /**
   * Records that an attempt runs in a container, after all earlier ones.
   *
   * @param container null if unknown
   * @return whether it is the first; false if the container is unknown
   */
  public synchronized boolean isFirst(ContainerId container, TezTaskAttemptID attempt) {
    if (container == null) {
      return false;
    }
    TezTaskAttemptID first = firsts.putIfAbsent(container, attempt);
    boolean is = first == null || first.equals(attempt);
    usedAgain |= !is;
    return is;
  }

  /**
   * Records that an attempt runs in the container that Tez assigned to it.
   *
   * @param attempt false if null
   */
  public boolean isFirst(TaskAttempt attempt) {
    return attempt != null && isFirst(attempt.getAssignedContainerID(), attempt.getTaskAttemptID());
  }

  /** Returns whether any container has run a second task, so that a later one may do so as well. */
  public synchronized boolean usedAgain() {
    return usedAgain;
  }
}
