// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.shell.AttemptRecord;

/** Measurements of one cluster in Mercury's demo, written by its process and read by the demo's. */
final class Measurements implements Serializable {

  private static final long serialVersionUID = 1;

  final String cluster;
  final List<JobRecord> jobs;
  final List<AttemptRecord> guaranteed;
  final WordCountResult mapReduce;
  final WordCountResult tez;

  /** URL of the ResourceManager's web server. */
  final String webAddress;

  /** Share of the machine's CPU time that other work used, 0 to 1; NaN if unknown. */
  final double foreignLoad;

  Measurements(
      String cluster,
      List<JobRecord> jobs,
      List<AttemptRecord> guaranteed,
      WordCountResult mapReduce,
      WordCountResult tez,
      String webAddress,
      double foreignLoad) {
    this.cluster = cluster;
    this.jobs = Collections.unmodifiableList(jobs);
    this.guaranteed = Collections.unmodifiableList(guaranteed);
    this.mapReduce = mapReduce;
    this.tez = tez;
    this.webAddress = webAddress;
    this.foreignLoad = foreignLoad;
  }

  /** Returns the attempts of the shell jobs, all of which are opportunistic. */
  Stream<AttemptRecord> opportunistic() {
    return jobs.stream().flatMap(j -> j.attempts.stream());
  }

  /**
   * Returns the shell jobs' completed tasks per second, from the first submission to the last end.
   */
  double tasksPerSecond() {
    long start = jobs.stream().mapToLong(j -> j.submittedMs).min().orElse(0);
    long end = jobs.stream().mapToLong(JobRecord::endMs).max().orElse(0);
    return end == start ? 0 : succeeded() * 1000.0 / (end - start);
  }

  long succeeded() {
    return opportunistic().filter(a -> a.end == AttemptRecord.End.SUCCEEDED).count();
  }

  /** Returns the failed attempts of shell tasks, opportunistic and guaranteed. */
  List<AttemptRecord> failed() {
    return all().stream()
        .filter(a -> a.end == AttemptRecord.End.FAILED)
        .collect(Collectors.toList());
  }

  /** Returns the number of opportunistic attempts that YARN stopped while they were running. */
  long stoppedRunning() {
    return opportunistic().filter(a -> a.end == AttemptRecord.End.KILLED && a.ran()).count();
  }

  /**
   * Returns the number of opportunistic attempts that YARN stopped in a node's queue, where no work
   * is lost.
   */
  long stoppedQueued() {
    return opportunistic().filter(a -> a.end == AttemptRecord.End.KILLED && !a.ran()).count();
  }

  /** Returns the total run time of the attempts that YARN stopped while they were running. */
  double lostSeconds() {
    return opportunistic()
        .filter(a -> a.end == AttemptRecord.End.KILLED && a.ran())
        .mapToDouble(a -> (a.endMs - a.runStartMs) / 1000.0)
        .sum();
  }

  double[] jobLatencies() {
    return jobs.stream().mapToDouble(JobRecord::latencySeconds).toArray();
  }

  /** Returns the node queue waits of the opportunistic attempts that ran. */
  double[] queueWaits() {
    return values(opportunistic(), AttemptRecord::queueWaitSeconds);
  }

  double[] guaranteedWaits() {
    return values(guaranteed.stream(), AttemptRecord::totalWaitSeconds);
  }

  private static double[] values(
      Stream<AttemptRecord> attempts, ToDoubleFunction<AttemptRecord> value) {
    return attempts.filter(AttemptRecord::ran).mapToDouble(value).toArray();
  }

  /** Returns the attempts of all shell tasks, opportunistic and guaranteed. */
  List<AttemptRecord> all() {
    List<AttemptRecord> all = new ArrayList<>(guaranteed);
    opportunistic().forEach(all::add);
    return all;
  }
}
