// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor.ExitCode;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A NodeManager with Mercury is killed with {@code kill -9} and started again: what runs runs on,
 * what waits waits on in order, and every task runs exactly once.
 */
public class NodeKillTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final int SLOTS = MercuryNode.NODE_VCORES;
  private static final int KILLS = 3;

  @Rule public final DaemonNode node = new DaemonNode("kill");

  @Test
  public void fullQueueKeepsItsOrderAfterAKill() throws Exception {
    // Far longer than the tasks run, however long the machine pauses.
    node.daemon().set("yarn.mercury.estimates.default", "1m");
    node.daemon().start();
    try (ShellWorkload application = node.application("full-queue")) {
      int task = 0;
      List<Integer> priorities = Arrays.asList(3, 1, 2, 3, 1, 2);
      for (int priority = 1; priority <= 3; priority++) {
        application.submit(node.opportunistic(task++, "sleep 0.2").priority(priority));
      }
      application.awaitEnd(PATIENCE_MS);
      node.awaitSavedEstimates(application);
      MercuryNode.Gate gate = node.gate("gate");
      for (int i = 0; i < SLOTS; i++) {
        application.submit(node.opportunistic(task++, gate.command()));
      }
      Await.until("the node to be full", PATIENCE_MS, () -> node.running().size() == SLOTS);
      int firstWaiting = task;
      for (int i = 0; i < priorities.size(); i++) {
        application.submit(
            MercuryNode.filling(node.opportunistic(task++, "true")).priority(priorities.get(i)));
        node.awaitMetric("QueuedContainers", i + 1);
      }
      Map<Integer, String> running = node.running();

      node.daemon().kill();
      node.daemon().start();

      node.awaitMetric("QueuedContainers", priorities.size());
      node.awaitMetric("RunningOpportunistic", SLOTS);
      assertEquals(SLOTS, node.metric("ContainersRecovered"));
      assertEquals("nothing was started again", 0, node.metric("ContainersStarted"));
      assertEquals("the same processes", running, node.running());
      assertTrue("they run", running.values().stream().allMatch(DaemonNode::isAlive));
      assertEquals(1, node.metric("ApplicationsWithRunTimes"));
      assertTrue(
          "run times are those learnt, not the minute that is assumed otherwise: "
              + node.metric("QueueWaitQueuedMillis"),
          node.metric("QueueWaitQueuedMillis") < priorities.size() * 30_000L);

      gate.open();
      application.awaitEnd(PATIENCE_MS);
      node.assertEachRanOnce(task);
      assertEquals("no task was asked for twice", task, application.attempts().size());
      List<Integer> inOrder = new ArrayList<>();
      for (int offset : new int[] {1, 4, 2, 5, 0, 3}) {
        inOrder.add(firstWaiting + offset);
      }
      assertEquals("by priority", inOrder, node.started().subList(firstWaiting, task));
      node.assertLedgerBalances();
    }
  }

  @Test
  public void guaranteedContainerKeepsWaitingForItsVictimAfterAKill() throws Exception {
    // The victim is asked to end, and the NodeManager is killed before it sends more than that.
    node.daemon().set(YarnConfiguration.NM_SLEEP_DELAY_BEFORE_SIGKILL_MS, "600000");
    node.daemon().start();
    try (ShellWorkload application = node.application("victim")) {
      MercuryNode.Gate gate = node.gate("gate");
      int task = 0;
      for (int i = 0; i < SLOTS; i++) {
        application.submit(node.opportunistic(task++, gate.command()));
      }
      Await.until("the node to be full", PATIENCE_MS, () -> node.running().size() == SLOTS);
      application.submit(node.opportunistic(task++, "true"));
      node.awaitMetric("QueuedContainers", 1);
      // A stopped process does not follow a SIGTERM.
      signal("STOP", node.running().values());
      int guaranteed = task;
      application.submit(node.guaranteed(task++, gate.command()));
      node.awaitMetric("ContainersReclaimed", 1);
      node.awaitStockMetric("ContainersGuaranteedQueued", 1);

      node.daemon().kill();
      node.daemon().set(YarnConfiguration.NM_SLEEP_DELAY_BEFORE_SIGKILL_MS, "1000");
      node.daemon().start();

      Await.until(
          () -> "the guaranteed task to run in " + application,
          PATIENCE_MS,
          () -> node.running().containsKey(guaranteed));
      List<Integer> started = new ArrayList<>(node.started());
      assertEquals("nothing overtook it", guaranteed, (int) started.get(SLOTS));
      signal("CONT", node.running().values());
      gate.open();
      application.awaitEnd(PATIENCE_MS);

      List<Attempt> victims =
          application.attempts().stream()
              .filter(a -> a.state() != Attempt.State.SUCCEEDED)
              .collect(Collectors.toList());
      assertEquals("victims: " + victims, 1, victims.size());
      assertTrue(victims.toString(), victims.get(0).diagnostics().contains("Killed to make room"));
      assertEquals(task, node.started().size());
      assertEquals(Collections.singleton(victims.get(0).task), node.running().keySet());
    }
  }

  @Test
  public void eachTaskRunsOnceWithKillsAtRandomMoments() throws Exception {
    Random random = new Random(4);
    node.daemon().start();
    try (ShellWorkload application = node.application("random")) {
      // The tasks of a round wait for its kill to come near, so that there are always some left.
      List<MercuryNode.Gate> rounds = new ArrayList<>();
      List<ShellTask> work = new ArrayList<>();
      for (int round = 0; round <= KILLS; round++) {
        MercuryNode.Gate gate = node.gate("round" + round);
        rounds.add(gate);
        for (int i = 0; i < 2 * SLOTS; i++) {
          // Some outlive a restart, most end before it or while there is no NodeManager.
          int ms = random.nextInt(4) == 0 && round < KILLS ? 3_000 : random.nextInt(500);
          work.add(node.opportunistic(work.size(), gate.command() + "; sleep " + ms / 1000.0));
        }
      }
      application.submit(work);
      for (int kill = 0; kill < KILLS; kill++) {
        // The master's call would fail while there is no NodeManager.
        awaitAccepted(application);
        int starts = node.started().size() + random.nextInt(SLOTS);
        rounds.get(kill).open();
        Await.until(
            () -> starts + " starts in " + application,
            PATIENCE_MS,
            () -> node.started().size() >= starts);
        Uninterruptibles.sleepUninterruptibly(random.nextInt(150), TimeUnit.MILLISECONDS);
        node.daemon().kill();
        node.daemon().start();
      }
      rounds.get(KILLS).open();
      application.awaitEnd(PATIENCE_MS);
      node.assertEachRanOnce(work.size());
      assertEquals(work.size(), application.count(Attempt.State.SUCCEEDED));
      // Stock notes a launch before there is a process; killed in between, it reports the
      // container lost, and the task, which never began, is asked for again.
      application.attempts().stream()
          .filter(a -> a.state() == Attempt.State.KILLED)
          .forEach(a -> assertEquals(a.toString(), ExitCode.LOST.getExitCode(), a.exitStatus()));
      node.awaitMetric("QueuedContainers", 0);
      node.awaitMetric("RunningOpportunistic", 0);
      node.assertLedgerBalances();
    }
  }

  private static void awaitAccepted(ShellWorkload application) {
    Await.until(
        () -> "the node to have all containers of " + application,
        PATIENCE_MS,
        () ->
            application.attempts().stream()
                .allMatch(a -> a.startAcceptedMs() > 0 || a.completedMs() > 0));
  }

  /**
   * Sends a signal to all processes of these containers, but not to the processes that wait for
   * them.
   */
  private static void signal(String signal, Iterable<String> pids) throws Exception {
    List<String> command = new ArrayList<>(Arrays.asList("kill", "-" + signal, "--"));
    for (String pid : pids) {
      if (!DaemonNode.isAlive(pid)) {
        continue;
      }
      // Behind the name, which is in parentheses: state, parent, process group.
      String stat = new String(Files.readAllBytes(Paths.get("/proc", pid, "stat")), UTF_8);
      command.add("-" + stat.substring(stat.lastIndexOf(')') + 2).split(" ")[2]);
    }
    assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
  }
}
