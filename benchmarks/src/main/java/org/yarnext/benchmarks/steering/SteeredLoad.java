// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.experiment.SteeringOptions;
import org.yarnext.benchmarks.jobs.ConcurrentJobs;
import org.yarnext.benchmarks.jobs.SmallTaskJob;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Runs one job of each {@link SteeredJob} at the same time, beside a container that uses all
 * processors of the last node (MROrchestrator, section IV).
 */
public final class SteeredLoad {
  private static final int HOG_MB = 128;
  private static final int HOG_HEARTBEAT_MS = 500;
  private static final long HOG_TIMEOUT_MS = 60_000;
  private static final long TIMEOUT_MS = 900_000;

  private final MiniCluster cluster;
  private final SteeringOptions options;
  private final long seed;
  private final Path inputs;
  private final Progress progress;

  /**
   * Creates a load.
   *
   * @param inputs directory of {@link #writeInputs}
   */
  SteeredLoad(
      MiniCluster cluster, SteeringOptions options, long seed, Path inputs, Progress progress) {
    this.cluster = cluster;
    this.options = options;
    this.seed = seed;
    this.inputs = inputs;
    this.progress = progress;
  }

  /** Writes the inputs that all runs read, unless an earlier run has written them. */
  static void writeInputs(Path inputs, SteeringOptions options, long seed) throws IOException {
    for (SteeredJob job : SteeredJob.values()) {
      Path input = inputs.resolve(job.name());
      if (!Files.isDirectory(input)) {
        Path part = inputs.resolve(job.name() + ".part");
        FileUtil.fullyDelete(part.toFile());
        job.write(part, options.shares(), seed);
        Files.move(part, input);
      }
    }
  }

  /**
   * Runs all jobs. Returns once they have ended. Times in the records are wall-clock milliseconds.
   */
  List<JobRecord> run() throws IOException, InterruptedException {
    if (options.hog == 0) {
      return runJobs();
    }
    Path end = cluster.workDir().resolve("hog-ends");
    try (ShellWorkload hog = ShellWorkload.start(cluster, "hog", HOG_HEARTBEAT_MS)) {
      hog.submit(
          ShellTask.guaranteed(hogCommand(options.hog, end, hogUsed()))
              .size(HOG_MB, options.hog)
              .on(cluster.host(cluster.size() - 1)));
      hog.await(Attempt.State.RUNNING, 1, HOG_TIMEOUT_MS);
      List<JobRecord> jobs = runJobs();
      Files.createFile(end);
      hog.awaitEnd(HOG_TIMEOUT_MS);
      return jobs;
    }
  }

  /**
   * Returns the file with the CPU time of the hog. It exists once the hog has ended, if there was
   * one.
   */
  Path hogUsed() {
    return cluster.workDir().resolve("hog-used");
  }

  /**
   * Returns the command of a hog, which ends by itself: the CPU time of killed processes would
   * count as other work on the machine.
   */
  public static String hogCommand(int processors, Path end, Path used) {
    return String.format(
        Locale.ROOT,
        "for p in $(seq %d); do (i=0; while [ $((i %% 10000)) -ne 0 ] || [ ! -e '%s' ];"
            + " do i=$((i + 1)); done) & done; wait; times > '%s'",
        processors,
        end,
        used);
  }

  private List<JobRecord> runJobs() throws IOException, InterruptedException {
    List<Callable<JobRecord>> jobs = new ArrayList<>();
    for (SteeredJob job : SteeredJob.values()) {
      jobs.add(() -> run(job));
    }
    return ConcurrentJobs.run(jobs, progress);
  }

  private JobRecord run(SteeredJob job) throws IOException {
    long submitted = System.currentTimeMillis();
    List<AttemptRecord> attempts = new ArrayList<>();
    KMeansCentres centres = SteeredJob.firstCentres(seed);
    int steps = job == SteeredJob.K_MEANS ? options.steps : 1;
    for (int step = 0; step < steps; step++) {
      Path output = cluster.workDir().resolve("output-" + job + "-" + step);
      KMeansCentres from = centres;
      attempts.addAll(
          new SmallTaskJob(cluster, job.label())
              // Maps report progress once per sample.
              .set("mapreduce.task.progress-report.interval", Long.toString(options.sampleMs()))
              .run(
                  mapReduce -> {
                    job.configure(mapReduce, seed);
                    if (job == SteeredJob.K_MEANS) {
                      KMeansStep.configure(mapReduce, from);
                    }
                  },
                  inputs.resolve(job.name()),
                  output,
                  TIMEOUT_MS));
      if (job == SteeredJob.K_MEANS) {
        centres = moved(from, output);
      }
      FileUtil.fullyDelete(new File(output.toString()));
    }
    return new JobRecord(job.label(), submitted, attempts);
  }

  /** Returns the new centres. A cluster without points keeps its centre. */
  private static KMeansCentres moved(KMeansCentres from, Path output) throws IOException {
    KMeansCentres moved = from;
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(output, "part-r-*")) {
      for (Path part : parts) {
        try (BufferedReader in = Files.newBufferedReader(part)) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split("\t");
            moved = moved.with(Integer.parseInt(words[0]), KMeansCentres.point(words[1]));
          }
        }
      }
    }
    return moved;
  }
}
