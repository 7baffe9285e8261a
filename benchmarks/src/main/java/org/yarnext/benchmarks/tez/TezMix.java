// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.tez;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.jobs.SleepRun;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.minicluster.jobs.TezSession;

/**
 * Runs the DAGs of a {@link TezMixLoad} in a few Tez sessions. Each session takes the next DAG when
 * it has finished one. Each kind of DAG runs once before, so that it recurs in every system.
 */
final class TezMix {

  private final MiniCluster cluster;
  private final TezMixLoad load;
  private final List<Map<String, String>> sessions;
  private final Progress progress;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();

  /**
   * Creates a mix.
   *
   * @param sessions Tez settings of each session
   */
  TezMix(
      MiniCluster cluster, TezMixLoad load, List<Map<String, String>> sessions, Progress progress) {
    this.cluster = cluster;
    this.load = load;
    this.sessions = sessions;
    this.progress = progress;
  }

  /**
   * Runs all DAGs. Returns once they have ended. Times in the records are wall-clock milliseconds.
   */
  List<JobRecord> run() throws IOException, InterruptedException {
    List<TezSession> open = new ArrayList<>();
    try {
      for (int s = 0; s < sessions.size(); s++) {
        open.add(TezSession.start(cluster, "session " + s, sessions.get(s)));
      }
      for (TezMixLoad.Kind kind : TezMixLoad.Kind.values()) {
        progress.update("  warming up: " + kind);
        String name = "warm-up-" + kind;
        one(open.get(kind.ordinal() % open.size()), kind, -1 - kind.ordinal(), name);
      }
      return measured(open);
    } finally {
      for (TezSession session : open) {
        session.close();
      }
    }
  }

  private List<JobRecord> measured(List<TezSession> open) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(open.size());
    try {
      List<Future<List<JobRecord>>> running = new ArrayList<>();
      for (TezSession session : open) {
        running.add(threads.submit(() -> turns(session)));
      }
      List<JobRecord> records = new ArrayList<>();
      for (Future<List<JobRecord>> session : running) {
        records.addAll(session.get());
      }
      return records;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private List<JobRecord> turns(TezSession session) throws IOException, InterruptedException {
    List<JobRecord> records = new ArrayList<>();
    for (int job = next.getAndIncrement(); job < load.jobs(); job = next.getAndIncrement()) {
      Thread.sleep(load.pauseMs(job));
      records.add(one(session, load.kind(job), job, "job " + (job + 1)));
      progress.update(
          String.format(Locale.ROOT, "  %d of %d DAGs done", done.incrementAndGet(), load.jobs()));
    }
    return records;
  }

  private JobRecord one(TezSession session, TezMixLoad.Kind kind, int job, String name)
      throws IOException, InterruptedException {
    List<SleepDag.Stage> stages =
        load.stages(kind, job).stream().map(SleepDag.Stage::of).collect(Collectors.toList());
    // The name ends in a unique number, as those of recurring DAGs do: history is kept under the
    // name without it.
    int number = job + TezMixLoad.Kind.values().length;
    return new SleepRun(cluster, name, System.currentTimeMillis())
        .of(session, kind + "-" + number, stages);
  }
}
