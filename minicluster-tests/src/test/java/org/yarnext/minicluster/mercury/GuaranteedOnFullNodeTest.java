// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.junit.Test;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A guaranteed container on a node full of opportunistic ones stops as few and as cheap as can be.
 */
public class GuaranteedOnFullNodeTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static final long OLD_MS = 4_000;

  @Test
  public void leastWorkIsLostAndNoOpportunisticContainerOvertakes() throws Exception {
    try (MercuryNode node = MercuryNode.start(MercuryNode.settings("full-node"));
        ShellWorkload application = node.application("full")) {
      MercuryNode.Gate gate = node.gate();
      // Two small old ones, then a large new one, whose end loses least.
      ShellTask quarter = ShellTask.opportunistic(gate.command());
      for (int i = 0; i < 2; i++) {
        application.submit(quarter);
        application.await(Attempt.State.RUNNING, i + 1, PATIENCE_MS);
      }
      Await.until(
          "the small ones to have done clearly more work",
          PATIENCE_MS,
          () -> System.currentTimeMillis() - application.latest(1).runStartMs() > OLD_MS);
      application.submit(ShellTask.opportunistic(gate.command()).size(1024, 2));
      application.await(Attempt.State.RUNNING, 3, PATIENCE_MS);
      // One more waits; it may not slip in while the guaranteed one waits for its victim.
      application.submit(quarter);
      MercuryNode.awaitMetric("QueuedContainers", 1);

      application.submit(ShellTask.guaranteed(gate.command()).size(768, 2));
      Await.until(
          () -> "the guaranteed task to run in " + application,
          PATIENCE_MS,
          () -> application.latest(4).state() == Attempt.State.RUNNING);

      assertEquals("one victim", 1, MercuryNode.metric("ContainersReclaimed"));
      assertEquals(0, MercuryNode.metric("GuaranteedTimedOut"));
      Attempt victim = application.attempts().get(2);
      Await.until(
          () -> "the master to hear of the victim's end in " + application,
          PATIENCE_MS,
          () -> victim.state() == Attempt.State.KILLED);
      assertEquals(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, victim.exitStatus());
      assertTrue(victim.diagnostics(), victim.diagnostics().contains("RECLAIM_LEAST_WORK_LOST"));
      assertEquals(Attempt.State.RUNNING, application.attempts().get(0).state());
      assertEquals(Attempt.State.RUNNING, application.attempts().get(1).state());

      gate.open();
      application.awaitEnd(PATIENCE_MS);
      assertEquals(5, application.count(Attempt.State.SUCCEEDED));
      MercuryNode.assertLedgerBalances();
    }
  }
}
