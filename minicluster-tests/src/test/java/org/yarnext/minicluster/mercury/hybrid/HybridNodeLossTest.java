// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.elastic.GatedMapper;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * An unmodified MapReduce job and an unmodified Tez DAG under a hybrid policy come to the right
 * result although a node is lost with its containers and another NodeManager restarts, and in the
 * end nothing that was asked is outstanding. MapReduce's policies have both parameters: what waits
 * is divided by what has been learnt on the way, and long tasks stay guaranteed. Tez, which stops
 * its containers, teaches nothing of how long they run, and has a share.
 */
@Category(LongRunning.class)
public class HybridNodeLossTest {
  private static final int TEZ_TASKS = 8;

  /** More than run at first, and more than those that take their places before it is known. */
  private static final int SHORT_MAPS = 14;

  /**
   * Maps are held for longer than that, and reducers are late by two seconds; the rest is for a
   * machine that starts JVMs slowly or pauses.
   */
  private static final int THRESHOLD_MS = 30_000;

  /** Since it was granted, of a map that alone tells that maps run for longer. */
  private static final int LONG_MS = 2 * THRESHOLD_MS + 2_000;

  private static final int MAPS = 5;

  private static final int REDUCERS = 4;

  /** The queue has room for the master and three more, or for one if a node is lost. */
  private static final int GUARANTEED_PERCENT = 34;

  /** Priority of MapReduce's requests. */
  private static final int REDUCE_PRIORITY = 10;

  private static final int MAP_PRIORITY = 20;

  private final Map<String, Long> before = HybridCluster.used();
  private final long shared = HybridCluster.decided(RequestReason.REQUEST_SPLIT_BY_SHARE);
  private final long tooLong = HybridCluster.decided(RequestReason.REQUEST_RUN_TIME_TOO_LONG);

  @Test
  public void mapReduceSurvivesALostNodeAndARestartedNode() throws Exception {
    ClusterSettings settings =
        HybridCluster.centralised("hybrid-node-loss-mapreduce", "hybrid-GQ(10m, 80%)");
    try (HybridCluster hybrid = start(HybridCluster.halfGuaranteed(settings), SHORT_MAPS)) {
      losesANodeAndAnotherRestarts(hybrid, on -> on.mapReduce(""));
    }
  }

  @Test
  public void tezSurvivesALostNodeAndARestartedNode() throws Exception {
    try (HybridCluster hybrid =
        start(HybridCluster.centralised("hybrid-node-loss-tez", "50%-Q"), TEZ_TASKS)) {
      losesANodeAndAnotherRestarts(hybrid, on -> on.tez(""));
    }
  }

  /** Tez gives a task up that four times was to start on a node that is gone. */
  @Test
  public void tezDividedOnItsNodeSurvivesALossAndItsNodeRestart() throws Exception {
    try (HybridCluster hybrid = start(distributed("tez", "80%-Q"), 2 * TEZ_TASKS)) {
      CompletableFuture<Void> running = hybrid.start(on -> on.tezWithoutReuse(""));
      hybrid.awaitMaster();
      awaitDivided();
      losesANode(hybrid, hybrid.masterNodeIndex());
      BackgroundCall.await(running, HybridCluster.JOB_MS);
      assertNothingGivenUp(hybrid);
    }
  }

  /**
   * The maps are held until nodes are lost and restarted, and have run for long by then. What is
   * known of the asks that wait is in the store of the NodeManager that restarts.
   */
  @Test
  public void mapReduceDividedOnItsNodeSurvivesALossAndItsNodeRestart() throws Exception {
    ClusterSettings settings =
        distributed("mapreduce", "hybrid-GQ(" + THRESHOLD_MS + "ms, 50%)")
            // Not all maps to one node, which may be the master's.
            .set("yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments", "1");
    try (HybridCluster hybrid =
        start(HybridCluster.guaranteed(GUARANTEED_PERCENT, settings), MAPS)) {
      Path gate = hybrid.cluster().workDir().resolve("gate");
      MapReduceWordCount job =
          GatedMapper.hold(new MapReduceWordCount(hybrid.cluster()).reducers(REDUCERS), gate);
      CompletableFuture<Void> running = hybrid.start(on -> on.run(job));
      hybrid.awaitMaster();
      losesANode(hybrid, hybrid.masterNodeIndex());
      Await.until(
          () -> "maps that run for long, of " + hybrid.liveContainers(),
          HybridCluster.PATIENCE_MS,
          () -> maps(hybrid) > 0 && maps(hybrid) == longMaps(hybrid));
      Files.createFile(gate);
      Set<Integer> opportunistic = awaitOpportunistic(hybrid, running);
      running.get();

      assertTrue(
          "what waited when the first map had ended",
          HybridCluster.decided(RequestReason.REQUEST_RUN_TIME_TOO_LONG) > tooLong);
      assertTrue(
          "what waited when the first reducer had ended",
          HybridCluster.decided(RequestReason.REQUEST_SPLIT_BY_SHARE) > shared);
      assertEquals("short ones", Collections.singleton(REDUCE_PRIORITY), opportunistic);
      HybridCluster.assertUsed(before, 1);
      assertNothingGivenUp(hybrid);
    }
  }

