// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import org.yarnext.common.queue.QueueSettings;

/**
 * Selects the queues in which applications' declared run times count. A node does not know an
 * application's queue: if queues differ, it relies on the signature of the allocating side.
 * Immutable.
 */
public final class DeclaredRunTimePolicy {
  private final boolean accepted;
  private final QueueSettings<Boolean> byQueue;
  private final boolean queuesDiffer;

  /**
   * Creates a policy.
   *
   * @param accepted default for queues without their own setting
   * @param queues such as {@code root.adhoc:false;root.etl:true}; may be empty
   * @throws IllegalArgumentException if the text is invalid
   */
  public DeclaredRunTimePolicy(boolean accepted, String queues) {
    this.accepted = accepted;
    this.byQueue = QueueSettings.parse(queues, DeclaredRunTimePolicy::flag);
    this.queuesDiffer = !queues.replace(';', ' ').trim().isEmpty();
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("\"" + text + "\" is neither true nor false");
    }
    return Boolean.parseBoolean(text);
  }

  /**
   * Returns whether the allocating side must sign that an application's queue accepts declared run
   * times.
   *
   * @param queue its path
   */
  public boolean signs(String queue) {
    Boolean ofQueue = byQueue.get(queue);
    return queuesDiffer && (ofQueue == null ? accepted : ofQueue);
  }

  /**
   * Returns whether a node uses a container's declared run time.
   *
   * @param signed whether the allocating side signed that the queue accepts it
   */
  public boolean accepts(boolean signed) {
    return queuesDiffer ? signed : accepted;
  }
}
