// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

import java.util.Objects;

/**
 * A queue of the scheduler and its share: the next free room goes to the queue that uses the
 * smallest part of its share, and there to the job whose turn it is in the queue's order.
 * Immutable.
 */
public final class QueueShare {
  /** Share of jobs without a known queue. */
  public static final QueueShare UNKNOWN = new QueueShare("", 1);

  private static final double MIN = 1e-6;

  private final String name;
  private final double share;
  private final JobOrder order;

  /**
   * Creates a queue with the default order.
   *
   * @param name unique among queues; not null
   * @param share in any unit, the same for all queues; next to nothing if it is not above 0
   */
  public QueueShare(String name, double share) {
    this(name, share, null);
  }

  /**
   * Creates a queue.
   *
   * @param name unique among queues; not null
   * @param share in any unit, the same for all queues; next to nothing if it is not above 0
   * @param order of its jobs; null for the default one
   */
  public QueueShare(String name, double share, JobOrder order) {
    this.name = Objects.requireNonNull(name, "name");
    this.share = share >= MIN ? share : MIN;
    this.order = order;
  }

  /** Returns the name, unique among queues; never null. */
  public String name() {
    return name;
  }

  /** Returns the share; above 0. */
  public double share() {
    return share;
  }

  /** Returns the order of its jobs; null for the default one. */
  public JobOrder order() {
    return order;
  }

  @Override
  public String toString() {
    return name + ":" + share + (order == null ? "" : ":" + order);
  }
}