  private void losesANodeAndAnotherRestarts(HybridCluster hybrid, HybridCluster.Job job)
      throws Exception {
    CompletableFuture<Void> running = hybrid.start(job);
    ApplicationAttemptRecord record = hybrid.awaitRecord();
    awaitDivided();
    int lost = awaitBusyNode(hybrid);
    losesANode(hybrid, lost, other(hybrid, lost));
    BackgroundCall.await(running, HybridCluster.JOB_MS);

    HybridCluster.assertLedgerIsClosed(record.ledger());
    // The counters of a NodeManager end with it.
    HybridCluster.assertUsed(before, 1);
    assertNothingGivenUp(hybrid);
  }

  private static ClusterSettings distributed(String name, String policy) {
    return HybridCluster.distributed("hybrid-master-restarts-" + name, policy)
        .set("yarn.mercury.coordinator.stale-after", "1s")
        // A master asks a NodeManager that is away once more after this time, 30 s by default.
        .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500");
  }

  private static HybridCluster start(ClusterSettings settings, int maps) throws Exception {
    return HybridCluster.start(settings.nodes(3), maps);
  }

  /** Waits for the first opportunistic containers. */
  private void awaitDivided() {
    Await.until(
        () -> "opportunistic containers: " + before + " -> " + HybridCluster.used(),
        HybridCluster.PATIENCE_MS,
        () ->
            HybridCluster.used().get("OpportunisticGranted") > before.get("OpportunisticGranted"));
    assertTrue(HybridCluster.decided(RequestReason.REQUEST_SPLIT_BY_SHARE) > shared);
  }

  private static void losesANode(HybridCluster hybrid, int restarted) throws Exception {
    losesANode(hybrid, awaitBusyNode(hybrid), restarted);
  }

  /** Returns when the ResourceManager knows. */
  private static void losesANode(HybridCluster hybrid, int lost, int restarted) throws Exception {
    NodeId lostNode = hybrid.cluster().nodeId(lost);
    hybrid.cluster().killNodeManager(lost);
    hybrid.cluster().restartNodeManager(restarted);
    hybrid.cluster().expireNode(lost);
    hybrid.cluster().awaitRunningNodes(2);
    assertNull(
        "it was lost",
        hybrid.cluster().resourceManager().getRMContext().getRMNodes().get(lostNode));
  }

  /** Waits for the end of the job; the priorities of opportunistic containers until then. */
  private static Set<Integer> awaitOpportunistic(
      HybridCluster hybrid, CompletableFuture<Void> running) {
    Set<Integer> seen = new TreeSet<>();
    Await.until(
        "the end of the job",
        HybridCluster.JOB_MS,
        () -> {
          for (RMContainer c : hybrid.liveContainers()) {
            if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
              seen.add(priority(c));
            }
          }
          return running.isDone();
        });
    return seen;
  }

  private void assertNothingGivenUp(HybridCluster hybrid) throws IOException {
    assertEquals(
        "nothing was given up",
        before.get("AttemptsGivenUp"),
        HybridCluster.used().get("AttemptsGivenUp"));
    hybrid.assertMastersGuaranteed(1);
    hybrid.awaitQuiet();
  }

  private static int priority(RMContainer container) {
    return container.getAllocatedSchedulerKey().getPriority().getPriority();
  }

  private static long maps(HybridCluster hybrid) {
    return hybrid.liveContainers().stream().filter(c -> priority(c) == MAP_PRIORITY).count();
  }

  private static long longMaps(HybridCluster hybrid) {
    long now = System.currentTimeMillis();
    return hybrid.liveContainers().stream()
        .filter(c -> priority(c) == MAP_PRIORITY && now - c.getCreationTime() >= LONG_MS)
        .count();
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
