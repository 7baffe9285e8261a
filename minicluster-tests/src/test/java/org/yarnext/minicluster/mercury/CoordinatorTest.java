// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * The coordinator in a running ResourceManager: a node far worse off than the others is made to
 * shed, and what it shed is asked for again and runs elsewhere, once.
 */
public class CoordinatorTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final int SLOTS = MercuryNode.NODE_VCORES;
  private static final int WAITING = 40;
  private static final int MIN_WAIT_MS = 6_000;

  @Test
  public void overloadedNodeShedsAndShedTasksRunElsewhereOnce() throws Exception {
    anOverloadedNodeSheds(
        MercuryNode.settings("coordinator"), true, CoordinatorTest::aSilentNodeIsLeftOut);
  }

  /** Four of its forty seconds are below the least limit, and all that anybody hears of. */
  @Test
  public void nodeReportingATenthOfItsWaitSheds() throws Exception {
    anOverloadedNodeSheds(
        MercuryNode.settings("coordinator-hidden").underReporting(1, 0.1), false, cluster -> {});
  }

  /**
   * @param isHonest whether the node reports its wait as it is; else, when others have a queue,
   *     too, it may seem to be the better place
   */
  private static void anOverloadedNodeSheds(
      ClusterSettings settings, boolean isHonest, Consumer<MiniCluster> afterwards)
      throws Exception {
    try (MiniCluster cluster =
            settings
                .nodes(3)
                .set("yarn.mercury.coordinator.interval", "200ms")
                .set("yarn.mercury.coordinator.stale-after", "4s")
                .set("yarn.mercury.coordinator.min-wait", MIN_WAIT_MS + "ms")
                .set("yarn.mercury.shedding.delay", "500ms")
                // The two that wait least; of three nodes, 50 would be any.
                .set(YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED, "2")
                .start();
        ShellWorkload application = ShellWorkload.start(cluster, "flood", 100)) {
      NodeId overloaded = cluster.nodeId(0);
      for (int i = 1; i < 3; i++) {
        cluster.stopNodeManager(i);
        cluster.expireNode(i);
      }
      cluster.awaitRunningNodes(1);
      Path ran = cluster.workDir().resolve("ran");
      MercuryNode.Gate gate = new MercuryNode.Gate(cluster.workDir().resolve("gate"));
      List<ShellTask> tasks = new ArrayList<>();
      for (int i = 0; i < SLOTS; i++) {
        tasks.add(note(ran, i, gate.command(), 2_000));
      }
      application.submit(tasks);
      application.await(Attempt.State.RUNNING, SLOTS, PATIENCE_MS);
      tasks.clear();
      for (int i = 0; i < WAITING; i++) {
        tasks.add(note(ran, SLOTS + i, "true", 4_000));
      }
      // Ten rounds of four seconds in the queue of the only node.
      application.submit(tasks);
      MercuryNode.awaitMetric("QueuedContainers", WAITING);
      assertEquals("nowhere to go", 0, metric("Decision_LIMIT_SENT_applied"));
      assertEquals(0, MercuryNode.metric("ContainersShed"));

      cluster.startNodeManager(1);
      cluster.startNodeManager(2);
      Await.until(
          () -> "the queue of the overloaded node to be cut; " + source().snapshot(),
          PATIENCE_MS,
          () -> application.count(Attempt.State.SUCCEEDED) >= WAITING / 2);
      for (int i = 0; i < SLOTS; i++) {
        assertEquals("running ones stay", Attempt.State.RUNNING, application.latest(i).state());
      }
      long openedMs = System.currentTimeMillis();
      gate.open();
      application.awaitEnd(PATIENCE_MS);

      assertShedTasksRanElsewhere(application, overloaded, isHonest ? openedMs : 0);
      List<String> lines = Files.readAllLines(ran);
      assertEquals("each task ran", SLOTS + WAITING, lines.size());
      assertEquals("and once: " + lines, lines.size(), new HashSet<>(lines).size());
      afterwards.accept(cluster);
      assertEquals(0, metric("RoundFailures"));
    }
  }

  /**
   * @param openedMs tasks allocated before this time must not have run on the overloaded node again
   */
  private static void assertShedTasksRanElsewhere(
      ShellWorkload application, NodeId overloaded, long openedMs) {
    assertEquals(SLOTS + WAITING, application.count(Attempt.State.SUCCEEDED));
    List<Attempt> shed =
        application.attempts().stream()
            .filter(a -> a.state() == Attempt.State.KILLED)
            .collect(Collectors.toList());
    assertTrue(shed.size() + " shed", shed.size() >= WAITING / 2);
    for (Attempt a : shed) {
      assertEquals(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, a.exitStatus());
      assertTrue(a.diagnostics(), a.diagnostics().contains("SHED_WAIT_LIMIT"));
      assertEquals("it never ran", 0, a.runStartMs());
      assertEquals(overloaded, a.container().getNodeId());
      Attempt again = application.latest(a.task);
      if (again.allocatedMs() < openedMs) {
        assertNotEquals("its task ran elsewhere", overloaded, again.container().getNodeId());
      }
    }
  }

  /** With recovery on, a NodeManager that stops says nothing, as one that dies. */
  private static void aSilentNodeIsLeftOut(MiniCluster cluster) {
    awaitNodes(3, 0);
    cluster.stopNodeManager(2);
    awaitNodes(2, 1);
    cluster.expireNode(2);
    cluster.awaitRunningNodes(2);
    awaitNodes(2, 0);
  }

  /** A node that a busy machine keeps from reporting counts as silent meanwhile. */
  private static void awaitNodes(long fresh, long stale) {
    Await.until(
        () -> fresh + " fresh nodes and " + stale + " stale ones: " + source().snapshot(),
        PATIENCE_MS,
        () -> metric("FreshNodes") == fresh && metric("StaleNodes") == stale);
  }

  private static ShellTask note(Path file, int task, String command, int declaredMs) {
    return ShellTask.opportunistic("echo " + task + " >> '" + file + "'; " + command)
        .environment(RunTimeHint.ENVIRONMENT_VARIABLE, Integer.toString(declaredMs));
  }

  private static FeatureMetrics source() {
    MetricsSource source = DefaultMetricsSystem.instance().getSource("MercuryCoordinator");
    assertNotNull("the coordinator shows its metrics", source);
    return (FeatureMetrics) source;
  }

  /** 0 for a decision not yet taken. */
  private static long metric(String name) {
    Number value = source().snapshot().get(name);
    return value == null ? 0 : value.longValue();
  }
}
