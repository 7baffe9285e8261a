// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * First the ResourceManager and then a NodeManager restart while under-sized containers of a
 * MapReduce job run, on either scheduler: the containers run on, all metrics show their real sizes
 * afterwards, and the job ends well.
 */
@RunWith(Parameterized.class)
public class ElasticRestartTest {
  private static final int MAPS = 6;

  /** Beside the master: two on each node are whole, one of them the master's, and one is small. */
  private static final int RUNNING = 5;

  private static final int SMALL = 2;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<String> schedulers() {
    return Arrays.asList("fair", "capacity");
  }

  private final String scheduler;

  public ElasticRestartTest(String scheduler) {
    this.scheduler = scheduler;
  }

  @Test
  public void sizesOfRunningContainersSurviveDaemonRestarts() throws Exception {
    try (ElasticCluster elastic =
        ElasticCluster.start(
            ElasticCluster.witnessed("elastic-restart", scheduler)
                .recovery(true)
                .set(YarnConfiguration.RECOVERY_ENABLED, "true")
                .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "0")
                .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500"),
            MAPS)) {
      MiniCluster cluster = elastic.cluster();
      FileGate gate = new FileGate(cluster.workDir().resolve("gate"));
      CompletableFuture<Void> job =
          elastic.start(
              (text, output) ->
                  GatedMapper.hold(elastic.mapReduce(), gate.file())
                      .tags(ElasticCluster.mapReduceTags())
                      .run(text, output, ElasticCluster.PATIENCE_MS));
      Map<String, ReportedContainer> running = awaitFullNodes(elastic);
      Map<String, ContainerJvm> jvms = elastic.watch().jvms();

      cluster.restartResourceManager();
      assertKnown(elastic, running);
      assertSameProcesses(elastic, jvms);

      int node = nodeWithoutMaster(cluster, running);
      cluster.restartNodeManager(node);
      assertKnown(elastic, running);
      assertSameProcesses(elastic, jvms);
      assertKeepSmallHeaps(cluster, node, running);

      gate.open();
      BackgroundCall.await(job, ElasticCluster.PATIENCE_MS);
      running.forEach((container, granted) -> assertTold(cluster, node, container, granted));
      JobHistoryRecords.await(elastic.mapReduce()).assertRanOnce(TaskType.MAP, MAPS);
      elastic.assertSizesAreTrue();
      IdleClusterCheck.await(elastic);
    }
  }

  private static Map<String, ReportedContainer> awaitFullNodes(ElasticCluster elastic) {
    Map<String, ReportedContainer> running = new TreeMap<>();
    Await.until(
        () -> "all nodes to be full: " + running,
        ElasticCluster.PATIENCE_MS,
        () -> {
          running.clear();
          running.putAll(ContainerWatch.running(elastic.cluster()));
          return running.size() == RUNNING + 1
              && elastic.watch().jvms().keySet().containsAll(running.keySet());
        });
    assertEquals(
        running.toString(),
        SMALL,
        running.values().stream().filter(ReportedContainer::undersized).count());
    return running;
  }

  /**
   * Waits until the ResourceManager has heard of all containers and asks again; then its books are
   * what they were.
   */
  private static void assertKnown(ElasticCluster elastic, Map<String, ReportedContainer> running) {
    MiniCluster cluster = elastic.cluster();
    Await.until(
        () -> running + ", of which are known " + ContainerWatch.running(cluster),
        ElasticCluster.PATIENCE_MS,
        () -> ContainerWatch.running(cluster).equals(running));
    QueueMetrics root = elastic.scheduler().getRootQueueMetrics();
    long waitingMb = (MAPS - RUNNING) * ElasticCluster.TASK_MB;
    Await.until(
        () -> waitingMb + " MB to be pending, not " + root.getPendingMB(),
        ElasticCluster.PATIENCE_MS,
        () -> root.getPendingMB() == waitingMb);
    assertEquals("the master's node and the other", 2, cluster.size());
    assertEquals(2 * ElasticCluster.NODE_MB, root.getAllocatedMB());
    assertEquals(running.size(), root.getAllocatedContainers());
    for (int i = 0; i < cluster.size(); i++) {
      assertEquals(
          ElasticCluster.NODE_MB,
          elastic.scheduler().getNode(cluster.nodeId(i)).getAllocatedResource().getMemorySize());
    }
  }

  private static void assertSameProcesses(ElasticCluster elastic, Map<String, ContainerJvm> jvms)
      throws IOException {
    assertEquals("none is new", jvms, elastic.watch().jvms());
    List<String> alive = new ArrayList<>();
    for (int i = 0; i < elastic.cluster().size(); i++) {
      alive.addAll(elastic.cluster().containerPids(i));
    }
    jvms.forEach((container, jvm) -> assertTrue(container, alive.contains(jvm.pid)));
  }

  private static int nodeWithoutMaster(
      MiniCluster cluster, Map<String, ReportedContainer> running) {
    for (int i = 0; i < cluster.size(); i++) {
      String host = cluster.host(i);
      if (running.values().stream().noneMatch(c -> c.master && c.host.equals(host))) {
        return i;
      }
    }
    throw new IllegalStateException("the master is on every node: " + running);
  }

  /** A container that the node would launch again has the smaller heap too. */
  private static void assertKeepSmallHeaps(
      MiniCluster cluster, int node, Map<String, ReportedContainer> running) {
    int small = 0;
    for (Map.Entry<ContainerId, Container> known :
        cluster.nodeManager(node).getNMContext().getContainers().entrySet()) {
      ReportedContainer granted = running.get(known.getKey().toString());
      Container container = known.getValue();
      assertEquals(granted.mb, container.getResource().getMemorySize());
      if (granted.undersized()) {
        String command = container.getLaunchContext().getCommands().toString();
        assertTrue(command, command.contains(" -Xmx" + ElasticCluster.SMALL_HEAP_KB / 1024 + "m "));
        small++;
      }
    }
    assertEquals(1, small);
  }

  /** The master heard how each under-sized container ended; how long it ran is forgotten. */
  private static void assertTold(
      MiniCluster cluster, int restarted, String container, ReportedContainer granted) {
    if (granted.undersized()) {
      String told = AllocateResponseRecorder.ended(container).getDiagnostics();
      UndersizedEnd end = UndersizedEnd.find(told);
      assertEquals(told, UndersizedEnd.Outcome.WELL, end.outcome());
      assertEquals(ElasticCluster.TASK_MB, end.requestedMb());
      assertEquals(ElasticCluster.SMALL_MB, end.grantedMb());
      assertTrue(end.smallerHeap());
      assertEquals(told, granted.host.equals(cluster.host(restarted)), end.ranMs() < 0);
    }
  }
}
