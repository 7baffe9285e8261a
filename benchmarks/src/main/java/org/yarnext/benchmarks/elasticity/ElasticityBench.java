// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.cgroup.CacheLimitListener;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.ElasticityOptions;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.jobs.ShuffleData;
import org.yarnext.benchmarks.jobs.ShuffleJob;
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
import org.yarnext.minicluster.jobs.HistoryFiles;

/**
 * Runs a word count and a sort with different amounts of memory, one job at a time. Fits models of
 * their tasks to two of the sizes and compares them with the other sizes (YARN-ME, section 2).
 */
public final class ElasticityBench {

  private static final Logger LOG = LoggerFactory.getLogger(ElasticityBench.class);

  /** Memory of a node, far more than one job needs; concurrent tasks are limited by other means. */
  private static final int NODE_MB = 16 * 1024;

  private static final int NODE_VCORES = 16;
  private static final long TIMEOUT_MS = 900_000;

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final List<ShuffleJob.Kind> kinds = Arrays.asList(ShuffleJob.Kind.values());
  private final Map<ShuffleJob.Kind, SizePlan> plans = new EnumMap<>(ShuffleJob.Kind.class);

  /** Attempts of each job, by size. */
  private final Map<ShuffleJob.Kind, List<List<TaskRun>>> runs =
      new EnumMap<>(ShuffleJob.Kind.class);

  private int jobs;
  private long failed;

  public ElasticityBench(BenchOptions options) {
    this.options = options;
  }

