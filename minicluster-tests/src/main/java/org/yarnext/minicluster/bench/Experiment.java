/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.bench;

import static org.yarnext.minicluster.bench.BenchSystem.*;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.ClusterSettings;
import org.yarnext.minicluster.JobRecord;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.report.Progress;

/** What is compared: the systems, the load they are put under, and what is read off. */
enum Experiment {
  /** Jobs of short tasks (section 7.2.1). */
  THROUGHPUT(
      "Short tasks: stock YARN and Mercury",
      "tasks/s",
      "job latency, p95 [s]",
      STOCK_GUARANTEED,
      STOCK_CENTRALISED,
      STOCK_DISTRIBUTED,
      MERCURY_CENTRALISED,
      MERCURY_DISTRIBUTED) {
    @Override
    Map<String, UnaryOperator<String>> baselines() {
      Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>(super.baselines());
      baselines.put("to distr.", label -> STOCK_DISTRIBUTED.label);
      return baselines;
    }
  },

  /** The same while some nodes report less than their wait (section 7.2.3, Figure 7). */
  STRAGGLERS(
      "Nodes that report less than their wait",
      "tasks/s",
      "job latency, p95 [s]",
      STOCK_GUARANTEED,
      ONLY_Q,
      ONLY_Q_AVG_SIGMA,
      ONLY_Q_AVG_2SIGMA,
      ONLY_Q_AVG_2SIGMA_REORDER),

  /** Opportunistic tasks beside guaranteed ones that need their room (section 7.2.3, Table 1). */
  POLICING(
      "Opportunistic containers stopped for guaranteed ones",
      "stopped while running",
      "work done [slots]",
      CEILING_100,
      CEILING_40,
      CEILING_30,
      CEILING_20,
      CEILING_HISTORY) {
    /** As docs/mercury.md advises: ten bursts are remembered. */
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
      return super.cluster(settings, options)
          .set("yarn.mercury.policing.history.window", 10 * options.burstInterval + "s");
    }

    @Override
    List<JobRecord> run(
        BenchSystem system,
        MiniCluster cluster,
        YarnClient yarn,
        BenchOptions options,
        Progress progress)
        throws IOException, InterruptedException {
      return new MixedLoad(cluster, options, progress).run();
    }

