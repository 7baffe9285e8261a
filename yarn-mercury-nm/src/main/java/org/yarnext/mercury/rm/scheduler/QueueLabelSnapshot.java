// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.Objects;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;

/**
 * Snapshot of a queue's default node label, to find out later whether the queue or its label has
 * changed. Immutable.
 */
public final class QueueLabelSnapshot {
  private final Queue queue;
  private final String label;

  /**
   * Takes a snapshot.
   *
   * @param queue null if unknown
   */
  public QueueLabelSnapshot(Queue queue) {
    this.queue = queue;
    this.label = label(queue);
  }

  /** Returns whether a queue, null if unknown, is the same and has the same default label. */
  public boolean is(Queue now) {
    return now == queue && Objects.equals(label, label(now));
  }

  private static String label(Queue queue) {
    return queue == null ? null : queue.getDefaultNodeLabelExpression();
  }
}
