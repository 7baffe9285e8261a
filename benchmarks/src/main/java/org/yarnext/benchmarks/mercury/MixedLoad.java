// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.TaskDurations;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Load of the policing experiment: guaranteed tasks whose number follows a {@code
 * GuaranteedDemand}, and always more opportunistic tasks than fit. It runs for a given time.
 */
public final class MixedLoad {

  public static final String GUARANTEED = "guaranteed";
  public static final String OPPORTUNISTIC = "opportunistic";

  private static final int MASTER_HEARTBEAT_MS = 500;
  private static final int TURN_MS = 250;

  /** Number of opportunistic tasks per slot that are requested and have not ended. */
  private static final double AT_HAND = 2;

  private final MiniCluster cluster;
  private final BenchOptions options;
  private final Progress progress;
  private final Random random;

  MixedLoad(MiniCluster cluster, BenchOptions options, Progress progress) {
    this.cluster = cluster;
    this.options = options;
    this.progress = progress;
    this.random = new Random(options.seed);
  }

  /** Runs the load. Returns a record of each kind, with the tasks that ended after the warm-up. */
  List<JobRecord> run() throws IOException, InterruptedException {
    int slots = options.nodes * options.slots;
    try (ShellWorkload guaranteed = ShellWorkload.start(cluster, GUARANTEED, MASTER_HEARTBEAT_MS);
        ShellWorkload opportunistic =
            ShellWorkload.start(cluster, OPPORTUNISTIC, MASTER_HEARTBEAT_MS)) {
      long start = System.currentTimeMillis();
      long measured = start + options.warmUpSeconds() * 1000L;
      long end = measured + options.seconds * 1000L;
      while (System.currentTimeMillis() < end) {
        double seconds = (System.currentTimeMillis() - start) / 1000.0;
        double wanted = slots * options.demand.share(seconds, options.burstInterval);
        topUp(guaranteed, (int) Math.round(wanted), true);
        topUp(opportunistic, (int) Math.round(slots * AT_HAND), false);
        progress.update(
            String.format(
                Locale.ROOT,
                "  %3.0f of %d s: %s",
                seconds,
                (end - start) / 1000,
                opportunistic.toString()));
        Thread.sleep(TURN_MS);
      }
      return Arrays.asList(
          record(GUARANTEED, guaranteed, measured, end),
          record(OPPORTUNISTIC, opportunistic, measured, end));
    }
  }

  private void topUp(ShellWorkload workload, int wanted, boolean isGuaranteed) {
    int atHand =
        workload.attempts().size()
            - (int) workload.attempts().stream().filter(a -> a.completedMs() > 0).count();
    for (int i = atHand; i < wanted; i++) {
      workload.submit(
          isGuaranteed
              ? ShellTask.guaranteed(TaskDurations.sleep(options.mixedTaskSeconds, 0.5, random))
              : options.durations.task(options.mixedTaskSeconds, random));
    }
  }

  private static JobRecord record(String name, ShellWorkload workload, long fromMs, long toMs) {
    return new JobRecord(
        name,
        fromMs,
        workload.attempts().stream()
            .filter(MixedLoad::ended)
            .map(a -> AttemptRecord.of(a, 0))
            .filter(a -> a.endMs >= fromMs && a.endMs <= toMs)
            .collect(Collectors.toList()));
  }

  private static boolean ended(Attempt a) {
    return a.completedMs() > 0;
  }
}
