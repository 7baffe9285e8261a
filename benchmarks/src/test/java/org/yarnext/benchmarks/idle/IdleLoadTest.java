// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.FeatureMetricsReader;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MemoryUse;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;

/** A short run of each system, too short for containers beyond the allocation. */
@RunWith(Parameterized.class)
@Category(LongRunning.class)
public class IdleLoadTest {
  @Parameterized.Parameters(name = "{0}")
  public static List<BenchSystem> systems() {
    return Experiment.IDLE_CAPACITY.systems;
  }

  @Parameterized.Parameter public BenchSystem system;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void bothKindsOfTasksRunToTheirEnd() throws Exception {
    Path home = Paths.get("..").toRealPath();
    BenchOptions options =
        BenchOptions.parse(
            home,
            "--experiment",
            "idle-capacity",
            "--seconds",
            "10",
            "--warm-up",
            "5",
            "--task-seconds",
            "1",
            "--out",
            folder.getRoot().toString());
    IdleComparison comparison = new IdleComparison();
    ClusterSettings settings =
        comparison.cluster(
            MiniCluster.named(system.label)
                .nodes(options.nodes)
                .heartbeatMs(options.heartbeatMs)
                .baseDir(options.clusters())
                .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
                .set(YarnConfiguration.NM_PMEM_CHECK_ENABLED, "false"),
            options);
    try (MiniCluster cluster = system.on(settings, home.resolve("conf-samples")).start();
        YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.conf());
      yarn.start();
      assertEquals(Collections.emptyList(), FeatureMetricsReader.refused());
      Supplier<Map<String, Double>> counting = comparison.counting(cluster, options);
      List<JobRecord> jobs =
          comparison.run(system, cluster, yarn, options, Progress.onStandardOutput());
      BenchResult result =
          new BenchResult(
              system.label, jobs, 0, new MemoryUse(Collections.emptyList()), 0, counting.get());
      assertEquals(0, result.failed());
      assertEquals(7, result.of(IdleLoad.GUARANTEED).succeeded());
      for (String quantity : Arrays.asList(IdleComparison.TASKS, IdleComparison.JOB_TIME)) {
        double value = comparison.quantities().get(quantity).applyAsDouble(result);
        assertTrue(quantity + " " + value, value > 0);
      }
      assertEquals(100 * IdleLoad.MEMORY_USED, result.counted(IdleLoad.USED_MEMORY), 5);
      assertEquals(0, result.counted(RunCounts.TRIPS), 0);
    }
  }
}
