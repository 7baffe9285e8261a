// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;

/** Runs the jobs of a load, a few at a time, each with its own Application Master. */
public final class JobStream {

  private static final int MASTER_HEARTBEAT_MS = 1000;
  private static final long POLL_MS = 100;
  private static final long TIMEOUT_MS = 1_800_000;

  private final BenchSystem system;
  private final MiniCluster cluster;
  private final YarnClient yarn;
  private final Progress progress;

  public JobStream(BenchSystem system, MiniCluster cluster, YarnClient yarn, Progress progress) {
    this.system = system;
    this.cluster = cluster;
    this.yarn = yarn;
    this.progress = progress;
  }

  /** Runs all jobs of the load. Returns once they have ended. */
  public List<JobRecord> run(BenchLoad load) throws IOException, InterruptedException {
    Map<String, ShellJob> running = new LinkedHashMap<>();
    List<JobRecord> done = new ArrayList<>();
    long start = System.currentTimeMillis();
    int submitted = 0;
    while (done.size() < load.jobs) {
      while (submitted < load.jobs && running.size() < load.atOnce) {
        List<ShellTask> tasks = load.tasks(submitted, system.type);
        String name = "job " + ++submitted;
        running.put(name, ShellJob.submit(cluster, yarn, name, MASTER_HEARTBEAT_MS, tasks));
      }
      Thread.sleep(POLL_MS);
      for (Iterator<Map.Entry<String, ShellJob>> i = running.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<String, ShellJob> job = i.next();
        if (job.getValue().ended()) {
          done.add(
              new JobRecord(job.getKey(), job.getValue().submittedMs, job.getValue().records()));
          i.remove();
        }
      }
      long seconds = (System.currentTimeMillis() - start) / 1000;
      progress.update(
          String.format(
              Locale.ROOT,
              "  %s: %3d s, %d of %d jobs done",
              system.label,
              seconds,
              done.size(),
              load.jobs));
      if (seconds * 1000 > TIMEOUT_MS) {
        throw new IllegalStateException("Not finished within " + TIMEOUT_MS / 1000 + " s");
      }
    }
    return done;
  }
}
