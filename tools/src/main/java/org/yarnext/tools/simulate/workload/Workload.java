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
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Jobs in the order of their submission. Immutable. */
public final class Workload {
  private final String name;
  private final List<SimJob> jobs;

  /**
   * @param jobs in any order, with different ids; not empty
   */
  public Workload(String name, List<SimJob> jobs) {
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException("workload " + name + " has no jobs");
    }
    List<SimJob> sorted = new ArrayList<>(jobs);
    sorted.sort(Comparator.comparingLong(SimJob::submitMs).thenComparingInt(SimJob::id));
    Set<Integer> ids = new HashSet<>();
    for (SimJob job : sorted) {
      if (!ids.add(job.id())) {
        throw new IllegalArgumentException("workload " + name + " has two jobs " + job.id());
      }
    }
    this.name = name;
    this.jobs = Collections.unmodifiableList(sorted);
  }

  public String name() {
    return name;
  }

  /** Returns the jobs by submission, then by id; unmodifiable. */
  public List<SimJob> jobs() {
    return jobs;
  }

  /** Returns the number of tasks of all jobs. */
  public int tasks() {
    return jobs.stream().mapToInt(SimJob::tasks).sum();
  }
}
