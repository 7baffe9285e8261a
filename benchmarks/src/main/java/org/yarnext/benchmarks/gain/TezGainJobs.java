// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.jobs.ConcurrentJobs;
import org.yarnext.benchmarks.jobs.SleepRun;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.minicluster.jobs.TezSession;

/**
 * Runs the jobs of a {@link GainLoad} on a cluster, each as a DAG of unmodified Tez with its own
 * Application Master.
 */
final class TezGainJobs {

  private final MiniCluster cluster;
  private final GainLoad load;
  private final Progress progress;

  TezGainJobs(MiniCluster cluster, GainLoad load, Progress progress) {
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
    String name = load.name(job);
    List<SleepDag.Stage> stages =
        load.phases(job).stream().map(TezGainJobs::stage).collect(Collectors.toList());
    long submitted = System.currentTimeMillis();
    try (TezSession session = TezSession.start(cluster, name, settings())) {
      return new SleepRun(cluster, name, submitted).of(session, name, stages);
    }
  }

  private static SleepDag.Stage stage(GainLoad.Phase phase) {
    String model = SleepModel.text(phase.model);
    return SleepDag.Stage.sized(
        ModelledSleeper.class,
        phase.memoryMb,
        phase.memoryMb - SleepModel.NON_HEAP_MB,
        phase.factors.stream()
            .map(factor -> ModelledSleeper.field(model, factor))
            .collect(Collectors.toList()));
  }

  /**
   * Makes each phase begin after the previous one has ended. Otherwise run times would include
   * waiting.
   */
  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("tez.shuffle-vertex-manager.min-src-fraction", "1.0");
    settings.put("tez.shuffle-vertex-manager.max-src-fraction", "1.0");
    return settings;
  }
}
