// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.cgroup.NodeCgroups;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.shell.AttemptRecord;

/**
 * One small job of each kind with every feature on comes to the right result; skipped without the
 * rights to write cgroups.
 */
@Category(LongRunning.class)
public class MixedJobsTest {
  private static final int KINDS = MixedJobKind.values().length;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void everyKindOfJobSucceedsWithAllFeaturesOn() throws Exception {
    Path home = Paths.get("..").toRealPath();
    System.setProperty("yarnext.home", home.toString());
    BenchOptions options =
        BenchOptions.parse(
            home,
            "--experiment",
            "mixed",
            "--nodes",
            "2",
            "--jobs",
            Integer.toString(KINDS),
            "--scale",
            "0.5",
            "--out",
            folder.getRoot().toString());
    List<String> problems = NodeCgroups.problems(options.out.resolve("node-groups.json"));
    assumeTrue(problems.toString(), problems.isEmpty());
    MixedComparison comparison = new MixedComparison();
    ClusterSettings settings = settings(comparison, options);
    try (MiniCluster cluster =
        BenchSystem.MIXED_ALL.on(settings, home.resolve("conf-samples")).start()) {
      Supplier<Map<String, Double>> counting = comparison.counting(cluster, options);
      List<JobRecord> jobs =
          comparison.run(
              BenchSystem.MIXED_ALL, cluster, null, options, Progress.onStandardOutput());
      Map<String, Double> counts = counting.get();
      assertEquals(KINDS, jobs.size());
      assertEquals(Collections.emptyList(), failures(jobs));
      assertTrue(counts.toString(), counts.get(RunCounts.STEERED) > 0);
      assertTrue(counts.toString(), counts.get(RunCounts.CONTAINER_CPU) > 0);
      assertEquals(counts.toString(), 0, counts.get(RunCounts.OUT_OF_MEMORY), 0);
      assertEquals(counts.toString(), 0, counts.get(RunCounts.TRIPS), 0);
    }
  }

  private static ClusterSettings settings(MixedComparison comparison, BenchOptions options)
      throws IOException {
    return comparison.cluster(
        MiniCluster.named("mixed")
            .nodes(options.nodes)
            .heartbeatMs(options.heartbeatMs)
            .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
            .set(YarnConfiguration.NM_PMEM_CHECK_ENABLED, "false"),
        options);
  }

  private static List<String> failures(List<JobRecord> jobs) {
    List<String> failures = new ArrayList<>();
    for (JobRecord job : jobs) {
      for (AttemptRecord attempt : job.attempts) {
        if (attempt.end == AttemptRecord.End.FAILED) {
          failures.add(job.name + ": " + attempt.why);
        }
      }
    }
    return failures;
  }
}
