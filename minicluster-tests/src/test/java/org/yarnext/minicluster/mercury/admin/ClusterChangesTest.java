// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.admin;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.minicluster.elastic.GatedMapper;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.mercury.hybrid.HybridCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Mercury follows an administrator's changes of queues, nodes and labels on a running cluster. The
 * applications' masters are unmanaged.
 */
public class ClusterChangesTest {
  private static final long PATIENCE_MS = AdministeredCluster.PATIENCE_MS;
  private static final int NARROW = AdministeredCluster.NARROW_QUOTA;
  private static final int WIDE = AdministeredCluster.WIDE_QUOTA;

  /** Number of tasks that fit on a node. */
  private static final int NODE_TASKS = MercuryNode.NODE_VCORES;

  private static AdministeredCluster cluster;

  @BeforeClass
  public static void start() throws Exception {
    cluster = AdministeredCluster.start("changes");
  }

  @AfterClass
  public static void stop() throws Exception {
    cluster.close();
  }

  @After
  public void clear() throws Exception {
    cluster.clear();
  }

  private static void submit(ShellWorkload application, int tasks, MercuryNode.Gate gate) {
    application.submit(Collections.nCopies(tasks, ShellTask.guaranteed(gate.command())));
  }

  private static RMNode node(int i) {
    return cluster.context().getRMNodes().get(cluster.cluster().nodeId(i));
  }

  private static ExecutionType type(Attempt attempt) {
    return attempt.container().getExecutionType();
  }

