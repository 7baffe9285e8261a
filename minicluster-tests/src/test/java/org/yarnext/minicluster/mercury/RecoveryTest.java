// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.Test;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** A NodeManager restarts in the middle of a full queue: nothing is lost and nothing runs twice. */
public class RecoveryTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final int SLOTS = MercuryNode.NODE_VCORES;
  private static final int WAITING = 8;

  @Test
  public void queuedContainersStayQueuedAndRunningContainersContinue() throws Exception {
    try (MercuryNode node = MercuryNode.start(MercuryNode.settings("recovery"));
        ShellWorkload application = node.application("recovery")) {
      Path ran = node.cluster().workDir().resolve("ran");
      MercuryNode.Gate gate = node.gate();
      for (int i = 0; i < SLOTS; i++) {
        application.submit(note(ran, i, gate.command()));
      }
      application.await(Attempt.State.RUNNING, SLOTS, PATIENCE_MS);
      for (int i = 0; i < WAITING; i++) {
        application.submit(note(ran, SLOTS + i, "true"));
      }
      MercuryNode.awaitMetric("QueuedContainers", WAITING);
      Set<String> processes = new HashSet<>(node.cluster().containerPids(0));

      node.cluster().restartNodeManager(0);

      MercuryNode.awaitMetric("QueuedContainers", WAITING);
      MercuryNode.awaitMetric("RunningOpportunistic", SLOTS);
      assertEquals(SLOTS, MercuryNode.metric("ContainersRecovered"));
      assertEquals("nothing was started again", 0, MercuryNode.metric("ContainersStarted"));
      // The sleeps inside the commands come and go, the shells around them stay.
      processes.retainAll(node.cluster().containerPids(0));
      assertTrue("the processes run on: " + processes, processes.size() >= SLOTS);
      assertEquals(SLOTS, application.count(Attempt.State.RUNNING));

      gate.open();
      application.awaitEnd(PATIENCE_MS);
      assertEquals(SLOTS + WAITING, application.count(Attempt.State.SUCCEEDED));
      assertEquals("no task was asked for twice", SLOTS + WAITING, application.attempts().size());
      List<String> lines = Files.readAllLines(ran);
      assertEquals("no task ran twice: " + lines, lines.size(), new HashSet<>(lines).size());
      assertEquals(SLOTS + WAITING, lines.size());
      MercuryNode.awaitMetric("QueuedContainers", 0);
      MercuryNode.awaitMetric("RunningOpportunistic", 0);
      MercuryNode.assertLedgerBalances();
      assertEquals(
          "stock's own count of running opportunistic containers",
          0,
          node.cluster()
              .nodeManager(0)
              .getNMContext()
              .getNodeManagerMetrics()
              .getRunningOpportunisticContainers());
    }
  }

  private static ShellTask note(Path file, int task, String command) {
    return ShellTask.opportunistic("echo " + task + " >> '" + file + "'; " + command);
  }
}
