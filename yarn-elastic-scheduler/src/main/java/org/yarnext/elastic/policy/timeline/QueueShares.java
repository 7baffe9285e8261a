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

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The queues of jobs, numbered by ascending name. Immutable. */
final class QueueShares {
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
  QueueShares(Map<JobId, QueueShare> of, JobOrder order) {
    this.of = of;
    this.order = order;
    Map<String, QueueShare> byName = new TreeMap<>();
    byName.put(QueueShare.UNTOLD.name(), QueueShare.UNTOLD);
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

  JobOrder order(int queue) {
    JobOrder own = queues[queue].order();
    return own == null ? order : own;
  }

  /** Returns the number of the job's queue. */
  int of(JobId job) {
    return numbers.get(of.getOrDefault(job, QueueShare.UNTOLD).name());
  }
}
