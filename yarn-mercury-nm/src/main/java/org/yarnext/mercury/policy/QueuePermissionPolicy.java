// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import org.yarnext.common.queue.QueueSettings;

/**
 * Selects the queues whose containers have a permission: their declared run times count, or they
 * may start beyond a node's allocation. A node does not know an application's queue: if queues
 * differ, it relies on the signature of the allocating side. Immutable.
 */
public final class QueuePermissionPolicy {
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
  public QueuePermissionPolicy(boolean accepted, String queues) {
    this.accepted = accepted;
    this.byQueue = QueueSettings.parse(queues, QueuePermissionPolicy::flag);
    this.queuesDiffer = !queues.replace(';', ' ').trim().isEmpty();
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("\"" + text + "\" is neither true nor false");
    }
    return Boolean.parseBoolean(text);
  }

  /**
   * Returns whether the allocating side must sign that an application's queue has the permission.
   *
   * @param queue its path
   */
  public boolean signs(String queue) {
    if (!queuesDiffer) {
      return false;
    }
    Boolean ofQueue = byQueue.get(queue);
    return ofQueue == null ? accepted : ofQueue;
  }

  /**
   * Returns whether a container on a node has the permission.
   *
   * @param signed whether the allocating side signed that its queue has it
   */
  public boolean accepts(boolean signed) {
    return queuesDiffer ? signed : accepted;
  }
}
