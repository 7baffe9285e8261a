// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.jobs.ConcurrentJobs;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** Runs the jobs of a {@link GainLoad} as shell tasks, each at its arrival time. */
final class GainJobs {

  private static final int MASTER_HEARTBEAT_MS = 500;
  private static final long TIMEOUT_MS = 1_800_000;

  private final MiniCluster cluster;
  private final GainLoad load;
  private final Progress progress;

  GainJobs(MiniCluster cluster, GainLoad load, Progress progress) {
    this.cluster = cluster;
    this.load = load;
    this.progress = progress;
  }

  /**
   * Runs all jobs. Returns once they have ended. Times in the records are wall-clock milliseconds.
   */
  List<JobRecord> run() throws IOException, InterruptedException {
    return ConcurrentJobs.arriving(load.jobs(), load::arrivalMs, this::run, progress);
  }

  private JobRecord run(int job) throws IOException, InterruptedException {
    long submitted = System.currentTimeMillis();
    try (ShellWorkload workload =
        ShellWorkload.start(cluster, load.name(job), MASTER_HEARTBEAT_MS)) {
      for (GainLoad.Phase phase : load.phases(job)) {
        workload.submit(tasks(phase));
        workload.awaitEnd(TIMEOUT_MS);
      }
      return new JobRecord(
          load.name(job),
          submitted,
          workload.attempts().stream()
              .map(a -> AttemptRecord.of(a, 0))
              .collect(Collectors.toCollection(ArrayList::new)));
    }
  }

  private static List<ShellTask> tasks(GainLoad.Phase phase) {
    return phase.factors.stream()
        .map(
            factor ->
                ShellTask.guaranteed(SleepingTask.command(phase.model, factor))
                    .priority(phase.priority)
                    .size(phase.memoryMb, 1)
                    .environment(SleepingTask.OPTIONS, SleepingTask.heapOption(phase.memoryMb)))
        .collect(Collectors.toList());
  }
}
