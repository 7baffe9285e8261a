// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;

/**
 * Snapshot of a queue's node labels, to find out later whether the queue or its labels may have
 * changed. Immutable.
 */
public final class QueueLabelSnapshot {
  private final Queue queue;
  private final String label;
  private final Set<String> accessible;

  /**
   * Takes a snapshot.
   *
   * @param queue null if unknown
   */
  public QueueLabelSnapshot(Queue queue) {
    this.queue = queue;
    this.label = label(queue);
    this.accessible = accessible(queue);
  }

  /**
   * Returns whether a queue, null if unknown, is the same and has the same default label and
   * accessible labels. A refresh may replace the set of these by an equal one, which is not looked
   * for: this is called in each allocate call.
   */
  public boolean is(Queue now) {
    return now == queue && accessible == accessible(now) && Objects.equals(label, label(now));
  }

  private static Set<String> accessible(Queue queue) {
    return queue == null ? null : queue.getAccessibleNodeLabels();
  }

  private static String label(Queue queue) {
    return queue == null ? null : queue.getDefaultNodeLabelExpression();
  }
}
