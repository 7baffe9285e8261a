/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.timeline;

import java.util.Objects;

/**
 * A queue of the scheduler and its share: the next free room goes to the queue that uses the
 * smallest part of its share, and there to the job whose turn it is in the queue's order.
 * Immutable.
 */
public final class QueueShare {
  /** Share of jobs without a known queue. */
  static final QueueShare UNTOLD = new QueueShare("", 1);

  private static final double LEAST = 1e-6;

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
    this.share = share >= LEAST ? share : LEAST;
    this.order = order;
  }

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
