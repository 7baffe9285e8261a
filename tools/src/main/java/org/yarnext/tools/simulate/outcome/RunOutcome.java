// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * Outcome of one run with all data that figures need, small enough for runs of thousands of nodes.
 * Immutable.
 */
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

  /** Returns the jobs in the workload's order; unmodifiable. */
  public List<JobResult> jobs() {
    return jobs;
  }

  /** Returns the results by task class; unmodifiable. */
  public SortedMap<String, TaskClassResult> classes() {
    return classes;
  }

  /** Returns the share of the cluster's memory that was granted to tasks, 0 to 1, over time. */
  public LevelSeries memory() {
    return memory;
  }

  /**
   * Returns the share of vcores that was granted, over time; above 1 if the system does not count
   * vcores.
   */
  public LevelSeries vcores() {
    return vcores;
  }

  /** Returns the ended tasks over time. */
  public RateSeries done() {
    return done;
  }

  /** Returns further counters of the world by name; unmodifiable. */
  public SortedMap<String, Long> counters() {
    return counters;
  }

  /** Returns the number of jobs that did not finish before the limit. */
  public long unfinished() {
    return jobs.stream().filter(job -> !job.isFinished()).count();
  }

  /** Returns the average run time of finished jobs, in ms; 0 if none finished. */
  public double averageJobMs() {
    return jobs.stream()
        .filter(JobResult::isFinished)
        .mapToLong(JobResult::runMs)
        .average()
        .orElse(0);
  }

  /**
   * Returns the average time of the finished stages of a task class, from the first request to the
   * last end, in ms; 0 if none finished.
   *
   * @param taskClass name of the stages
   */
  public double averageStageMs(String taskClass) {
    return jobs.stream()
        .flatMap(job -> job.stages().stream())
        .filter(stage -> stage.name().equals(taskClass) && stage.finishMs() >= 0)
        .mapToLong(stage -> stage.finishMs() - stage.requestedMs())
        .average()
        .orElse(0);
  }

  /** Returns the time from the first submission to the last end, in ms. */
  public long makespanMs() {
    long last = jobs.stream().mapToLong(JobResult::finishMs).max().orElse(0);
    return Math.max(0, last - jobs.get(0).job().submitMs());
  }
}
