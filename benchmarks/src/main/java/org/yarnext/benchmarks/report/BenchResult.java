// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.minicluster.shell.AttemptRecord;

/** What one run on one system gave. */
public final class BenchResult implements Serializable {

  private static final long serialVersionUID = 1;

  public final String system;
  public final List<JobRecord> jobs;

  /** Other work on the machine meanwhile; NaN if unknown. */
  public final double foreignLoad;

  private final MemoryUse memory;
  private final long undersized;
  private final Map<String, Double> counts;

  public BenchResult(String system, List<JobRecord> jobs, double foreignLoad) {
    this(system, jobs, foreignLoad, new MemoryUse(Collections.emptyList()), 0);
  }

  /** {@code undersized}: containers that were given less memory than they asked for. */
  public BenchResult(
      String system, List<JobRecord> jobs, double foreignLoad, MemoryUse memory, long undersized) {
    this(system, jobs, foreignLoad, memory, undersized, Collections.emptyMap());
  }

  /** {@code counts}: what {@link Comparison#counting} gave. */
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

  /** What was counted under a name; NaN if nothing was. */
  public double counted(String name) {
    return counts.getOrDefault(name, Double.NaN);
  }

  private Stream<AttemptRecord> attempts() {
    return jobs.stream().flatMap(j -> j.attempts.stream());
  }

  /** The result of one of the jobs alone. */
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

  /** From the first submission of a job to the end of the last task. */
  public double seconds() {
    return Math.max(1, endMs() - startMs()) / 1000.0;
  }

  /** The cluster's memory that was given to containers, on average, as a share. */
  public double memoryGiven() {
    return memory.allocated(startMs(), endMs());
  }

  /** The cluster's memory that was reserved, on average, as a share. */
  public double memoryReserved() {
    return memory.reserved(startMs(), endMs());
  }

  /** In per cent, by seconds since the first submission of a job. */
  public Series memoryOverTime() {
    return memory.allocatedOverTime(startMs(), endMs());
  }

  /** Containers given less memory than they asked for, per finished task. */
  public double undersizedShare() {
    return undersized / (double) Math.max(1, succeeded());
  }

  /** In seconds, of the tasks that succeeded. */
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

  /** Finished tasks a second, from the first submission of a job to the end of the last task. */
  public double tasksPerSecond() {
    return succeeded() / seconds();
  }

  public double jobsPerMinute() {
    return 60 * jobs.size() / seconds();
  }

  /** In seconds, from submission to the end of the last task. */
  public double jobLatency(double percentile) {
    return percentile(jobs.stream().mapToDouble(JobRecord::latencySeconds).toArray(), percentile);
  }

  public double meanJobLatency() {
    return jobs.stream().mapToDouble(JobRecord::latencySeconds).average().orElse(Double.NaN);
  }

  /** In seconds, from the ask to the first line of the command, of those that ran. */
  public double waited(double percentile) {
    return percentile(
        attempts()
            .filter(AttemptRecord::ran)
            .mapToDouble(AttemptRecord::totalWaitSeconds)
            .toArray(),
        percentile);
  }

  /** Attempts that YARN stopped in a node's queue, per finished task. */
  public double dequeueRate() {
    return attempts().filter(a -> a.end == AttemptRecord.End.KILLED && !a.ran()).count()
        / (double) Math.max(1, succeeded());
  }

  /** Attempts that YARN stopped while they ran. */
  public double stopped() {
    return attempts().filter(a -> a.end == AttemptRecord.End.KILLED && a.ran()).count();
  }

  public double stoppedPerTask() {
    return stopped() / Math.max(1, succeeded());
  }

  /** Slots kept busy on average with attempts that succeeded. */
  public double slotsDone() {
    return busySeconds(AttemptRecord.End.SUCCEEDED) / seconds();
  }

  /** Slots kept busy on average with attempts that were stopped. */
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
