// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.yarnext.benchmarks.gain.ModelledSleeper;
import org.yarnext.benchmarks.gain.SleepModel;
import org.yarnext.benchmarks.jobs.ConcurrentJobs;
import org.yarnext.benchmarks.jobs.SleepRun;
import org.yarnext.benchmarks.jobs.SmallTaskJob;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.steering.SteeredLoad;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.minicluster.jobs.TezSession;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Runs the jobs of a {@link MixedPlan} on a cluster, each at its arrival time, beside a container
 * that uses all processors of the last node. Checks the result of each job.
 */
final class MixedJobs {
  private static final int HEARTBEAT_MS = 1_000;
  private static final int HOG_MB = 256;
  private static final long HOG_TIMEOUT_MS = 60_000;
  private static final long TIMEOUT_MS = 600_000;

  /** Input of a short job's map with factor 1. */
  private static final int TEXT_BYTES = 2 << 20;

  private final MiniCluster cluster;
  private final MixedPlan plan;
  private final int hog;
  private final Map<String, String> tez;
  private final Progress progress;

  /**
   * Creates a run of the plan.
   *
   * @param hog vcores and threads of the CPU hog; 0 for none
   * @param tez settings of Tez
   */
  MixedJobs(
      MiniCluster cluster, MixedPlan plan, int hog, Map<String, String> tez, Progress progress) {
    this.cluster = cluster;
    this.plan = plan;
    this.hog = hog;
    this.tez = tez;
    this.progress = progress;
  }

  /** Writes the inputs that all runs read, unless an earlier run has written them. */
  static void writeInputs(Path inputs, MixedPlan plan) throws IOException {
    String model = SleepModel.text(MixedPlan.spillingTask());
    for (MixedPlan.Job job : plan.jobs) {
      Path dir = inputs.resolve(job.name());
      if (Files.exists(dir)) {
        continue;
      }
      if (job.kind == MixedJobKind.SHORT_MAPREDUCE) {
        int[] bytes = job.factors.stream().mapToInt(f -> (int) (f * TEXT_BYTES)).toArray();
        WordText.write(dir, plan.seed() + job.number, bytes);
      } else if (job.kind == MixedJobKind.MEMORY_MAPREDUCE) {
        Files.createDirectories(dir);
        for (int t = 0; t < job.factors.size(); t++) {
          String line = ModelledSleeper.field(model, job.factors.get(t)) + "\n";
          Files.write(dir.resolve("map-" + t), line.getBytes(UTF_8));
        }
      }
    }
  }

  /**
   * Runs all jobs. Returns once they have ended. Times in the records are wall-clock milliseconds.
   *
   * @param inputs directory of {@link #writeInputs}
   * @throws IllegalStateException if a result is wrong
   */
  List<JobRecord> run(Path inputs) throws IOException, InterruptedException {
    if (hog == 0) {
      return jobs(inputs);
    }
    Path end = cluster.workDir().resolve("hog-ends");
    Path used = cluster.workDir().resolve("hog-used");
    try (ShellWorkload workload = ShellWorkload.start(cluster, "hog", HEARTBEAT_MS)) {
      workload.submit(
          ShellTask.guaranteed(SteeredLoad.hogCommand(hog, end, used))
              .size(HOG_MB, hog)
              .on(cluster.host(cluster.size() - 1)));
      workload.await(Attempt.State.RUNNING, 1, HOG_TIMEOUT_MS);
      List<JobRecord> records = jobs(inputs);
      Files.createFile(end);
      workload.awaitEnd(HOG_TIMEOUT_MS);
      return records;
    }
  }

  private List<JobRecord> jobs(Path inputs) throws IOException, InterruptedException {
    return ConcurrentJobs.arriving(
        plan.jobs.size(),
        j -> plan.jobs.get(j).arrivalMs,
        j -> run(plan.jobs.get(j), inputs.resolve(plan.jobs.get(j).name())),
        progress);
  }

  private JobRecord run(MixedPlan.Job job, Path input) throws IOException, InterruptedException {
    switch (job.kind) {
      case SHORT_MAPREDUCE:
        return wordCount(job, input);
      case MEMORY_MAPREDUCE:
        return memoryBound(job, input);
      case MEMORY_TEZ:
        return dag(job);
      default:
        return shell(job);
    }
  }

