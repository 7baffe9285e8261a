// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Two nodes that are full by allocation and idle by use, of which one is over-allocated: it reports
 * no wait, and opportunistic containers are placed and start there.
 */
public class OverallocationRankingTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final String MODE = "test.overallocation.mode.";

  private static ClusterSettings settings() {
    return MercuryNode.settings("overallocation-ranking")
        .nodes(2)
        // On a busy machine the smallest idle part of its processors is room for a container.
        .nodeSize(MercuryNode.NODE_MEMORY_MB, 10_000)
        .set("yarn.mercury.overallocation.mode", "${" + MODE + "${" + ClusterSettings.NODE + "}}")
        .set(MODE + "node0", "off")
        .set(MODE + "node1", "on")
        .set(MODE + "none", "off")
        .set("yarn.mercury.overallocation.warm-up", "0s")
        // Some memory is left beside other processes of this machine.
        .set("yarn.mercury.overallocation.target", "1.0")
        .set("yarn.mercury.overallocation.start-watermark", "0.02")
        .set("yarn.mercury.overallocation.stop-watermark", "0.005")
        .set("yarn.mercury.overallocation.start-memory-pressure", "1.0")
        .set("yarn.mercury.overallocation.stop-memory-pressure", "1.0")
        .set("yarn.mercury.overallocation.start-cpu-pressure", "1.0");
  }

  /** The wait of a node's last heartbeat, in ms. */
  private static int waitMs(MiniCluster cluster, int node) {
    return cluster
        .resourceManager()
        .getRMContext()
        .getRMNodes()
        .get(cluster.nodeId(node))
        .getOpportunisticContainersStatus()
        .getEstimatedQueueWaitTime();
  }

  /** The room that the over-allocated one of the two NodeManagers of this process has, in MB. */
  private static long unusedMb() {
    long unusedMb = 0;
    for (String name : new String[] {"Mercury", "Mercury-1"}) {
      MetricsSource source = DefaultMetricsSystem.instance().getSource(name);
      unusedMb +=
          source == null
              ? 0
              : ((FeatureMetrics) source).snapshot().get("UnusedMemoryMB").longValue();
    }
    return unusedMb;
  }

  @Test
  public void containersArePlacedWhereThereIsRoomByUse() throws Exception {
    try (MiniCluster cluster = settings().start();
        ShellWorkload application = ShellWorkload.start(cluster, "ranking", 100)) {
      MercuryNode.Gate gate = new MercuryNode.Gate(cluster.workDir().resolve("gate"));
      for (int i = 0; i < 2; i++) {
        application.submit(MercuryNode.filling(ShellTask.guaranteed(gate.command())));
      }
      application.await(Attempt.State.RUNNING, 2, PATIENCE_MS);
      Await.until(
          () -> "room by use: " + unusedMb() + " MB",
          PATIENCE_MS,
          () -> unusedMb() >= MercuryNode.NODE_MEMORY_MB / 2);
      Await.until(
          () -> "waits: " + waitMs(cluster, 0) + " and " + waitMs(cluster, 1),
          PATIENCE_MS,
          () -> waitMs(cluster, 0) > 0 && waitMs(cluster, 1) == 0);
      for (int i = 2; i < 4; i++) {
        application.submit(ShellTask.opportunistic(gate.command()).size(512, 1));
        application.await(Attempt.State.RUNNING, i + 1, PATIENCE_MS);
        assertEquals(cluster.nodeId(1), application.latest(i).container().getNodeId());
      }
      for (int i = 0; i < 2; i++) {
        assertEquals("it does not notice", Attempt.State.RUNNING, application.latest(i).state());
      }
      assertTrue("no room within the allocation", waitMs(cluster, 0) > 0);
      gate.open();
      application.awaitEnd(PATIENCE_MS);
      assertEquals(4, application.count(Attempt.State.SUCCEEDED));
    }
  }
}
