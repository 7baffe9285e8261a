// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The queues of jobs, numbered by ascending name. Immutable. */
public final class QueueShares {
  private final Map<JobId, QueueShare> of;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final QueueShare[] queues;
  private final JobOrder order;

  /**
   * Creates the shares.
   *
   * @param of by job; must not change
   * @param order default order of the jobs in a queue
   */
  public QueueShares(Map<JobId, QueueShare> of, JobOrder order) {
    this.of = of;
    this.order = order;
    Map<String, QueueShare> byName = new TreeMap<>();
    byName.put(QueueShare.UNKNOWN.name(), QueueShare.UNKNOWN);
    of.values().forEach(queue -> byName.put(queue.name(), queue));
    queues = byName.values().toArray(new QueueShare[0]);
    byName.keySet().forEach(name -> numbers.put(name, numbers.size()));
  }

  int count() {
    return queues.length;
  }

  double share(int queue) {
    return queues[queue].share();
  }

  /** Returns the order of the jobs in the queue with this number; never null. */
  public JobOrder order(int queue) {
    JobOrder own = queues[queue].order();
    return own == null ? order : own;
  }

  /** Returns the number of the job's queue. */
  public int of(JobId job) {
    return numbers.get(of.getOrDefault(job, QueueShare.UNKNOWN).name());
  }
}
