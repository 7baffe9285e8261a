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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
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
      MERCURY_DISTRIBUTED),

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
  };

  final String title;

  /** The two quantities that are drawn for each round. */
  final List<String> drawn;

  final List<BenchSystem> systems;

  Experiment(String title, String first, String second, BenchSystem... systems) {
    this.title = title;
    this.drawn = Arrays.asList(first, second);
    this.systems = Arrays.asList(systems);
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
