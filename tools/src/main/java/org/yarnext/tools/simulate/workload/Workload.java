// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The jobs of a run in the order of their submission. Immutable. */
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