  /** Runs the experiment. Returns 0 if every job succeeded without a failed task, else 1. */
  public int run() throws IOException, InterruptedException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonLog.into(options.log());
    progress.say(facts());
    for (ShuffleJob.Kind kind : kinds) {
      ShuffleData.write(
          input(kind), kind, options.elasticity.maps, options.elasticity.mapMb, options.seed);
    }
    MachineLoad machine = new MachineLoad();
    try (MiniCluster cluster = start()) {
      for (ShuffleJob.Kind kind : kinds) {
        plan(cluster, kind);
      }
      HistoryFiles.move(histories(cluster), kept("histories-unmeasured"));
      for (int round = 0; round < options.runs; round++) {
        round(cluster, round);
        // Written after every round, so that an interrupted benchmark leaves its results so far.
        write(machine.foreignShare());
        HistoryFiles.move(histories(cluster), kept("histories"));
      }
    } catch (RefusedFitException e) {
      throw new IllegalStateException("No model can be made: " + e.getMessage(), e);
    } finally {
      progress.update("");
    }
    progress.say("");
    progress.say(new String(Files.readAllBytes(options.out.resolve("table.txt")), UTF_8));
    progress.say("Report: " + options.out.resolve("report.html"));
    progress.say("Histories, for yarnext profile: " + kept("histories"));
    FileUtil.fullyDelete(new File(options.clusters().toString()));
    for (ShuffleJob.Kind kind : kinds) {
      FileUtil.fullyDelete(input(kind).toFile());
    }
    return failed == 0 ? 0 : 1;
  }

  private Path kept(String name) throws IOException {
    return Files.createDirectories(options.out.resolve(name));
  }

  private Path histories(MiniCluster cluster) {
    return new ShuffleJob(cluster, kinds.get(0)).histories();
  }

  private String facts() {
    ElasticityOptions e = options.elasticity;
    return String.format(
        Locale.ROOT,
        "%s: %d rounds, %d maps of %d MB, %d at a time%s; page cache %s",
        Experiment.ELASTICITY.title,
        options.runs,
        e.maps,
        e.mapMb,
        e.parallel,
        e.reducersOnly ? ", only the reducer is measured" : "",
        e.limitPageCache ? "within the container's memory" : "not limited");
  }

  private MiniCluster start() throws IOException {
    ClusterSettings settings =
        MiniCluster.named("elasticity")
            .nodes(1)
            .nodeSize(NODE_MB, NODE_VCORES)
            .heartbeatMs(options.heartbeatMs)
            .set("yarn.scheduler.minimum-allocation-mb", "1")
            .set("yarn.scheduler.maximum-allocation-mb", Integer.toString(NODE_MB))
            .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
            .baseDir(options.clusters());
    if (options.elasticity.limitPageCache) {
      settings.set(
          "yarn.nodemanager.container-state-transition-listener.classes",
          CacheLimitListener.class.getName());
    }
    return settings.start();
  }

  private Path input(ShuffleJob.Kind kind) {
    return options.out.resolve("input-" + kind.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Runs a job once with more memory than it needs, to plan its sizes. The run is not measured, and
   * also warms up the daemons.
   */
  private void plan(MiniCluster cluster, ShuffleJob.Kind kind) throws IOException {
    ElasticityOptions e = options.elasticity;
    int sortMb = Math.min(1024, 3 * e.mapMb + 16);
    int reduceMb = 256 + 4 * e.maps * e.mapMb;
    ShuffleJob job =
        new ShuffleJob(cluster, kind)
            .mapMemory(3 * sortMb + TaskSize.NON_HEAP_MB, 3 * sortMb, sortMb)
            .reduceMemory(reduceMb + TaskSize.NON_HEAP_MB, reduceMb);
    progress.update("  " + kind.label() + ": measuring its ideal memory");
    List<TaskRun> enough = run(job, kind);
    SizePlan plan =
        e.reducersOnly
            ? SizePlan.ofReducers(enough, e.sizes(), e.minHeapMb)
            : SizePlan.of(enough, e.sizes(), e.minHeapMb);
    plans.put(kind, plan);
    List<List<TaskRun>> bySize = new ArrayList<>();
    for (int i = 0; i < plan.sizes(); i++) {
      bySize.add(new ArrayList<>());
    }
    runs.put(kind, bySize);
    progress.say(
        String.format(
            Locale.ROOT,
            "%s: the ideal memory is %d MB for a map and %d MB for the reducer, with %d MB beside"
                + " the heap",
            kind.label(),
            plan.idealMapMb(),
            plan.spills.idealMemoryMb(),
            TaskSize.NON_HEAP_MB));
  }

  private List<TaskRun> run(ShuffleJob job, ShuffleJob.Kind kind) throws IOException {
    Path output = options.out.resolve("output-" + jobs++);
    try {
      return job.set("mapreduce.reduce.input.buffer.percent", Float.toString(SizePlan.RETAIN))
          .set("mapreduce.job.running.map.limit", Integer.toString(options.elasticity.parallel))
          .run(input(kind), output, TIMEOUT_MS);
    } finally {
      FileUtil.fullyDelete(output.toFile());
    }
  }

  /** Runs every size of every job once, in a random order. */
  private void round(MiniCluster cluster, int round) throws IOException {
    List<Turn> turns = new ArrayList<>();
    for (ShuffleJob.Kind kind : kinds) {
      for (int size = 0; size < plans.get(kind).sizes(); size++) {
        turns.add(new Turn(kind, size));
      }
    }
    Collections.shuffle(turns, new Random(options.seed * 1_000_003 + round));
    for (int t = 0; t < turns.size(); t++) {
      progress.update(
          String.format(Locale.ROOT, "  round %d: job %d of %d", round + 1, t + 1, turns.size()));
      measure(cluster, turns.get(t), round);
    }
  }

  /** One size of one job. */
  private static final class Turn {
    final ShuffleJob.Kind kind;
    final int size;

    Turn(ShuffleJob.Kind kind, int size) {
      this.kind = kind;
      this.size = size;
    }
  }

  private void measure(MiniCluster cluster, Turn turn, int round) throws IOException {
    SizePlan plan = plans.get(turn.kind);
    TaskSize map = plan.map(turn.size);
    TaskSize reduce = plan.reduce(turn.size);
    ShuffleJob job =
        new ShuffleJob(cluster, turn.kind)
            .mapMemory(map.memoryMb(), map.heapMb, plan.sortMb(map.heapMb))
            .reduceMemory(reduce.memoryMb(), reduce.heapMb);
    String what =
        String.format(
            Locale.ROOT,
            "round %d, %s with heaps of %d and %d MB",
            round + 1,
            turn.kind.label(),
            map.heapMb,
            reduce.heapMb);
    try {
      List<TaskRun> attempts = run(job, turn.kind);
      long ends = attempts.stream().filter(a -> !a.succeeded).count();
      failed += ends;
      runs.get(turn.kind).get(turn.size).addAll(attempts);
      progress.say(what + ": " + times(attempts) + (ends == 0 ? "" : ", failed " + ends));
    } catch (IllegalStateException e) {
      failed++;
      LOG.error(what, e);
      progress.say(what + ": failed");
    }
  }

  private static String times(List<TaskRun> attempts) {
    return String.format(
        Locale.ROOT,
        "maps %.1f s, reducer %.1f s",
        meanSeconds(attempts, false),
        meanSeconds(attempts, true));
  }

  /** Returns the mean run time of the attempts that succeeded, or NaN if none did. */
  private static double meanSeconds(List<TaskRun> attempts, boolean reduces) {
    return attempts.stream()
        .filter(a -> a.succeeded && a.reduces == reduces)
        .mapToDouble(a -> a.ms / 1000.0)
        .average()
        .orElse(Double.NaN);
  }

  private void write(double foreignShare) throws IOException, RefusedFitException {
    List<ElasticityModelCheck> checks = new ArrayList<>();
    List<TaskProfile> profiles = new ArrayList<>();
    int fit = options.elasticity.sizes().indexOf(options.elasticity.fitShare);
    for (ShuffleJob.Kind kind : kinds) {
      for (boolean reduces : options.elasticity.reduces()) {
        ElasticityModelCheck check =
            ElasticityModelCheck.of(kind.label(), reduces, plans.get(kind), runs.get(kind), fit);
        checks.add(check);
        String task = reduces ? "reduce" : "map";
        profiles.add(
            new TaskProfile(
                kind.label(),
                TaskProfile.MAPREDUCE,
                task,
                TaskProfile.usualPriority(TaskProfile.MAPREDUCE, task),
                check.model,
                check.quality));
      }
    }
    String facts =
        facts()
            + String.format(
                Locale.ROOT,
                "; seed %d; other work on the machine %.1f%%; failed attempts %d",
                options.seed,
                100 * foreignShare,
                failed);
    ElasticityTable table = new ElasticityTable(checks, facts);
    Files.write(options.out.resolve("table.txt"), table.text().getBytes(UTF_8));
    table.writeReport(options.out.resolve("report.html"));
    ProfileFile.write(options.out.resolve("profiles.json"), new Profiles(profiles));
  }
}
