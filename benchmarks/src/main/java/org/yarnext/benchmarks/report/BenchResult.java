// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.minicluster.shell.AttemptRecord;

/** Result of one run of one system. */
public final class BenchResult implements Serializable {

  private static final long serialVersionUID = 1;

  public final String system;
  public final List<JobRecord> jobs;

  /** Share of the machine's CPU time that other work used, 0 to 1; NaN if unknown. */
  public final double foreignLoad;

  private final MemoryUse memory;
  private final long undersized;
  private final Map<String, Double> counts;

  public BenchResult(String system, List<JobRecord> jobs, double foreignLoad) {
    this(system, jobs, foreignLoad, new MemoryUse(Collections.emptyList()), 0);
  }

  /**
   * Creates a result without counts.
   *
   * @param undersized number of containers that got less memory than they had requested
   */
  public BenchResult(
      String system, List<JobRecord> jobs, double foreignLoad, MemoryUse memory, long undersized) {
    this(system, jobs, foreignLoad, memory, undersized, Collections.emptyMap());
  }

  /**
   * Creates a result.
   *
   * @param counts counts by name, from {@code Comparison.counting}
   */
  public BenchResult(
      String system,
      List<JobRecord> jobs,
      double foreignLoad,
      MemoryUse memory,
      long undersized,
      Map<String, Double> counts) {
    this.system = system;
    this.jobs = new ArrayList<>(jobs);
    this.foreignLoad = foreignLoad;
    this.memory = memory;
    this.undersized = undersized;
    this.counts = new LinkedHashMap<>(counts);
  }

  /** Returns a result without memory use, on a machine whose other work is unknown. */
  public static BenchResult of(String system, List<JobRecord> jobs, Map<String, Double> counts) {
    return new BenchResult(
        system, jobs, Double.NaN, new MemoryUse(Collections.emptyList()), 0, counts);
  }

  /** Returns a count by name, or NaN if there is none. */
  public double counted(String name) {
    return counts.getOrDefault(name, Double.NaN);
  }

  private Stream<AttemptRecord> attempts() {
    return jobs.stream().flatMap(j -> j.attempts.stream());
  }

  /** Returns the time of each job, in seconds, by name. */
  public Map<String, Double> jobSeconds() {
    return jobs.stream().collect(Collectors.toMap(job -> job.name, JobRecord::latencySeconds));
  }

  /**
   * Returns the mean time of some jobs, in seconds; NaN if there are none.
   *
   * @param isIncluded whether a job of a name counts
   */
  public double meanSeconds(Predicate<String> isIncluded) {
    return jobs.stream()
        .filter(job -> isIncluded.test(job.name))
        .mapToDouble(JobRecord::latencySeconds)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the result with only the jobs of the given name. */
  public BenchResult of(String job) {
    return new BenchResult(
        system,
        jobs.stream().filter(j -> j.name.equals(job)).collect(Collectors.toList()),
        foreignLoad);
  }

  private long startMs() {
    return jobs.stream().mapToLong(j -> j.submittedMs).min().orElse(0);
  }

  private long endMs() {
    return jobs.stream().mapToLong(JobRecord::endMs).max().orElse(0);
  }

  /**
   * Returns the time from the first submission of a job to the end of the last task, in seconds,
   * and at least 0.001.
   */
  public double seconds() {
    return Math.max(1, endMs() - startMs()) / 1000.0;
  }

  /**
   * Returns the mean share of the cluster's memory that was allocated to containers, 0 to 1; NaN if
   * unknown.
   */
  public double memoryGiven() {
    return memory.allocated(startMs(), endMs());
  }

  /** Returns the mean share of the cluster's memory that was reserved, 0 to 1; NaN if unknown. */
  public double memoryReserved() {
    return memory.reserved(startMs(), endMs());
  }

  /** Returns the allocated memory in percent, by seconds since the first submission of a job. */
  public ChartSeries memoryOverTime() {
    return memory.allocatedOverTime(startMs(), endMs());
  }

  /** Returns the number of under-sized containers per completed task. */
  public double undersizedShare() {
    return undersized / (double) Math.max(1, succeeded());
  }

  /** Returns the mean run time of the tasks that succeeded, in seconds. */
  public double meanRunTime() {
    return attempts()
        .filter(a -> a.end == AttemptRecord.End.SUCCEEDED)
        .mapToDouble(a -> (a.endMs - a.runStartMs) / 1000.0)
        .average()
        .orElse(Double.NaN);
  }

  public long succeeded() {
    return count(AttemptRecord.End.SUCCEEDED);
  }

  public long failed() {
    return count(AttemptRecord.End.FAILED);
  }

  private long count(AttemptRecord.End end) {
    return attempts().filter(a -> a.end == end).count();
  }

  /**
   * Returns the completed tasks per second, from the first submission of a job to the end of the
   * last task.
   */
  public double tasksPerSecond() {
    return succeeded() / seconds();
  }

  public double jobsPerMinute() {
    return 60 * jobs.size() / seconds();
  }

  /**
   * Returns a percentile of the jobs' times from submission to the end of the last task, in
   * seconds.
   */
  public double jobLatency(double percentile) {
    return percentile(jobs.stream().mapToDouble(JobRecord::latencySeconds).toArray(), percentile);
  }

  public double meanJobLatency() {
    return jobs.stream().mapToDouble(JobRecord::latencySeconds).average().orElse(Double.NaN);
  }

  /**
   * Returns a percentile of the times from request to start of the command, in seconds, over the
   * attempts that ran.
   */
  public double waited(double percentile) {
    return percentile(
        attempts()
            .filter(AttemptRecord::ran)
            .mapToDouble(AttemptRecord::totalWaitSeconds)
            .toArray(),
        percentile);
  }

  /** Returns the number of attempts that YARN stopped in a node's queue, per completed task. */
  public double dequeueRate() {
    return attempts().filter(a -> a.end == AttemptRecord.End.KILLED && !a.ran()).count()
        / (double) Math.max(1, succeeded());
  }

  /** Returns the number of attempts that YARN stopped while they were running. */
  public double stopped() {
    return attempts().filter(a -> a.end == AttemptRecord.End.KILLED && a.ran()).count();
  }

  public double stoppedPerTask() {
    return stopped() / Math.max(1, succeeded());
  }

  /** Returns the mean number of slots that were busy with attempts that succeeded. */
  public double slotsDone() {
    return busySeconds(AttemptRecord.End.SUCCEEDED) / seconds();
  }

  /** Returns the mean number of slots that were busy with attempts that were stopped. */
  public double slotsLost() {
    return busySeconds(AttemptRecord.End.KILLED) / seconds();
  }

  private double busySeconds(AttemptRecord.End end) {
    return attempts()
        .filter(a -> a.end == end && a.ran())
        .mapToDouble(a -> (a.endMs - a.runStartMs) / 1000.0)
        .sum();
  }

  private static double percentile(double[] values, double p) {
    return values.length == 0 ? Double.NaN : StatUtils.percentile(values, p);
  }
}
