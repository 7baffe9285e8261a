// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.minicluster.jobs.TezSession;
import org.yarnext.minicluster.shell.AttemptRecord;

/**
 * Runs a DAG of sleeping tasks, creates its record from the tasks' files, and checks that all tasks
 * have slept.
 */
public final class SleepRun {
  private final Path records;
  private final String name;
  private final long submittedMs;

  /**
   * Creates a run.
   *
   * @param name name of the record, unique in the cluster
   * @param submittedMs start of the job, in wall-clock ms
   */
  public SleepRun(MiniCluster cluster, String name, long submittedMs) {
    this.records = cluster.workDir().resolve("sleeps").resolve(name);
    this.name = name;
    this.submittedMs = submittedMs;
  }

  /**
   * Runs the DAG. Returns once it has ended. If it failed, the record contains a failed attempt
   * with the reason.
   */
  public JobRecord of(TezSession session, String dag, List<SleepDag.Stage> stages)
      throws IOException, InterruptedException {
    String failure = "";
    try {
      session.run(SleepDag.of(dag, records, stages));
    } catch (IllegalStateException e) {
      failure = e.getMessage();
    }
    int tasks = stages.stream().mapToInt(SleepDag.Stage::tasks).sum();
    return record(name, submittedMs, tasks, SleepDag.read(records), failure);
  }

  /**
   * Creates the record of a DAG.
   *
   * @param tasks number of tasks of the DAG
   * @param failure reason of a failure, or empty
   */
  public static JobRecord record(
      String name, long submittedMs, int tasks, List<SleepDag.Sleep> sleeps, String failure) {
    List<AttemptRecord> attempts = new ArrayList<>();
    Set<String> ended = new HashSet<>();
    for (SleepDag.Sleep sleep : sleeps) {
      boolean toItsEnd = sleep.endMs > 0 && ended.add(sleep.task);
      attempts.add(
          new AttemptRecord(
              submittedMs,
              submittedMs,
              sleep.startMs,
              toItsEnd ? sleep.endMs : sleep.startMs,
              toItsEnd ? AttemptRecord.End.SUCCEEDED : AttemptRecord.End.KILLED,
              ""));
    }
    String why =
        !failure.isEmpty()
            ? failure
            : ended.size() == tasks ? "" : ended.size() + " of " + tasks + " tasks slept";
    if (!why.isEmpty()) {
      attempts.add(
          new AttemptRecord(
              submittedMs, submittedMs, -1, submittedMs, AttemptRecord.End.FAILED, why));
    }
    return new JobRecord(name, submittedMs, attempts);
  }
}
