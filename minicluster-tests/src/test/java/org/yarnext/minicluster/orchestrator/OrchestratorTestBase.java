// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.After;
import org.junit.Before;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.testing.KernelRequirement;

/**
 * Fixture of tests on a node with the orchestrator from conf-samples/orchestrator and this
 * machine's cgroups of version 1, with epochs of two seconds. Skips them without the rights to
 * write cgroups.
 */
abstract class OrchestratorTestBase {
  static final long PATIENCE_MS = 240_000;
  static final int MAPS = 4;
  static final int NODE_VCORES = 8;

  /** The kernel's number for one vcore. */
  static final long ONE_VCORE = 1024;

  final String parent = "yarnext-test-" + System.nanoTime();

  @Before
  public void cgroups() {
    KernelRequirement.check(TaskCgroup.canBeMade() ? "" : "no cgroups that may be written");
  }

  /**
   * Removes the cgroups of a failed test, which would otherwise stay until the machine restarts.
   */
  @After
  public void leaveNothing() throws IOException {
    TaskCgroup.removeAll(parent);
  }

  final ClusterSettings settings() throws IOException {
    int port = FreePorts.on("127.0.0.1");
    return MiniCluster.named("orchestrator")
        .nodes(1)
        .nodeSize(8192, NODE_VCORES)
        .recovery(true)
        .confSample(new File("../conf-samples/orchestrator").toPath())
        .set("yarn.mr-orchestrator.cpu.spare-to-tasks", "true")
        .set(
            "yarn.scheduler.capacity.resource-calculator",
            DominantResourceCalculator.class.getName())
        .set("yarn.mr-orchestrator.cgroup.parent", parent)
        .set("yarn.mr-orchestrator.port", Integer.toString(port))
        .set("yarn.mr-orchestrator.sample-interval", "500ms")
        .set("yarn.mr-orchestrator.epoch", "2s")
        // All daemons have as much of two cores here as one task, as they would in stock.
        .set("yarn.mr-orchestrator.guard.deadline", "20s")
        .set(YarnConfiguration.RECOVERY_ENABLED, "true")
        .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "0")
        .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500");
  }

  /** Nothing is noticed of a single task, so that only spare CPU is handed out. */
  static ClusterSettings ofNoSingleTask(ClusterSettings settings) {
    return settings
        .set("yarn.mr-orchestrator.contention.sigmas", "100")
        .set("yarn.mr-orchestrator.contention.difference", "99");
  }

  static long metric(String source, String name) {
    FeatureMetrics metrics = (FeatureMetrics) DefaultMetricsSystem.instance().getSource(source);
    // How often something was decided is counted from the first time on.
    return metrics == null ? -1 : metrics.snapshot().getOrDefault(name, 0).longValue();
  }

  /** A word count of as many files as there are maps, which burn CPU until a gate is there. */
  final class BurningJob {
    private final MiniCluster cluster;
    private final Path text;
    private final Path gate;
    private final CompletableFuture<WordCountResult> result;

    BurningJob(MiniCluster cluster) throws IOException {
      this.cluster = cluster;
      text = cluster.workDir().resolve("text");
      WordText.write(text, 7, MAPS, 60_000);
      gate = cluster.workDir().resolve("gate");
      result =
          BackgroundCall.start(
              () ->
                  new MapReduceWordCount(cluster)
                      .mapper(CpuBoundMapper.class)
                      .set(CpuBoundMapper.GATE, gate.toString())
                      .set("mapreduce.task.progress-report.interval", "500")
                      .run(text, cluster.workDir().resolve("counts"), PATIENCE_MS));
    }

    /** Waits until their JVMs start no more processes. */
    void awaitUnderWay(Collection<TaskCgroup> maps) {
      Await.until(
          "all maps to be well under way",
          PATIENCE_MS,
          () ->
              maps.stream()
                  .allMatch(each -> Files.exists(CpuBoundMapper.underWay(gate, each.attempt()))));
    }

    /** Lets the maps end, checks the result and waits until no container's group is left. */
    void finish() throws Exception {
      Files.createFile(gate);
      assertEquals(WordText.count(text), BackgroundCall.await(result, PATIENCE_MS).counts);
      cluster.endMapReduceMasters();
      Await.until(
          "the groups of all containers to be gone, the master's last",
          PATIENCE_MS,
          () -> TaskCgroup.left(parent).isEmpty());
    }
  }
}
