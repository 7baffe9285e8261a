// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.benchmarks.cgroup.NodeCgroupListener;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.MixedFeatures;
import org.yarnext.benchmarks.jobs.ConcurrentJobs;
import org.yarnext.benchmarks.jobs.SmallTaskJob;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Compares MapReduce jobs of a {@link FirstRunsPlan} on stock and under a hybrid policy: in their
 * first run, with declared run times, in later runs, and with an assumed run time.
 */
public final class FirstRunsComparison implements Comparison {
  private static final String SHARE = "opportunistic containers started [%]";
  private static final int NODE_MB = 2048;
  private static final int NODE_VCORES = 16;

  /** Time that a map takes beside its sleep, roughly. It is part of a declared run time. */
  private static final int START_MS = 2_000;

  private static final long TIMEOUT_MS = 600_000;
  private static final RoundsTable TABLE = new RoundsTable(results(), counts());

  /** Sleeps as many milliseconds as its line says. */
  public static final class SleepingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      Thread.sleep(Long.parseLong(line.toString()));
      context.write(offset, line);
    }
  }

  private static Path inputs(BenchOptions options) {
    return options.out.resolve("inputs");
  }

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options)
      throws IOException {
    for (FirstRunsPlan.Job job : new FirstRunsPlan(options.jobs, options.seed).jobs()) {
      Path dir = Files.createDirectories(inputs(options).resolve(job.name));
      for (int m = 0; m < job.mapsMs.size(); m++) {
        Files.write(dir.resolve("map-" + m), (job.mapsMs.get(m) + "\n").getBytes(UTF_8));
      }
    }
    return MixedFeatures.onOneMachine(settings)
        .nodeSize(NODE_MB, NODE_VCORES)
        .set(NodeCgroupListener.ENABLED, "false");
  }

  @Override
  public List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    List<FirstRunsPlan.Job> jobs = new FirstRunsPlan(options.jobs, options.seed).jobs();
    return ConcurrentJobs.arriving(
        jobs.size(),
        j -> jobs.get(j).arrivalMs,
        j -> run(system, cluster, jobs.get(j), inputs(options)),
        progress);
  }

  private static JobRecord run(
      BenchSystem system, MiniCluster cluster, FirstRunsPlan.Job job, Path inputs)
      throws IOException {
    SmallTaskJob mapReduce = new SmallTaskJob(cluster, job.applicationName(system));
    if (system == BenchSystem.HYBRID_DECLARED) {
      double mean = job.mapsMs.stream().mapToInt(ms -> ms).average().orElse(0);
      mapReduce.set(
          "mapreduce.map.env",
          RunTimeHint.ENVIRONMENT_VARIABLE + "=" + Math.round(START_MS + mean));
    }
    long submitted = System.currentTimeMillis();
    Path output = cluster.workDir().resolve("output-" + job.name);
    return new JobRecord(
        job.name,
        submitted,
        mapReduce.run(
            made -> {
              made.setMapperClass(SleepingMapper.class);
              made.setOutputKeyClass(LongWritable.class);
              made.setOutputValueClass(Text.class);
            },
            inputs.resolve(job.name),
            output,
            TIMEOUT_MS));
  }

  private static Map<String, ToDoubleFunction<BenchResult>> results() {
    Map<String, ToDoubleFunction<BenchResult>> results = RoundsTable.jobTimes();
    for (String kind : new String[] {FirstRunsPlan.SHORT, FirstRunsPlan.LONG}) {
      results.put(
          "jobs of " + kind + " maps [s]", r -> r.meanSeconds(name -> name.startsWith(kind)));
    }
    return results;
  }

  private static Map<String, ToDoubleFunction<BenchResult>> counts() {
    Map<String, ToDoubleFunction<BenchResult>> counts = new LinkedHashMap<>();
    counts.put(SHARE, FirstRunsComparison::opportunisticShare);
    counts.putAll(
        RoundsTable.counts(
            RunCounts.GUARANTEED,
            RunCounts.OPPORTUNISTIC,
            RunCounts.SHED,
            RunCounts.RUNNING_MB,
            RunCounts.MACHINE_CPU,
            RunCounts.TRIPS));
    return counts;
  }

  private static double opportunisticShare(BenchResult result) {
    double opportunistic = result.counted(RunCounts.OPPORTUNISTIC);
    return 100 * opportunistic / (opportunistic + result.counted(RunCounts.GUARANTEED));
  }

  @Override
  public Supplier<Map<String, Double>> counting(MiniCluster cluster, BenchOptions options)
      throws IOException {
    return RunCounts.start(cluster, 0);
  }

  @Override
  public Map<String, ToDoubleFunction<BenchResult>> quantities() {
    return TABLE.quantities();
  }

  @Override
  public List<String> drawn() {
    return Arrays.asList(RoundsTable.JOB_TIME, SHARE);
  }

  /** Returns false: the records of MapReduce contain no request times. */
  @Override
  public boolean showsWaits() {
    return false;
  }

  @Override
  public String findings(BenchOptions options, List<List<BenchResult>> rounds) {
    return TABLE.text(rounds);
  }
}
