// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Runs the {@link Scenario} and two word counts, one on MapReduce and one on Tez, on a cluster, and
 * returns the measurements.
 */
final class ScenarioRun {

  private static final int HEARTBEAT_MS = 250;
  private static final long TIMEOUT_MS = 240_000;
  private static final long POLL_MS = 20;
  private static final long SHOW_EVERY_MS = 500;
  private static final int WARM_UP_TASKS = 32;
  private static final int GUARANTEED_PRIORITY = 1;

  private final Scenario scenario;
  private final Path text;
  private final Progress progress;
  private long shownMs;

  ScenarioRun(Scenario scenario, Path text, Progress progress) {
    this.scenario = scenario;
    this.text = text;
    this.progress = progress;
  }

  Measurements on(MiniCluster cluster, String name) throws IOException, InterruptedException {
    warmUp(cluster);
    // Registered before the clock starts, so that only requests are measured and not the start of
    // applications.
    List<ShellWorkload> jobs = new ArrayList<>();
    ExecutorService background = Executors.newFixedThreadPool(2);
    try (ShellWorkload guaranteed =
        ShellWorkload.start(cluster, "guaranteed trickle", HEARTBEAT_MS)) {
      for (Scenario.Job job : scenario.jobs) {
        jobs.add(ShellWorkload.start(cluster, job.name, HEARTBEAT_MS));
      }
      MachineLoad load = new MachineLoad();
      long origin = System.currentTimeMillis();
      Future<WordCountResult> mapReduce =
          background.submit(
              () ->
                  new MapReduceWordCount(cluster)
                      .run(text, cluster.workDir().resolve("mapreduce-output"), TIMEOUT_MS));
      Future<WordCountResult> tez =
          background.submit(
              () -> new TezWordCount(cluster).run(text, cluster.workDir().resolve("tez-output")));
      submitAll(origin, jobs, guaranteed, name);
      awaitAll(origin, jobs, guaranteed, mapReduce, tez, name);
      List<JobRecord> records = new ArrayList<>();
      for (int j = 0; j < jobs.size(); j++) {
        Scenario.Job job = scenario.jobs.get(j);
        records.add(new JobRecord(job.name, job.arrivalMs, records(jobs.get(j), origin)));
      }
      return new Measurements(
          name,
          records,
          records(guaranteed, origin),
          result(mapReduce),
          result(tez),
          cluster.webAddress(),
          load.foreignShare());
    } finally {
      background.shutdownNow();
      for (ShellWorkload job : jobs) {
        job.close();
      }
    }
  }

  /** Runs short tasks first, so that the daemons have loaded and compiled most of their code. */
  private void warmUp(MiniCluster cluster) throws IOException {
    progress.update("  warming up");
    try (ShellWorkload workload = ShellWorkload.start(cluster, "warm-up", HEARTBEAT_MS)) {
      workload.submit(
          Collections.nCopies(WARM_UP_TASKS, ShellTask.opportunistic("true").priority(2)));
      workload.submit(Collections.nCopies(WARM_UP_TASKS / 4, ShellTask.guaranteed("true")));
      workload.awaitEnd(TIMEOUT_MS);
    }
  }

  private void submitAll(
      long origin, List<ShellWorkload> jobs, ShellWorkload guaranteed, String name)
      throws InterruptedException {
    int nextJob = 0;
    int nextGuaranteed = 0;
    ShellTask brief =
        ShellTask.guaranteed(ShellTask.sleep(scenario.guaranteedSeconds()))
            .priority(GUARANTEED_PRIORITY);
    while (nextJob < jobs.size() || nextGuaranteed < scenario.guaranteedArrivalsMs.size()) {
      long now = System.currentTimeMillis() - origin;
      if (nextJob < jobs.size() && scenario.jobs.get(nextJob).arrivalMs <= now) {
        jobs.get(nextJob).submit(tasks(scenario.jobs.get(nextJob)));
        nextJob++;
      } else if (nextGuaranteed < scenario.guaranteedArrivalsMs.size()
          && scenario.guaranteedArrivalsMs.get(nextGuaranteed) <= now) {
        guaranteed.submit(brief);
        nextGuaranteed++;
      } else {
        show(origin, jobs, name);
        Thread.sleep(POLL_MS);
      }
    }
  }

  private static List<ShellTask> tasks(Scenario.Job job) {
    return job.taskSeconds.stream()
        .map(seconds -> ShellTask.opportunistic(ShellTask.sleep(seconds)))
        .collect(Collectors.toList());
  }

  private void awaitAll(
      long origin,
      List<ShellWorkload> jobs,
      ShellWorkload guaranteed,
      Future<?> mapReduce,
      Future<?> tez,
      String name)
      throws InterruptedException {
    List<ShellWorkload> all = new ArrayList<>(jobs);
    all.add(guaranteed);
    for (ShellWorkload workload : all) {
      while (!workload.ended()) {
        if (System.currentTimeMillis() - origin > TIMEOUT_MS) {
          throw new IllegalStateException(
              "Not finished within " + TIMEOUT_MS / 1000 + " s: " + workload);
        }
        show(origin, jobs, name);
        Thread.sleep(POLL_MS);
      }
    }
    while (!mapReduce.isDone() || !tez.isDone()) {
      progress.update("  " + name + ": all shell tasks done, waiting for MapReduce and Tez");
      Thread.sleep(POLL_MS);
    }
  }

  private void show(long origin, List<ShellWorkload> jobs, String name) {
    long now = System.currentTimeMillis();
    if (now - shownMs < SHOW_EVERY_MS) {
      return;
    }
    shownMs = now;
    int done = 0;
    int running = 0;
    int queued = 0;
    for (ShellWorkload job : jobs) {
      done += job.count(Attempt.State.SUCCEEDED);
      running += job.count(Attempt.State.RUNNING);
      queued += job.count(Attempt.State.QUEUED);
    }
    progress.update(
        String.format(
            Locale.ROOT,
            "  %s: %3d s, %d of %d shell tasks done, %d running, %d queued at nodes",
            name,
            (now - origin) / 1000,
            done,
            scenario.opportunisticTasks(),
            running,
            queued));
  }

  private static List<AttemptRecord> records(ShellWorkload workload, long origin) {
    return workload.attempts().stream()
        .map(a -> AttemptRecord.of(a, origin))
        .collect(Collectors.toList());
  }

  private static WordCountResult result(Future<WordCountResult> job) throws InterruptedException {
    try {
      return job.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
  }
}
