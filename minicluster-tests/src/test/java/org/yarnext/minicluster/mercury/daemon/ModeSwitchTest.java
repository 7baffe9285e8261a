// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.daemon;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Mercury is switched on or off at a restart of the NodeManager: what the one scheduler left
 * waiting the other runs, every task exactly once.
 */
public class ModeSwitchTest {
  private static final long SETTLING_MS = 2_000;
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final int RUNNING = 2;
  private static final int WAITING = 6;

  @Rule public final DaemonNode node = new DaemonNode("switch");

  @Test
  public void stockRunsContainersQueuedByMercuryOnceTheModeIsOff() throws Exception {
    mercuryToStock(() -> node.daemon().set("yarn.mercury.mode", "off"));
  }

  @Test
  public void stockRunsContainersQueuedByMercuryOnceItIsRemoved() throws Exception {
    mercuryToStock(
        () -> {
          node.daemon().unset(YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS);
          node.daemon().set(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle");
        });
  }

  /**
   * A restarted stock NodeManager asks again for room for what runs already, behind what waits, and
   * without it never notices the end. So the node is half full, and those that run are of the
   * earlier application, which is recovered first.
   */
  private void mercuryToStock(Runnable switchOff) throws Exception {
    node.daemon().start();
    try (ShellWorkload earlier = node.application("runs");
        ShellWorkload later = node.application("waits")) {
      MercuryNode.Gate gate = node.gate("gate");
      int task = 0;
      for (int i = 0; i < RUNNING; i++) {
        earlier.submit(node.opportunistic(task++, gate.command()));
      }
      awaitRunning();
      for (int i = 0; i < WAITING; i++) {
        later.submit(MercuryNode.filling(node.opportunistic(task++, "true")));
      }
      node.awaitMetric("QueuedContainers", WAITING);
      Map<Integer, String> running = node.running();

      node.daemon().kill();
      switchOff.run();
      node.daemon().start();

      assertFalse(node.showsMercury());
      node.awaitStockMetric("ContainersOpportunisticQueued", WAITING);
      assertEquals("the same processes", running, node.running());
      gate.open();
      awaitEnd(earlier, later);
      node.assertEachRanOnce(task);
      assertEquals("asked for once", RUNNING, earlier.attempts().size());
      assertEquals("asked for once", WAITING, later.attempts().size());
      node.awaitStockMetric("ContainersOpportunisticQueued", 0);
      node.awaitStockMetric("RunningOpportunisticContainers", 0);
    }
  }

  /** Stock keeps what it had queued, and runs it before anything that comes to Mercury. */
  @Test
  public void containersQueuedByStockRunAfterMercuryIsTurnedOn() throws Exception {
    node.daemon().set("yarn.mercury.mode", "off");
    node.daemon().start();
    try (ShellWorkload earlier = node.application("comes");
        ShellWorkload later = node.application("waits")) {
      MercuryNode.Gate gate = node.gate("gate");
      int task = 0;
      for (; task < RUNNING; task++) {
        later.submit(node.opportunistic(task, gate.command()));
      }
      awaitRunning();
      for (; task < RUNNING + WAITING; task++) {
        later.submit(MercuryNode.filling(node.opportunistic(task, "true")));
        node.awaitStockMetric("ContainersOpportunisticQueued", task - RUNNING + 1);
      }
      Map<Integer, String> running = node.running();

      // Stock notes a container as queued after it has counted it; caught before, it is Mercury's.
      Thread.sleep(SETTLING_MS);
      node.daemon().kill();
      node.daemon().set("yarn.mercury.mode", "on");
      node.daemon().start();

      node.awaitMetric("ContainersRecovered", RUNNING);
      node.awaitStockMetric("ContainersOpportunisticQueued", WAITING);
      earlier.submit(MercuryNode.filling(node.opportunistic(task, "true")));
      node.awaitMetric("QueuedContainers", 1);
      assertEquals("the same processes", running, node.running());
      gate.open();
      awaitEnd(earlier, later);
      node.assertEachRanOnce(task + 1);
      assertEquals("asked for once", RUNNING + WAITING, later.attempts().size());
      assertEquals("asked for once", 1, earlier.attempts().size());
      assertEquals(
          "in the order of their arrival",
          Arrays.asList(2, 3, 4, 5, 6, 7, 8),
          node.started().subList(RUNNING, task + 1));
      node.awaitMetric("QueuedContainers", 0);
      node.assertLedgerBalances();
    }
  }

  /**
   * Containers that stock had queued have room after the restart, because the node has grown. Stock
   * by itself launches such containers before they are initialised, and they fail.
   */
  @Test
  public void containersQueuedByStockRunWhenTheNodeHasGrown() throws Exception {
    node.daemon().set("yarn.mercury.mode", "off");
    node.daemon().start();
    try (ShellWorkload application = node.application("fits")) {
      MercuryNode.Gate gate = node.gate("gate");
      int task = 0;
      for (; task < RUNNING; task++) {
        application.submit(node.opportunistic(task, gate.command()));
      }
      awaitRunning();
      for (; task < RUNNING + 2; task++) {
        application.submit(MercuryNode.filling(node.opportunistic(task, gate.command())));
        node.awaitStockMetric("ContainersOpportunisticQueued", task - RUNNING + 1);
      }

      // Stock notes a container as queued after it has counted it; caught before, it is Mercury's.
      Thread.sleep(SETTLING_MS);
      node.daemon().kill();
      node.daemon().set("yarn.mercury.mode", "on");
      node.daemon().set(YarnConfiguration.NM_PMEM_MB, "" + 4 * MercuryNode.NODE_MEMORY_MB);
      node.daemon().set(YarnConfiguration.NM_VCORES, "" + 4 * MercuryNode.NODE_VCORES);
      node.daemon().start();

      int all = task;
      Await.until("all tasks to start", PATIENCE_MS, () -> node.started().size() == all);
      gate.open();
      awaitEnd(application);
      node.assertEachRanOnce(all);
      assertEquals("asked for once", all, application.attempts().size());
    }
  }

  private void awaitRunning() {
    Await.until(RUNNING + " tasks to run", PATIENCE_MS, () -> node.running().size() == RUNNING);
  }

  private static void awaitEnd(ShellWorkload... applications) {
    for (ShellWorkload application : applications) {
      application.awaitEnd(PATIENCE_MS);
      assertEquals(
          application.toString(),
          application.attempts().size(),
          application.count(Attempt.State.SUCCEEDED));
    }
  }
}
