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

/** Everything measured on one cluster. */
final class Measurements implements Serializable {

  private static final long serialVersionUID = 1;

  final String cluster;
  final List<JobRecord> jobs;
  final List<AttemptRecord> guaranteed;
  final WordCountResult mapReduce;
  final WordCountResult tez;

  /** Of the ResourceManager. */
  final String webAddress;

  /** Work of others on the machine meanwhile, as a share of what it can do; NaN if unknown. */
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

  /** Of the shell jobs: opportunistic ones. */
  Stream<AttemptRecord> opportunistic() {
    return jobs.stream().flatMap(j -> j.attempts.stream());
  }

  /** Finished tasks of the shell jobs a second, from the first submission to the last end. */
  double tasksPerSecond() {
    long start = jobs.stream().mapToLong(j -> j.submittedMs).min().orElse(0);
    long end = jobs.stream().mapToLong(JobRecord::endMs).max().orElse(0);
    return end == start ? 0 : succeeded() * 1000.0 / (end - start);
  }

  long succeeded() {
    return opportunistic().filter(a -> a.end == AttemptRecord.End.SUCCEEDED).count();
  }

  /** Shell tasks, of both kinds, whose command failed. */
  List<AttemptRecord> failed() {
    return all().stream()
        .filter(a -> a.end == AttemptRecord.End.FAILED)
        .collect(Collectors.toList());
  }

  /** Opportunistic attempts that YARN stopped after they had begun to work. */
  long stoppedRunning() {
    return opportunistic().filter(a -> a.end == AttemptRecord.End.KILLED && a.ran()).count();
  }

  /** Opportunistic attempts that YARN stopped in a node's queue; no work is lost. */
  long stoppedQueued() {
    return opportunistic().filter(a -> a.end == AttemptRecord.End.KILLED && !a.ran()).count();
  }

  /** What the attempts stopped while running had run, all together. */
  double lostSeconds() {
    return opportunistic()
        .filter(a -> a.end == AttemptRecord.End.KILLED && a.ran())
        .mapToDouble(a -> (a.endMs - a.runStartMs) / 1000.0)
        .sum();
  }

  double[] jobLatencies() {
    return jobs.stream().mapToDouble(JobRecord::latencySeconds).toArray();
  }

  /** Node queue waits of the opportunistic attempts that ran. */
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

  /** All attempts, of both kinds. */
  List<AttemptRecord> all() {
    List<AttemptRecord> all = new ArrayList<>(guaranteed);
    opportunistic().forEach(all::add);
    return all;
  }
}
