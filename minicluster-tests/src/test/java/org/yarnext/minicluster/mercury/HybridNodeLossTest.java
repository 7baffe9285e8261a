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
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.mercury.master.MasterRecord;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.MiniCluster;

/**
 * An unmodified MapReduce job and an unmodified Tez DAG under a hybrid policy come to the right
 * result although a node is lost with its containers and another NodeManager restarts, and in the
 * end nothing that was asked is outstanding.
 */
public class HybridNodeLossTest {
  private static final int MAPS = 8;

  @Test
  public void mapReduceLosesANodeAndAnotherRestarts() throws Exception {
    losesANodeAndAnotherRestarts("mapreduce", hybrid -> hybrid.mapReduce(""));
  }

  @Test
  public void tezLosesANodeAndAnotherRestarts() throws Exception {
    losesANodeAndAnotherRestarts("tez", hybrid -> hybrid.tez(""));
  }

  @Test
  public void mapReduceDividedOnItsMastersNodeLosesANodeAndThatOneRestarts() throws Exception {
    // Maps are guaranteed until the first have ended.
    dividedOnItsMastersNode(
        "mapreduce",
        "hybrid-GQ(10m, 50%)",
        hybrid -> hybrid.mapReduce(""),
        hybrid -> {
          hybrid.cluster().killNodeManager(awaitBusyNode(hybrid));
          hybrid.cluster().restartNodeManager(hybrid.masterNodeIndex());
        });
  }

  /** Tez gives a task up that four times was to start on a node that is gone. */
  @Test
  public void tezDividedOnItsMastersNodeLosesANodeAndThatOneRestarts() throws Exception {
    dividedOnItsMastersNode(
        "tez",
        // Stock Tez counts a container that was stopped for a guaranteed one as a failure, too.
        "only-Q",
        hybrid -> hybrid.tezWithoutReuse(""),
        hybrid -> {
          hybrid.cluster().killNodeManager(awaitBusyNode(hybrid));
          hybrid.cluster().restartNodeManager(hybrid.masterNodeIndex());
        });
  }

  /** What was divided, and what was learnt, is in the store of the NodeManager that restarts. */
  private void dividedOnItsMastersNode(
      String name, String policy, HybridCluster.Job job, HybridCluster.Job mishap)
      throws Exception {
    Map<String, Long> before = HybridCluster.used();
    try (HybridCluster hybrid =
        HybridCluster.start(
            HybridCluster.distributed("hybrid-master-restarts-" + name, policy)
                .nodes(3)
                .set("yarn.mercury.coordinator.stale-after", "1s")
                // A master asks a NodeManager that is away once more after this time, 30 s by
                // default.
                .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500")
                .set(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "6000"),
            2 * MAPS)) {
      CompletableFuture<Void> running = hybrid.start(job);
      hybrid.awaitMaster();
      Await.until(
          () -> "opportunistic containers: " + before + " -> " + HybridCluster.used(),
          HybridCluster.PATIENCE_MS,
          () ->
              HybridCluster.used().get("OpportunisticGranted")
                  > before.get("OpportunisticGranted"));
      mishap.run(hybrid);
      running.get(HybridCluster.JOB_MS, TimeUnit.MILLISECONDS);

      assertEquals(
          "nothing was given up",
          before.get("AttemptsGivenUp"),
          HybridCluster.used().get("AttemptsGivenUp"));
      hybrid.assertMastersGuaranteed(1);
      hybrid.awaitQuiet();
    }
  }

  private void losesANodeAndAnotherRestarts(String name, HybridCluster.Job job) throws Exception {
    Map<String, Long> before = HybridCluster.used();
    try (HybridCluster hybrid =
        HybridCluster.start(
            HybridCluster.centralised("hybrid-node-loss-" + name, "50%-Q")
                .nodes(3)
                .set(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "6000"),
            MAPS)) {
      MiniCluster cluster = hybrid.cluster();
      CompletableFuture<Void> running = hybrid.start(job);
      MasterRecord record = hybrid.awaitRecord();
      int lost = awaitBusyNode(hybrid);
      NodeId lostNode = cluster.nodeId(lost);
      cluster.killNodeManager(lost);
      int other = other(hybrid, lost);
      cluster.restartNodeManager(other);
      running.get(HybridCluster.PATIENCE_MS, TimeUnit.MILLISECONDS);

      cluster.awaitRunningNodes(2);
      assertNull(
          "it was lost", cluster.resourceManager().getRMContext().getRMNodes().get(lostNode));
      HybridCluster.assertLedgerIsClosed(record.ledger());
      // The counters of a NodeManager end with it.
      HybridCluster.assertUsed(before, 1);
      hybrid.assertMastersGuaranteed(1);
      hybrid.awaitQuiet();
    }
  }

  /** A node with containers, but not the master's. */
  private static int awaitBusyNode(HybridCluster hybrid) {
    int[] found = {-1};
    Await.until(
        "containers beside the master's node",
        HybridCluster.PATIENCE_MS,
        () -> {
          for (int i = 0; i < hybrid.cluster().size(); i++) {
            boolean masters = hybrid.cluster().nodeId(i).equals(hybrid.masterNode());
            if (!masters && !hybrid.cluster().containerPids(i).isEmpty()) {
              found[0] = i;
            }
          }
          return found[0] >= 0;
        });
    return found[0];
  }

  private static int other(HybridCluster hybrid, int lost) {
    for (int i = 0; i < hybrid.cluster().size(); i++) {
      if (i != lost && !hybrid.cluster().nodeId(i).equals(hybrid.masterNode())) {
        return i;
      }
    }
    throw new IllegalStateException("no third node");
  }
}
