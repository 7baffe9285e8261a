// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A policy with a run time makes requests opportunistic only once no guaranteed requests of other
 * applications wait for all free room; beyond(n) only once little memory is free.
 */
public class WaitingDemandTest {
  private static final int TASKS = 24;

  @Test
  public void requestsFollowTheDemandOfOthers() throws Exception {
    try (MiniCluster cluster =
            HybridCluster.centralised("waiting-demand", "shorter-than(1m)")
                .set("yarn.mercury.hybrid.min-available", "100")
                .start();
        ShellWorkload large = ShellWorkload.start(cluster, "large", 100);
        ShellWorkload small = ShellWorkload.start(cluster, "small", 100)) {
      MercuryNode.Gate gate = new MercuryNode.Gate(cluster.workDir().resolve("gate"));
      // One node is full, and a task that needs a whole node waits for the other, where the small
      // tasks run one by one.
      large.submit(
          Collections.nCopies(
              2, MercuryNode.filling(ShellTask.guaranteed(gate.command())).on(cluster.host(0))));
      large.await(Attempt.State.RUNNING, 1, MercuryNode.PATIENCE_MS);
      long granted = HybridCluster.used().get("OpportunisticGranted");
      small.submit(
          Collections.nCopies(TASKS, ShellTask.guaranteed(ShellTask.sleep(1)).size(1024, 1)));
      small.await(Attempt.State.SUCCEEDED, 4, MercuryNode.PATIENCE_MS);
      assertTrue(HybridCluster.decided(RequestReason.REQUEST_DEMAND_WAITS) > 0);
      assertEquals(
          "none is opportunistic while others wait",
          granted,
          (long) HybridCluster.used().get("OpportunisticGranted"));

      gate.open();
      large.awaitEnd(MercuryNode.PATIENCE_MS);
      Await.until(
          "opportunistic containers once nobody waits",
          MercuryNode.PATIENCE_MS,
          () -> HybridCluster.used().get("OpportunisticGranted") > granted);
      small.awaitEnd(MercuryNode.PATIENCE_MS);
      assertEquals(TASKS, small.count(Attempt.State.SUCCEEDED));
    }
  }

  /** Six tasks need 3,840 MB of 4,096. */
  @Test
  public void requestsBeyondTheBaseAreGuaranteedWhileMemoryIsFree() throws Exception {
    try (MiniCluster cluster =
            HybridCluster.centralised("free-memory", "beyond(1)")
                .set("yarn.mercury.hybrid.beyond-min-free", "25")
                .start();
        ShellWorkload alone = ShellWorkload.start(cluster, "alone", 100)) {
      MercuryNode.Gate gate = new MercuryNode.Gate(cluster.workDir().resolve("gate"));
      alone.submit(Collections.nCopies(6, ShellTask.guaranteed(gate.command()).size(640, 1)));
      alone.await(Attempt.State.RUNNING, 6, MercuryNode.PATIENCE_MS);
      assertTrue(HybridCluster.decided(RequestReason.REQUEST_MEMORY_FREE) > 0);
      // Not the number granted: one may be stopped for a guaranteed one, and granted again.
      long opportunistic =
          alone.attempts().stream()
              .filter(a -> a.state() == Attempt.State.RUNNING)
              .filter(a -> a.container().getExecutionType() == ExecutionType.OPPORTUNISTIC)
              .count();
      assertTrue(
          opportunistic + " are beyond three quarters of the memory",
          opportunistic == 1 || opportunistic == 2);
      gate.open();
      alone.awaitEnd(MercuryNode.PATIENCE_MS);
    }
  }
}
