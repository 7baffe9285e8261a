// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.yarnext.benchmarks.jobs.ConcurrentJobs;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SparkApplication;

/**
 * Runs the applications of a {@link SparkPlan} on a cluster, each at its arrival time, and checks
 * the result of each. All have the same settings on every system; stock ignores their tags.
 */
final class SparkJobs {
  private static final long TIMEOUT_MS = 900_000;

  /** Executors of each application that stay guaranteed, and with which it starts. */
  private static final int BASE = 2;

  /** Factor on the pauses of a task whose executor has a smaller heap than the full one. */
  private static final double PENALTY = 1.3;

  private final MiniCluster cluster;
  private final SparkPlan plan;
  private final Progress progress;

  SparkJobs(MiniCluster cluster, SparkPlan plan, Progress progress) {
    this.cluster = cluster;
    this.plan = plan;
    this.progress = progress;
  }

  /** Writes the inputs that all runs read. */
  static void writeInputs(Path inputs, SparkPlan plan) throws IOException {
    for (SparkPlan.Job job : plan.jobs) {
      SparkData.write(inputs.resolve(job.name()), job);
    }
  }

  /**
   * Runs all applications. Returns once they have ended. Times in the records are wall-clock
   * milliseconds.
   *
   * @param inputs directory of {@link #writeInputs}
   * @throws IllegalStateException if a result is wrong
   */
  List<JobRecord> run(Path inputs) throws IOException, InterruptedException {
    return ConcurrentJobs.arriving(
        plan.jobs.size(),
        j -> plan.jobs.get(j).arrivalMs,
        j -> run(plan.jobs.get(j), inputs.resolve(plan.jobs.get(j).name())),
        progress);
  }

  private JobRecord run(SparkPlan.Job job, Path input) throws IOException {
    Path output = cluster.workDir().resolve("output-" + job.name());
    Path events = Files.createDirectory(cluster.workDir().resolve("events-" + job.name()));
    long submitted = System.currentTimeMillis();
    new SparkApplication(cluster, job.kind.main)
        .set("spark.app.name", job.name())
        .executors(BASE)
        .executorMemory(job.kind.heapMb, job.kind.overheadMb)
        .dynamicAllocation()
        // The default is a minute, about as long as a job. Shorter ones let executors start again.
        .set("spark.dynamicAllocation.executorIdleTimeout", "15s")
        .tags(tags(job))
        .eventLog(events)
        .run(TIMEOUT_MS, arguments(job, input, output).toArray());
    if (!SparkData.written(output, job.kind).equals(SparkData.expected(input, job.kind))) {
      throw new IllegalStateException(job.name() + " came to a wrong result");
    }
    return new JobRecord(job.name(), submitted, ExecutorEvents.read(events, submitted));
  }

  /** Returns the tags of a job, separated by commas. */
  static String tags(SparkPlan.Job job) {
    String policy = "yarnext.mercury.policy=beyond(" + BASE + ")";
    return job.kind.isElastic()
        ? policy
            + ",yarnext.elastic.executor=step;priority=0;ideal="
            + (job.kind.heapMb + job.kind.overheadMb)
            + ";ms="
            + job.kind.executorMs(job.factor)
            + ";undersized="
            + PENALTY
            + ";output=0"
        : policy;
  }

  private static List<Object> arguments(SparkPlan.Job job, Path input, Path output) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(SparkData.rows(input));
    switch (job.kind) {
      case QUERY:
        arguments.addAll(Arrays.asList(SparkData.customers(input), output, SparkData.MIN_AMOUNT));
        break;
      case ITERATIVE:
        arguments.addAll(Arrays.asList(output, SparkData.CENTRES, SparkData.PASSES));
        break;
      default:
        arguments.addAll(Arrays.asList(output, SparkData.SORTED_FILES));
    }
    arguments.add(pause(job, job.kind.readMs(job.factor)));
    arguments.add(pause(job, job.kind.laterMs(job.factor)));
    return arguments;
  }

  private static String pause(SparkPlan.Job job, long ms) {
    return ms + "," + job.kind.heapMb + "," + PENALTY;
  }
}