    @Override
    Map<String, ToDoubleFunction<BenchResult>> quantities() {
      Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
      quantities.put("stopped while running", r -> r.of(MixedLoad.OPPORTUNISTIC).stopped());
      quantities.put("stopped per task done", r -> r.of(MixedLoad.OPPORTUNISTIC).stoppedPerTask());
      quantities.put("work done [slots]", r -> r.of(MixedLoad.OPPORTUNISTIC).slotsDone());
      quantities.put("work lost [slots]", r -> r.of(MixedLoad.OPPORTUNISTIC).slotsLost());
      quantities.put("guaranteed: work done [slots]", r -> r.of(MixedLoad.GUARANTEED).slotsDone());
      quantities.put("guaranteed: wait, median [s]", r -> r.of(MixedLoad.GUARANTEED).waited(50));
      quantities.put("guaranteed: wait, p95 [s]", r -> r.of(MixedLoad.GUARANTEED).waited(95));
      quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
      return quantities;
    }
  },

  /** Jobs that compete for memory, with tasks that run with less (YARN-ME, section 5). */
  ELASTIC_GAIN(
      "Memory-bound jobs: stock schedulers and elastic ones",
      "job time, average [s]",
      "makespan [s]",
      STOCK_FAIR,
      STOCK_FAIR_NO_RESERVATIONS,
      ELASTIC_FAIR,
      ELASTIC_FAIR_PAPER,
      ELASTIC_FAIR_LEAST_OCCUPANCY,
      STOCK_CAPACITY,
      STOCK_CAPACITY_NO_RESERVATIONS,
      ELASTIC_CAPACITY,
      ELASTIC_CAPACITY_PAPER,
      ELASTIC_CAPACITY_LEAST_OCCUPANCY) {
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
      Path profiles = options.out.resolve("profiles.json");
      ProfileFile.write(profiles, options.gainLoad().profiles());
      return settings
          .nodeSize(GAIN_NODE_MB, GAIN_NODE_VCORES)
          .set("yarn.elastic.profiles.file", profiles.toString());
    }

    @Override
    List<JobRecord> run(
        BenchSystem system,
        MiniCluster cluster,
        YarnClient yarn,
        BenchOptions options,
        Progress progress)
        throws IOException, InterruptedException {
      return new GainJobs(cluster, options.gainLoad(), progress).run();
    }

    @Override
    Map<String, ToDoubleFunction<BenchResult>> quantities() {
      Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
      quantities.put("job time, average [s]", BenchResult::meanJobLatency);
      quantities.put("job time, median [s]", r -> r.jobLatency(50));
      quantities.put("job time, p95 [s]", r -> r.jobLatency(95));
      quantities.put("makespan [s]", BenchResult::seconds);
      quantities.put("memory in use [%]", r -> 100 * r.memoryGiven());
      quantities.put("memory reserved [%]", r -> 100 * r.memoryReserved());
      quantities.put("under-sized tasks [%]", r -> 100 * r.undersizedShare());
      quantities.put("run time of a task, mean [s]", BenchResult::meanRunTime);
      quantities.put("wait from ask to run, median [s]", r -> r.waited(50));
      quantities.put("wait from ask to run, p95 [s]", r -> r.waited(95));
      quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
      return quantities;
    }

    @Override
    Map<String, UnaryOperator<String>> baselines() {
      Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>();
      baselines.put("to stock", Experiment::stock);
      baselines.put("no-reserv", label -> stock(label) + "-no-reservations");
      return baselines;
    }

    @Override
    boolean showsMemory() {
      return true;
    }
  },

  /** Run times of real tasks with little memory, measured and predicted (YARN-ME, section 2). */
  ELASTICITY("Run time with less memory", "", "");

  /** The paper's nodes: what counts is what tasks need of them. */
  private static final int GAIN_NODE_MB = 10 * 1024;

  private static final int GAIN_NODE_VCORES = 14;

  private static final int TASK_MB = 512;

  /** Room for the Application Masters, so that they take no task's place. */
  private static final int MASTERS_MB = 256;

  private static final int VCORES = 16;

  final String title;

  /** The two quantities that are drawn for each round. */
  final List<String> drawn;

  final List<BenchSystem> systems;

  Experiment(String title, String first, String second, BenchSystem... systems) {
    this.title = title;
    this.drawn = Arrays.asList(first, second);
    this.systems = Arrays.asList(systems);
  }

  /** The stock system with the same scheduler. */
  private static String stock(String label) {
    return (label.contains("capacity") ? STOCK_CAPACITY : STOCK_FAIR).label;
  }

  /** Whether the report shows memory over time. */
  boolean showsMemory() {
    return false;
  }

  /** What the cluster of a run needs besides what its system needs. */
  ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
    return settings.nodeSize(options.slots * TASK_MB + MASTERS_MB, VCORES);
  }

  /** Puts a cluster under the load; times in the records are wall-clock milliseconds. */
  List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return new JobStream(system, cluster, yarn, progress).run(options.load());
  }

  /**
   * The columns with ratios, in order, and for each the label of the system that another one is
   * compared with; empty for the first one.
   */
  Map<String, UnaryOperator<String>> baselines() {
    return Collections.singletonMap("ratio", label -> "");
  }

  /** The rows of the table, in order. */
  Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
    quantities.put("tasks/s", BenchResult::tasksPerSecond);
    quantities.put("jobs/min", BenchResult::jobsPerMinute);
    quantities.put("job latency, mean [s]", BenchResult::meanJobLatency);
    quantities.put("job latency, median [s]", r -> r.jobLatency(50));
    quantities.put("job latency, p95 [s]", r -> r.jobLatency(95));
    quantities.put("wait from ask to run, median [s]", r -> r.waited(50));
    quantities.put("wait from ask to run, p95 [s]", r -> r.waited(95));
    quantities.put("taken out of queues per task", BenchResult::dequeueRate);
    quantities.put("stopped while running", BenchResult::stopped);
    quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
    return quantities;
  }
}