  @Test
  public void movedApplicationHasPolicyAndQuotaOfItsNewQueue() throws Exception {
    MercuryNode.Gate gate = cluster.gate("move");
    try (ShellWorkload application = cluster.application("default");
        YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.cluster().conf());
      yarn.start();
      submit(application, WIDE + 2, gate);
      cluster.awaitRunning(application, NARROW);
      ApplicationAttemptRecord record = cluster.record(application);
      assertEquals(record.ledger().toString(), NARROW, record.opportunisticAlive());

      yarn.moveApplicationAcrossQueues(application.applicationId(), "wide");
      cluster.awaitRunning(application, WIDE);
      assertEquals(WIDE, cluster.record(application).opportunisticAlive());

      yarn.moveApplicationAcrossQueues(application.applicationId(), "sure");
      submit(application, 1, gate);
      Await.until(
          () -> "the last task to have a guaranteed container: " + application.attempts(),
          PATIENCE_MS,
          () ->
              application.attempts().stream()
                  .anyMatch(a -> a.container() != null && type(a) == ExecutionType.GUARANTEED));
      cluster.assertEndsInOrder(application, gate);
    }
  }

  @Test
  public void movedMapReduceJobCompletes() throws Exception {
    Path work = cluster.cluster().workDir();
    Path text = work.resolve("text");
    WordText.write(text, 7, WIDE + 1, 5_000);
    Path gate = work.resolve("maps");
    MapReduceWordCount job =
        GatedMapper.hold(new MapReduceWordCount(cluster.cluster()), gate)
            .set("mapreduce.job.queuename", "default")
            .set("mapreduce.map.memory.mb", "256")
            .set("mapreduce.map.java.opts", "-Xmx160m");
    int jobs = cluster.context().getRMApps().size();
    CompletableFuture<SortedMap<String, Long>> counts =
        BackgroundCall.start(() -> job.run(text, work.resolve("counts"), 3 * PATIENCE_MS).counts);
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.cluster().conf());
      yarn.start();
      Await.until("the job", PATIENCE_MS, () -> cluster.context().getRMApps().size() == jobs + 1);
      ApplicationId id =
          cluster.context().getRMApps().keySet().stream().max(Comparator.naturalOrder()).get();
      awaitOpportunistic(id, NARROW);
      yarn.moveApplicationAcrossQueues(id, "wide");
      awaitOpportunistic(id, WIDE);
      Files.createFile(gate);
      assertEquals(WordText.count(text), BackgroundCall.await(counts, 3 * PATIENCE_MS));
      assertEquals("masters", 1, cluster.context().getRMApps().get(id).getAppAttempts().size());
    }
    cluster.cluster().endMapReduceMasters();
    cluster.awaitNothingPending();
  }

  private static void awaitOpportunistic(ApplicationId id, int count) {
    Await.until(
        () -> count + " opportunistic containers of " + cluster.record(id, 1),
        PATIENCE_MS,
        () -> cluster.record(id, 1) != null && cluster.record(id, 1).opportunisticAlive() == count);
  }

  @Test
  public void queuesAddedOrChangedByARefreshAreUsed() throws Exception {
    MercuryNode.Gate gate = cluster.gate("refresh");
    try (ShellWorkload before = cluster.application("default")) {
      submit(before, NARROW + 1, gate);
      cluster.awaitRunning(before, NARROW);
      cluster
          .configureQueue("queues", "default,wide,sure,added")
          .configureQueue("default.capacity", "20")
          .configureQueue("added.capacity", "20");
      cluster.admin("-refreshQueues");
      try (ShellWorkload after = cluster.application("added")) {
        MercuryNode.Gate other = cluster.gate("refreshed");
        submit(after, WIDE + 1, other);
        cluster.awaitRunning(after, WIDE);
        assertEquals("as before", NARROW, before.count(Attempt.State.RUNNING));
        cluster.assertEndsInOrder(before, gate, false);
        cluster.assertEndsInOrder(after, other);
      }
    }
  }

  @Test
  public void resizedNodeIsFilledToItsNewSize() throws Exception {
    MercuryNode.Gate gate = cluster.gate("resize");
    String id = cluster.cluster().nodeId(1).toString();
    try (ShellWorkload first = cluster.application("wide");
        ShellWorkload second = cluster.application("wide")) {
      cluster.admin("-updateNodeResource", id, "512", "1");
      Await.until(
          "the smaller node",
          PATIENCE_MS,
          () ->
              cluster
                      .cluster()
                      .nodeManager(1)
                      .getNMContext()
                      .getContainerManager()
                      .getContainersMonitor()
                      .getPmemAllocatedForContainers()
                  == 512L << 20);
      submit(first, WIDE, gate);
      submit(second, WIDE, gate);
      Await.until(
          () -> NODE_TASKS + 1 + " running of " + first + " and " + second,
          PATIENCE_MS,
          () -> running(first, second) == NODE_TASKS + 1);
      assertEquals(1, cluster.running(first, 1) + cluster.running(second, 1));
      cluster.admin("-updateNodeResource", id, "" + MercuryNode.NODE_MEMORY_MB, "" + NODE_TASKS);
      Await.until(
          () -> "all running of " + first + " and " + second,
          PATIENCE_MS,
          () -> running(first, second) == 2 * WIDE);
      gate.open();
      for (ShellWorkload each : new ShellWorkload[] {first, second}) {
        AdministeredCluster.assertAllSucceed(each);
        HybridCluster.assertLedgerIsClosed(cluster.record(each).ledger());
      }
    }
    cluster.awaitNothingPending();
  }

  private static int running(ShellWorkload... applications) {
    int sum = 0;
    for (ShellWorkload application : applications) {
      sum += application.count(Attempt.State.RUNNING);
    }
    return sum;
  }

  @Test
  public void labelledNodeTakesNothingFromQueuesWithoutTheLabel() throws Exception {
    MercuryNode.Gate gate = cluster.gate("label");
    String id = cluster.cluster().nodeId(1).toString();
    cluster.admin("-addToClusterNodeLabels", "special(exclusive=true)");
    try (ShellWorkload application = cluster.application("wide")) {
      cluster.admin("-replaceLabelsOnNode", id + "=special");
      Await.until(
          "the label",
          PATIENCE_MS,
          () -> node(1).getNodeLabels().equals(Collections.singleton("special")));
      cluster.awaitRound();
      submit(application, WIDE, gate);
      cluster.awaitRunning(application, WIDE);
      assertEquals(application.attempts().toString(), 0, cluster.running(application, 1));
      cluster.assertEndsInOrder(application, gate);
    } finally {
      cluster.admin("-replaceLabelsOnNode", id);
    }
    cluster.awaitRound();
    try (ShellWorkload first = cluster.application("wide");
        ShellWorkload second = cluster.application("wide")) {
      MercuryNode.Gate other = cluster.gate("unlabelled");
      submit(first, WIDE, other);
      submit(second, WIDE, other);
      cluster.awaitRunning(first, WIDE);
      cluster.awaitRunning(second, WIDE);
      assertTrue(cluster.running(first, 1) + cluster.running(second, 1) > 0);
      cluster.assertEndsInOrder(first, other, false);
      AdministeredCluster.assertAllSucceed(second);
    }
  }

  @Test
  public void decommissioningNodeFinishesItsContainersAndTakesNoMore() throws Exception {
    MercuryNode.Gate gate = cluster.gate("decommission");
    try (ShellWorkload first = cluster.application("wide")) {
      submit(first, WIDE, gate);
      cluster.awaitRunning(first, WIDE);
      // All may run on one node; that is the one to leave then.
      int leaving = cluster.running(first, 1) > 0 ? 1 : 0;
      long onIt = cluster.running(first, leaving);
      cluster.exclude(cluster.cluster().host(leaving));
      cluster.admin("-refreshNodes", "-g", "300", "-server");
      Await.until(
          () -> "DECOMMISSIONING of " + node(leaving).getState(),
          PATIENCE_MS,
          () -> node(leaving).getState() == NodeState.DECOMMISSIONING);
      cluster.awaitRound();
      MercuryNode.Gate other = cluster.gate("elsewhere");
      try (ShellWorkload second = cluster.application("wide")) {
        submit(second, WIDE, other);
        int room = (int) (NODE_TASKS - (WIDE - onIt));
        cluster.awaitRunning(second, Math.min(room, WIDE));
        assertEquals(second.attempts().toString(), 0, cluster.running(second, leaving));
        assertEquals("they run on", onIt, cluster.running(first, leaving));
        cluster.assertEndsInOrder(first, gate, false);
        other.open();
        AdministeredCluster.assertAllSucceed(second);
        assertTrue(
            second.attempts().toString(),
            second.attempts().stream()
                .noneMatch(
                    a -> a.container().getNodeId().equals(cluster.cluster().nodeId(leaving))));
      }
      Await.until(
          () -> "the end of a node that is " + cluster.context().getInactiveRMNodes(),
          PATIENCE_MS,
          () -> node(leaving) == null);
      cluster.awaitNothingPending();
    } finally {
      cluster.exclude();
      cluster.admin("-refreshNodes");
      for (int i = 0; i < AdministeredCluster.NODES; i++) {
        NodeManager node = cluster.cluster().nodeManager(i);
        if (node(i) == null && node.waitForServiceToStop(PATIENCE_MS)) {
          cluster.cluster().startNodeManager(i);
        }
      }
      cluster.cluster().awaitRunningNodes(AdministeredCluster.NODES);
    }
  }
}
