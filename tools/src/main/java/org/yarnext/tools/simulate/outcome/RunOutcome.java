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
package org.yarnext.tools.simulate.outcome;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/** Outcome of one run: enough for each figure, small enough for thousands of nodes. Immutable. */
public final class RunOutcome {
  private final List<JobResult> jobs;
  private final SortedMap<String, TaskClassResult> classes;
  private final LevelSeries memory;
  private final LevelSeries vcores;
  private final RateSeries done;
  private final SortedMap<String, Long> counters;

  RunOutcome(
      List<JobResult> jobs,
      SortedMap<String, TaskClassResult> classes,
      LevelSeries memory,
      LevelSeries vcores,
      RateSeries done,
      SortedMap<String, Long> counters) {
    this.jobs = Collections.unmodifiableList(jobs);
    this.classes = Collections.unmodifiableSortedMap(classes);
    this.memory = memory;
    this.vcores = vcores;
    this.done = done;
    this.counters = Collections.unmodifiableSortedMap(counters);
  }

  /** In the order of the workload; unmodifiable. */
  public List<JobResult> jobs() {
    return jobs;
  }

  /** By task class; unmodifiable. */
  public SortedMap<String, TaskClassResult> classes() {
    return classes;
  }

  /** The share of the cluster's memory that tasks had been granted, 0 to 1, over time. */
  public LevelSeries memory() {
    return memory;
  }

  /** The same of vcores; above 1 where a system does not count them. */
  public LevelSeries vcores() {
    return vcores;
  }

  /** The tasks that ended, over time. */
  public RateSeries done() {
    return done;
  }

  /** What else the world counted, by name; unmodifiable. */
  public SortedMap<String, Long> counters() {
    return counters;
  }

  /** How many jobs did not finish before the limit. */
  public long unfinished() {
    return jobs.stream().filter(job -> !job.finished()).count();
  }

  /** The average time of jobs that finished, in ms; 0 if none did. */
  public double averageJobMs() {
    return jobs.stream()
        .filter(JobResult::finished)
        .mapToLong(JobResult::runMs)
        .average()
        .orElse(0);
  }

  /**
   * How long the stages of a task class took on average, from the first ask to the last end, in ms;
   * 0 if none finished.
   *
   * @param taskClass their name
   */
  public double averageStageMs(String taskClass) {
    return jobs.stream()
        .flatMap(job -> job.stages().stream())
        .filter(stage -> stage.name().equals(taskClass) && stage.finishMs() >= 0)
        .mapToLong(stage -> stage.finishMs() - stage.askedMs())
        .average()
        .orElse(0);
  }

  /** From the first submission to the last end, in ms. */
  public long makespanMs() {
    long last = jobs.stream().mapToLong(JobResult::finishMs).max().orElse(0);
    return Math.max(0, last - jobs.get(0).job().submitMs());
  }
}
