// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.cgroup.CacheLimitListener;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.ElasticityOptions;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.jobs.JoinKeys;
import org.yarnext.benchmarks.jobs.TaskRun;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.elastic.policy.model.RefusedFitException;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SkewedCount;
import org.yarnext.minicluster.jobs.TezSession;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSizeSummary;

/**
 * Runs a Tez word count over unique words with different amounts of memory for its only counter.
 * Fits the Tez model to two of the sizes and compares it with the other sizes (YARN-ME, section
 * 2.4). Run times and spills are read from Tez's histories, as for profiles.
 */
public final class TezElasticityBench {

  private static final Logger LOG = LoggerFactory.getLogger(TezElasticityBench.class);

  private static final int NODE_MB = 16 * 1024;
  private static final String VERTEX = "Summation";

  /** Size of a record: a word of {@link JoinKeys}, its length, a count, and the lengths of both. */
  private static final int RECORD_BYTES = 28;

  private static final double MB = 1 << 20;

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final List<List<TaskRun>> runs = new ArrayList<>();
  private TaskClassRun counter;
  private SizePlan plan;
  private int jobs;
  private long failed;

  public TezElasticityBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs the experiment. Returns 0 if every DAG succeeded, else 1. */
  public int run() throws IOException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonLog.into(options.log());
    progress.say(facts());
    ElasticityOptions e = options.elasticity;
    int keys = (int) (e.maps * e.mapMb * MB / RECORD_BYTES);
    new JoinKeys(keys).writeLong(input(), Collections.nCopies(e.maps, 1), options.seed);
    MachineLoad machine = new MachineLoad();
    try (MiniCluster cluster = start()) {
      plan(cluster);
      for (int round = 0; round < options.runs; round++) {
        round(cluster, round);
        // Written after every round, so that an interrupted benchmark leaves its results so far.
        write(machine.foreignShare());
      }
    } catch (RefusedFitException refused) {
      throw new IllegalStateException("No model can be made: " + refused.getMessage(), refused);
    } finally {
      progress.update("");
    }
    progress.say("");
    progress.say(new String(Files.readAllBytes(options.out.resolve("table.txt")), UTF_8));
    progress.say("Report: " + options.out.resolve("report.html"));
    FileUtil.fullyDelete(new File(options.clusters().toString()));
    FileUtil.fullyDelete(input().toFile());
    return failed == 0 ? 0 : 1;
  }

  private String facts() {
    ElasticityOptions e = options.elasticity;
    return String.format(
        Locale.ROOT,
        "%s: %d rounds, %d outputs of %d MB; page cache %s",
        Experiment.TEZ_ELASTICITY.title,
        options.runs,
        e.maps,
        e.mapMb,
        e.limitPageCache ? "within the container's memory" : "not limited");
  }

  private Path input() {
    return options.out.resolve("input");
  }

  private MiniCluster start() throws IOException {
    ClusterSettings settings =
        MiniCluster.named("tez-elasticity")
            .nodes(1)
            .nodeSize(NODE_MB, options.elasticity.parallel + 1)
            .heartbeatMs(options.heartbeatMs)
            .set("yarn.scheduler.minimum-allocation-mb", "1")
            .set("yarn.scheduler.maximum-allocation-mb", Integer.toString(NODE_MB))
            .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
            // Only vcores limit the number of concurrent tasks.
            .set(
                "yarn.scheduler.capacity.resource-calculator",
                "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator")
            .set("yarn.nodemanager.pmem-check-enabled", "false")
            .baseDir(options.clusters());
    if (options.elasticity.limitPageCache) {
      settings.set(
          "yarn.nodemanager.container-state-transition-listener.classes",
          CacheLimitListener.class.getName());
    }
    return settings.start();
  }

  /**
   * Runs the DAG once with more memory than it needs, to plan the sizes. The run is not measured,
   * and also warms up the daemons.
   */
  private void plan(MiniCluster cluster) throws IOException {
    progress.update("  measuring its ideal memory");
    int heapMb = 256 + 4 * options.elasticity.maps * options.elasticity.mapMb;
    counter = run(cluster, heapMb);
    TaskSizeSummary did = counter.sizes().get(0);
    plan =
        SizePlan.ofTez(
            did.inputMb(),
            did.outputs(),
            did.localOutputs(),
            options.elasticity.sizes(),
            options.elasticity.minHeapMb);
    for (int size = 0; size < plan.sizes(); size++) {
      runs.add(new ArrayList<>());
    }
    progress.say(
        String.format(
            Locale.ROOT,
            "the counter reads %.0f MB in %d outputs, %d of them local; the ideal memory is %d MB,"
                + " with %d MB beside the heap",
            did.inputMb(),
            did.outputs(),
            did.localOutputs(),
            plan.spills.idealMemoryMb(),
            TaskSize.NON_HEAP_MB));
  }

  /** Runs every size once, in a random order. */
  private void round(MiniCluster cluster, int round) throws IOException {
    List<Integer> turns = new ArrayList<>();
    for (int size = 0; size < plan.sizes(); size++) {
      turns.add(size);
    }
    Collections.shuffle(turns, new Random(options.seed * 1_000_003 + round));
    for (int size : turns) {
      int heapMb = plan.reduce(size).heapMb;
      String what = String.format(Locale.ROOT, "round %d, a heap of %d MB", round + 1, heapMb);
      progress.update("  " + what);
      try {
        TaskSizeSummary did = run(cluster, heapMb).sizes().get(0);
        runs.get(size)
            .add(
                new TaskRun(
                    true,
                    true,
                    Math.round(did.ms()),
                    Math.round(did.inputMb() * MB),
                    0,
                    0,
                    Math.round(did.spilledShare() * did.inputMb() * MB)));
        progress.say(String.format(Locale.ROOT, "%s: %.1f s", what, did.ms() / 1000));
      } catch (IllegalStateException e) {
        failed++;
        LOG.error(what, e);
        progress.say(what + ": failed");
      }
    }
  }

  /** Runs the DAG. Returns the run of its counter. */
  private TaskClassRun run(MiniCluster cluster, int heapMb) throws IOException {
    int job = jobs++;
    Path output = options.out.resolve("output-" + job);
    Path history = Files.createDirectories(options.out.resolve("histories").resolve("" + job));
    try {
      TezSession.runAlone(
          cluster,
          settings(history),
          new SkewedCount(),
          input().toUri().toString(),
          output.toUri().toString(),
          "1",
          Integer.toString(heapMb + TaskSize.NON_HEAP_MB),
          Integer.toString(heapMb));
      return counterIn(history);
    } finally {
      FileUtil.fullyDelete(output.toFile());
    }
  }

  private static Map<String, String> settings(Path history) {
    Map<String, String> settings = new HashMap<>();
    settings.put("tez.simple.history.logging.dir", history.toUri().toString());
    settings.put("tez.runtime.task.input.post-merge.buffer.percent", "" + SizePlan.RETAIN);
    // A single node stands for many. Local outputs would not take memory of the counter.
    settings.put("tez.runtime.optimize.local.fetch", "false");
    // Makes each file one split, so that all outputs have the same size.
    settings.put("mapreduce.input.fileinputformat.split.minsize", Long.toString(1L << 40));
    // The counter starts after all scanners, so that its time does not depend on theirs.
    settings.put("tez.shuffle-vertex-manager.min-src-fraction", "1.0");
    settings.put("tez.shuffle-vertex-manager.max-src-fraction", "1.0");
    return settings;
  }

  /** Returns the run of the counter, which has one size because it has one task. */
  private static TaskClassRun counterIn(Path history) throws IOException {
    RunHistoryReader files = new RunHistoryReader(new Configuration(), new ResourceManagerLog());
    try {
      for (org.apache.hadoop.fs.Path file : files.find(history.toString())) {
        for (TaskClassRun vertex : files.read(file)) {
          if (vertex.taskClass().equals(VERTEX) && vertex.sizes().size() == 1) {
            return vertex;
          }
        }
      }
    } catch (ToolException e) {
      throw new IllegalStateException("The history cannot be used: " + e.getMessage(), e);
    }
    throw new IllegalStateException("Nothing of " + VERTEX + " in " + history);
  }

  private void write(double foreignShare) throws IOException, RefusedFitException {
    int fit = options.elasticity.sizes().indexOf(options.elasticity.fitShare);
    ElasticityModelCheck check = ElasticityModelCheck.of("tez", true, plan, runs, fit);
    String facts =
        facts()
            + String.format(
                Locale.ROOT,
                "; seed %d; other work on the machine %.1f%%; failed %d",
                options.seed,
                100 * foreignShare,
                failed);
    ElasticityTable table =
        new ElasticityTable(
            Experiment.TEZ_ELASTICITY.title, Collections.singletonList(check), facts);
    Files.write(options.out.resolve("table.txt"), table.text().getBytes(UTF_8));
    table.writeReport(options.out.resolve("report.html"));
    TaskProfile profile =
        new TaskProfile(
            counter.job(),
            counter.framework(),
            counter.taskClass(),
            counter.priority(),
            check.model,
            check.quality);
    ProfileFile.write(
        options.out.resolve("profiles.json"), new Profiles(Collections.singletonList(profile)));
  }
}
