// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.daemon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A NodeManager is killed with {@code kill -9} while a container runs beyond its allocation: the
 * container runs on, the next NodeManager knows it, and one without over-allocation leaves nothing
 * of it.
 */
public class OverallocationKillTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;

  @Rule public final DaemonNode node = new DaemonNode("overallocation-kill");

  private void start(String mode) throws IOException {
    String prefix = "yarn.mercury.overallocation.";
    node.daemon().set(prefix + "mode", mode);
    node.daemon().set(prefix + "warm-up", "0s");
    // Whatever else runs on this machine, a little is left.
    node.daemon().set(YarnConfiguration.NM_VCORES, "10000");
    node.daemon().set(prefix + "target", "1.0");
    node.daemon().set(prefix + "start-watermark", "0.02");
    node.daemon().set(prefix + "stop-watermark", "0.005");
    node.daemon().set(prefix + "start-memory-pressure", "1.0");
    node.daemon().set(prefix + "stop-memory-pressure", "1.0");
    node.daemon().set(prefix + "start-cpu-pressure", "1.0");
    node.daemon().start();
  }

  /** Returns the kernel's value of a process; -1001 if it has ended. */
  private static int oomScore(String process) {
    try {
      byte[] text = Files.readAllBytes(Paths.get("/proc", process, "oom_score_adj"));
      return Integer.parseInt(new String(text, US_ASCII).trim());
    } catch (IOException e) {
      return -1_001;
    }
  }

  private static void awaitOomScore(String process, int score) {
    Await.until(
        () -> "an oom_score_adj of " + score + ", it is " + oomScore(process),
        PATIENCE_MS,
        () -> oomScore(process) == score);
  }

  @Test
  public void containerBeyondTheAllocationIsKnownAfterAKillAndLeavesNothing() throws Exception {
    final int own = oomScore("self");
    start("on");
    try (ShellWorkload application = node.application("beyond")) {
      MercuryNode.Gate gate = node.gate("gate");
      application.submit(node.guaranteed(0, gate.command()).size(MercuryNode.NODE_MEMORY_MB, 1));
      Await.until("the node to be full", PATIENCE_MS, () -> node.running().size() == 1);
      application.submit(node.opportunistic(1, gate.command()));
      Await.until(
          () -> "a start beyond the allocation in " + application,
          PATIENCE_MS,
          () -> node.running().size() == 2);
      node.awaitMetric("OverallocatedContainers", 1);
      Map<Integer, String> running = node.running();
      awaitOomScore(running.get(1), 900);

      node.daemon().kill();
      assertEquals("a kill leaves it", 900, oomScore(running.get(1)));
      start("on");
      node.awaitMetric("OverallocatedContainers", 1);
      assertEquals(512, node.metric("OverallocatedMemoryMB"));
      assertEquals(900, oomScore(running.get(1)));
      assertEquals(own, oomScore(running.get(0)));

      node.daemon().kill();
      start("off");
      awaitOomScore(running.get(1), own);
      assertEquals("the same processes", running, node.running());
      assertTrue("they run", running.values().stream().allMatch(DaemonNode::isAlive));
      gate.open();
      application.awaitEnd(PATIENCE_MS);
      // Its resources are in no account any more.
      application.submit(node.guaranteed(2, "true").size(MercuryNode.NODE_MEMORY_MB, 1));
      application.awaitEnd(PATIENCE_MS);
      node.assertEachRanOnce(3);
      assertEquals("no task was asked for twice", 3, application.attempts().size());
    }
  }
}
