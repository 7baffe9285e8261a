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
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
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
      STOCK_GUARANTEED_UNHELD,
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
      ONLY_Q_AVG_2SIGMA_REORDER) {
    /** With all nodes to choose from, it would not matter what they report. */
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
      return super.cluster(settings, options)
          .set(
              YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED,
              Integer.toString(Math.max(1, options.nodes / 2)));
    }
  },

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
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
      return super.cluster(settings, options)
          .set(
              "yarn.mercury.policing.history.window",
              BenchOptions.BURSTS_REMEMBERED * options.burstInterval + "s");
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
      return GainExperiment.cluster(settings, options, GainFramework.SHELL);
    }

    @Override
    List<JobRecord> run(
        BenchSystem system,
        MiniCluster cluster,
        YarnClient yarn,
        BenchOptions options,
        Progress progress)
        throws IOException, InterruptedException {
      return new GainJobs(cluster, options.gainLoad(GainFramework.SHELL), progress).run();
    }

    @Override
    Map<String, ToDoubleFunction<BenchResult>> quantities() {
      Map<String, ToDoubleFunction<BenchResult>> quantities = GainExperiment.quantities();
      quantities.put("wait from ask to run, median [s]", r -> r.waited(50));
      quantities.put("wait from ask to run, p95 [s]", r -> r.waited(95));
      quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
      return quantities;
    }

    @Override
    Map<String, UnaryOperator<String>> baselines() {
      return GainExperiment.baselines();
    }

    @Override
    boolean showsMemory() {
      return true;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }

    @Override
    int usualJobs() {
      return 14;
    }
  },

  /** The same as DAGs of unmodified Tez, with the Tez model (section 2.4). */
  TEZ_GAIN(
      "Memory-bound Tez DAGs: stock schedulers and elastic ones",
      "job time, average [s]",
      "makespan [s]",
      STOCK_FAIR,
      STOCK_FAIR_NO_RESERVATIONS,
      ELASTIC_FAIR,
      ELASTIC_FAIR_LEAST_OCCUPANCY,
      STOCK_CAPACITY,
      STOCK_CAPACITY_NO_RESERVATIONS,
      ELASTIC_CAPACITY,
      ELASTIC_CAPACITY_LEAST_OCCUPANCY) {
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
      return GainExperiment.cluster(settings, options, GainFramework.TEZ);
    }

    @Override
    List<JobRecord> run(
        BenchSystem system,
        MiniCluster cluster,
        YarnClient yarn,
        BenchOptions options,
        Progress progress)
        throws IOException, InterruptedException {
      return new TezGainJobs(cluster, options.gainLoad(GainFramework.TEZ), progress).run();
    }

    @Override
    Map<String, ToDoubleFunction<BenchResult>> quantities() {
      Map<String, ToDoubleFunction<BenchResult>> quantities = GainExperiment.quantities();
      quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
      return quantities;
    }

    @Override
    Map<String, UnaryOperator<String>> baselines() {
      return GainExperiment.baselines();
    }

    @Override
    boolean showsMemory() {
      return true;
    }

    /** When a task was asked for is not in its records. */
    @Override
    boolean showsWaits() {
      return false;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }

    /** The processors that start Tez's containers are few. */
    @Override
    int usualNodes() {
      return 3;
    }

    @Override
    int usualJobs() {
      return 7;
    }
  },

  /** Recurring DAGs, with Mercury's own estimates or with those of Tez's master (section 6.3). */
  TEZ_MIX(
      "A mix of Tez DAGs: stock, Mercury, and Mercury with estimates of Tez's master",
      "tasks/s",
      "job latency, p95 [s]",
      TEZ_STOCK,
      TEZ_MERCURY,
      TEZ_MERCURY_ESTIMATES) {
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
      return settings.nodeSize(options.slots * TASK_MB, VCORES);
    }

    @Override
    List<JobRecord> run(
        BenchSystem system,
        MiniCluster cluster,
        YarnClient yarn,
        BenchOptions options,
        Progress progress)
        throws IOException, InterruptedException {
      Map<String, String> settings =
          system == TEZ_MERCURY_ESTIMATES
              ? TezSample.settings(options.home, cluster.workDir().resolve("tez-history"))
              : Collections.emptyMap();
      TezMixLoad load = new TezMixLoad(options.jobs, options.seed);
      return new TezMix(cluster, load, options.atOnce, settings, progress).run();
    }

    @Override
    Map<String, UnaryOperator<String>> baselines() {
      Map<String, UnaryOperator<String>> baselines = new LinkedHashMap<>();
      baselines.put("to stock", label -> TEZ_STOCK.label);
      baselines.put("to default", label -> TEZ_MERCURY.label);
      return baselines;
    }

    @Override
    Map<String, ToDoubleFunction<BenchResult>> quantities() {
      Map<String, ToDoubleFunction<BenchResult>> quantities = new LinkedHashMap<>();
      quantities.put("tasks/s", BenchResult::tasksPerSecond);
      quantities.put("jobs/min", BenchResult::jobsPerMinute);
      quantities.put("job latency, mean [s]", BenchResult::meanJobLatency);
      quantities.put("job latency, median [s]", r -> r.jobLatency(50));
      quantities.put("job latency, p95 [s]", r -> r.jobLatency(95));
      quantities.put("begun and not ended", BenchResult::stopped);
      quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
      return quantities;
    }

    @Override
    int usualJobs() {
      return 18;
    }
  },

  /** Jobs that share processors, as stock shares them and steered (MROrchestrator, section IV). */
  ORCHESTRATOR(
      "Six kinds of jobs at once beside a CPU hog: stock and MROrchestrator",
      "job time, average [s]",
      "makespan [s]",
      STOCK_CAPACITY,
      UNIFORM,
      REGRESSION_CPU,
      REGRESSION_MEMORY,
      REGRESSION) {
    @Override
    ClusterSettings cluster(ClusterSettings settings, BenchOptions options) throws IOException {
      return SteeringExperiment.cluster(settings, options);
    }

    @Override
    List<JobRecord> run(
        BenchSystem system,
        MiniCluster cluster,
        YarnClient yarn,
        BenchOptions options,
        Progress progress)
        throws IOException, InterruptedException {
      return SteeringExperiment.run(system, cluster, options, progress);
    }

    @Override
    Map<String, ToDoubleFunction<BenchResult>> quantities() {
      Map<String, ToDoubleFunction<BenchResult>> quantities = SteeredRatios.quantities();
      quantities.put("run time of a task, mean [s]", BenchResult::meanRunTime);
      quantities.put(BenchTable.FOREIGN, r -> 100 * r.foreignLoad);
      return quantities;
    }

    /** When a task was asked for is not in its job's history. */
    @Override
    boolean showsWaits() {
      return false;
    }

    @Override
    List<String> charts(List<List<BenchResult>> rounds) {
      return Collections.singletonList(SteeredRatios.chart(rounds));
    }

    @Override
    String findings(BenchOptions options, List<List<BenchResult>> rounds) throws IOException {
      return SteeringExperiment.findings(options, rounds);
    }

    @Override
    int usualNodes() {
      return 2;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** Run times of real tasks with little memory, measured and predicted (YARN-ME, section 2). */
  ELASTICITY("Run time with less memory", "", "") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** The same of a Tez task that merges what it fetches (YARN-ME, section 2.4). */
  TEZ_ELASTICITY("Run time of a Tez reducer with less memory", "", "") {
    @Override
    int usualRuns() {
      return 3;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  },

  /** Run times of real Tez tasks, estimated and true (Mercury, section 6.3). */
  TEZ_ESTIMATES("Estimates of Tez tasks' run times", "", "") {
    @Override
    int usualRuns() {
      return 2;
    }

    @Override
    int usualHeartbeatMs() {
      return FAST_HEARTBEAT_MS;
    }
  };

  private static final int TASK_MB = 512;

  /** Room for the Application Masters, so that they take no task's place. */
  private static final int MASTERS_MB = 256;

  private static final int VCORES = 16;

  private static final int FAST_HEARTBEAT_MS = 250;

  final String title;

  /** The two quantities that are drawn for each round. */
  final List<String> drawn;

  final List<BenchSystem> systems;

  Experiment(String title, String first, String second, BenchSystem... systems) {
    this.title = title;
    this.drawn = Arrays.asList(first, second);
    this.systems = Arrays.asList(systems);
  }

  /** How often each system runs unless the command line says otherwise. */
  int usualRuns() {
    return 5;
  }

  /** How many NodeManagers there are unless the command line says otherwise. */
  int usualNodes() {
    return 8;
  }

  /** How many jobs a run has unless the command line says otherwise. */
  int usualJobs() {
    return 8;
  }

  /** The interval of the nodes' heartbeats unless the command line says otherwise. */
  int usualHeartbeatMs() {
    return 3000;
  }

  /** Whether the report shows memory over time. */
  boolean showsMemory() {
    return false;
  }

  /** Whether the report shows how long tasks waited. */
  boolean showsWaits() {
    return true;
  }

  /** What the report shows besides, as SVG. */
  List<String> charts(List<List<BenchResult>> rounds) {
    return Collections.emptyList();
  }

  /** What is to be told below the table; empty for nothing. */
  String findings(BenchOptions options, List<List<BenchResult>> rounds) throws IOException {
    return "";
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
