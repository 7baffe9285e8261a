// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.LevelSeries;
import org.yarnext.tools.simulate.outcome.RateSeries;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.outcome.TaskClassResult;

/** Result of one simulation, without its raw data. Immutable. */
public final class RunResult {
  private static final int MAX_NAMES = 16;

  private final StudyCell cell;
  private final String system;
  private final long seed;
  private final long[] jobMs;

  /** Job times in the order of the workload; -1 for unfinished jobs. */
  private final long[] inOrder;

  private final long[] admittedInOrderMs;
  private final long[] startInOrderMs;
  private final int[] undersizedInOrder;
  private final long unfinished;
  private final double averageJobMs;
  private final long makespanMs;
  private final SortedMap<String, TaskClassResult> classes;
  private final SortedMap<String, Double> averageStageMs = new TreeMap<>();
  private final SortedMap<String, Double> averageByName;
  private final LevelSeries memory;
  private final LevelSeries vcores;
  private final RateSeries done;
  private final long[] finishMs;
  private final SortedMap<String, long[]> jobMsByName;
  private final SortedMap<String, Long> counters;

  public RunResult(StudyCell cell, String system, long seed, RunOutcome outcome) {
    this.cell = cell;
    this.system = system;
    this.seed = seed;
    this.jobMs =
        outcome.jobs().stream()
            .filter(JobResult::isFinished)
            .mapToLong(JobResult::runMs)
            .sorted()
            .toArray();
    this.inOrder = outcome.jobs().stream().mapToLong(JobResult::runMs).toArray();
    this.admittedInOrderMs = outcome.jobs().stream().mapToLong(JobResult::admittedMs).toArray();
    this.startInOrderMs = outcome.jobs().stream().mapToLong(JobResult::firstStartMs).toArray();
    this.undersizedInOrder = outcome.jobs().stream().mapToInt(JobResult::undersized).toArray();
    this.unfinished = outcome.unfinished();
    this.averageJobMs = outcome.averageJobMs();
    this.makespanMs = outcome.makespanMs();
    this.classes = outcome.classes();
    classes.keySet().forEach(name -> averageStageMs.put(name, outcome.averageStageMs(name)));
    this.averageByName = averages(outcome);
    this.memory = outcome.memory();
    this.vcores = outcome.vcores();
    this.done = outcome.done();
    this.finishMs =
        outcome.jobs().stream()
            .filter(JobResult::isFinished)
            .mapToLong(JobResult::finishMs)
            .sorted()
            .toArray();
    this.jobMsByName = byName(outcome, averageByName.keySet());
    this.counters = outcome.counters();
  }

  /** Returns the averages by job name if there are few names; otherwise empty. */
  private static SortedMap<String, Double> averages(RunOutcome outcome) {
    SortedMap<String, long[]> sums = new TreeMap<>();
    for (JobResult job : outcome.jobs()) {
      long[] sum = sums.computeIfAbsent(job.job().name(), name -> new long[2]);
      if (job.isFinished()) {
        sum[0] += job.runMs();
        sum[1]++;
      }
    }
    SortedMap<String, Double> averages = new TreeMap<>();
    if (sums.size() <= MAX_NAMES) {
      sums.forEach((name, sum) -> averages.put(name, sum[1] == 0 ? 0 : (double) sum[0] / sum[1]));
    }
    return Collections.unmodifiableSortedMap(averages);
  }

  private static SortedMap<String, long[]> byName(RunOutcome outcome, Set<String> names) {
    SortedMap<String, long[]> byName = new TreeMap<>();
    for (String name : names) {
      byName.put(
          name,
          outcome.jobs().stream()
              .filter(job -> job.isFinished() && job.job().name().equals(name))
              .mapToLong(JobResult::runMs)
              .sorted()
              .toArray());
    }
    return byName;
  }

  public StudyCell cell() {
    return cell;
  }

  public String system() {
    return system;
  }

  public long seed() {
    return seed;
  }

  public int jobs() {
    return jobMs.length + (int) unfinished;
  }

  /** Returns the number of jobs that did not finish before the limit. */
  public long unfinished() {
    return unfinished;
  }

  /** Returns the average time of finished jobs, in ms. */
  public double averageJobMs() {
    return averageJobMs;
  }

  /** Returns the time of a job by its index in the workload, in ms; -1 if it did not finish. */
  public long jobMsAt(int index) {
    return inOrder[index];
  }

  /** Returns the start of a job's first task, in ms since the workload's start; -1 for none. */
  public long startMsAt(int index) {
    return startInOrderMs[index];
  }

  /** Returns the end of a job's last task, in ms since the workload's start; -1 for none. */
  public long endMsAt(int index) {
    return inOrder[index] < 0 ? -1 : admittedInOrderMs[index] + inOrder[index];
  }

  /** Returns the number of starts of a job's tasks with less memory than requested. */
  public int undersizedAt(int index) {
    return undersizedInOrder[index];
  }

  /** Returns the indices of the finished jobs in the workload; a copy. */
  BitSet finished() {
    BitSet finished = new BitSet(inOrder.length);
    for (int j = 0; j < inOrder.length; j++) {
      finished.set(j, inOrder[j] >= 0);
    }
    return finished;
  }

  /**
   * Returns the average time of the jobs with these indices, which must be finished, in ms; NaN if
   * empty.
   */
  double averageJobMs(BitSet jobs) {
    return jobs.stream().mapToLong(j -> inOrder[j]).average().orElse(Double.NaN);
  }

  /**
   * Returns the maximum ratio of a job's time to its time in another run, over the jobs with these
   * indices, which both runs finished; NaN if empty.
   */
  double worstJob(BitSet jobs, RunResult base) {
    return jobs.stream()
        .filter(j -> base.inOrder[j] > 0)
        .mapToDouble(j -> (double) inOrder[j] / base.inOrder[j])
        .max()
        .orElse(Double.NaN);
  }

  /**
   * Returns a quantile of the finished jobs' times, in ms; 0 if none finished.
   *
   * @param share 0 to 1
   */
  public long jobMs(double share) {
    return (long) GainTable.quantile(Arrays.stream(jobMs).asDoubleStream().toArray(), share);
  }

  /** Returns the time from the first submission to the last end, in ms. */
  public long makespanMs() {
    return makespanMs;
  }

  /** Returns the results by task class; unmodifiable. */
  public SortedMap<String, TaskClassResult> classes() {
    return classes;
  }

  /**
   * Returns the average time of a task class's stages, from the first request to the last end, in
   * ms.
   */
  public double averageStageMs(String taskClass) {
    return averageStageMs.get(taskClass);
  }

  /** Returns the average job time by job name in ms; may be empty; unmodifiable. */
  public SortedMap<String, Double> averageByName() {
    return averageByName;
  }

  /** Returns the granted share of memory over time. */
  public LevelSeries memory() {
    return memory;
  }

  /** Returns the granted share of vcores over time. */
  public LevelSeries vcores() {
    return vcores;
  }

  /** Returns the ended tasks over time. */
  public RateSeries done() {
    return done;
  }

  /** Returns the end of each finished job, sorted, in ms since the workload's start. */
  public long[] sortedFinishMs() {
    return Arrays.copyOf(finishMs, finishMs.length);
  }

  /**
   * Returns the times of a name's finished jobs, sorted, in ms; empty if the workload has many
   * names.
   */
  public long[] sortedJobMs(String name) {
    long[] known = jobMsByName.getOrDefault(name, new long[0]);
    return Arrays.copyOf(known, known.length);
  }

  /** Returns the counters of the world; unmodifiable. */
  public SortedMap<String, Long> counters() {
    return counters;
  }
}