  private Path output(MixedPlan.Job job) {
    return cluster.workDir().resolve("output-" + job.name());
  }

  private JobRecord wordCount(MixedPlan.Job job, Path input) throws IOException {
    long submitted = System.currentTimeMillis();
    List<AttemptRecord> attempts =
        new SmallTaskJob(cluster, job.name())
            .set("mapreduce.task.progress-report.interval", "500")
            .run(
                mapReduce -> {
                  mapReduce.setMapperClass(WordCount.TokenizerMapper.class);
                  mapReduce.setCombinerClass(WordCount.IntSumReducer.class);
                  mapReduce.setReducerClass(WordCount.IntSumReducer.class);
                  mapReduce.setOutputKeyClass(Text.class);
                  mapReduce.setOutputValueClass(IntWritable.class);
                },
                input,
                output(job),
                TIMEOUT_MS);
    check(job, WordText.count(input).equals(WordCountResult.read(output(job), 0).counts));
    return new JobRecord(job.name(), submitted, attempts);
  }

  private JobRecord memoryBound(MixedPlan.Job job, Path input) throws IOException {
    long submitted = System.currentTimeMillis();
    String memory = Integer.toString(job.kind.memoryMb);
    String options = TezSession.jvmOptions(job.kind.memoryMb - SleepModel.NON_HEAP_MB);
    String reducer = ModelledSleeper.field(SleepModel.text(MixedPlan.spillingReducer()), 1);
    List<AttemptRecord> attempts =
        new SmallTaskJob(cluster, job.name())
            .set("mapreduce.map.memory.mb", memory)
            .set("mapreduce.reduce.memory.mb", memory)
            .set("mapreduce.map.java.opts", options)
            .set("mapreduce.reduce.java.opts", options)
            .set("mapreduce.task.io.sort.mb", "16")
            .run(
                mapReduce -> ModelledTasks.configure(mapReduce, reducer),
                input,
                output(job),
                TIMEOUT_MS);
    check(job, lines(input, "map-*").equals(lines(output(job), "part-r-*")));
    return new JobRecord(job.name(), submitted, attempts);
  }

  private static List<String> lines(Path dir, String files) throws IOException {
    List<String> lines = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(dir, files)) {
      for (Path file : found) {
        lines.addAll(Files.readAllLines(file, UTF_8));
      }
    }
    lines.sort(null);
    return lines;
  }

  private JobRecord dag(MixedPlan.Job job) throws IOException, InterruptedException {
    String model = SleepModel.text(MixedPlan.spillingTask());
    List<SleepDag.Stage> stages =
        Arrays.asList(
            SleepDag.Stage.sized(
                ModelledSleeper.class,
                job.kind.memoryMb,
                job.kind.memoryMb - SleepModel.NON_HEAP_MB,
                job.factors.stream()
                    .map(factor -> ModelledSleeper.field(model, factor))
                    .collect(Collectors.toList())),
            SleepDag.Stage.of(MixedPlan.shortTezMs(job)));
    long submitted = System.currentTimeMillis();
    try (TezSession session = TezSession.start(cluster, job.name(), tez)) {
      return new SleepRun(cluster, job.name(), submitted).of(session, job.name(), stages);
    }
  }

  private JobRecord shell(MixedPlan.Job job) throws IOException {
    long submitted = System.currentTimeMillis();
    try (ShellWorkload workload = ShellWorkload.start(cluster, job.name(), HEARTBEAT_MS)) {
      workload.submit(
          job.factors.stream()
              .map(f -> ShellTask.guaranteed(ShellTask.sleep(MixedPlan.shellSeconds(f))))
              .collect(Collectors.toList()));
      workload.awaitEnd(TIMEOUT_MS);
      check(job, workload.count(Attempt.State.SUCCEEDED) == job.factors.size());
      return new JobRecord(
          job.name(),
          submitted,
          workload.attempts().stream()
              .map(a -> AttemptRecord.of(a, 0))
              .collect(Collectors.toCollection(ArrayList::new)));
    }
  }

  private static void check(MixedPlan.Job job, boolean isRight) {
    if (!isRight) {
      throw new IllegalStateException(job.name() + " came to a wrong result");
    }
  }
}
