// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * On a NodeManager whose opportunistic containers may occupy half of its memory, no more than that
 * ever run, and a guaranteed container still gets the whole node.
 */
public class PolicingTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;

  /** How often the node considers a start and does not start any. */
  private static final int DECISIONS = 20;

  private static final String CEILING = "WAIT_CEILING";

  private static ClusterSettings settings() {
    return MercuryNode.settings("policing")
        .set("yarn.mercury.policing.policy", "static")
        .set("yarn.mercury.policing.max-memory-percent", "50")
        .set("yarn.mercury.tick", "100ms");
  }

  @Test
  public void staticCeilingHoldsAndGuaranteedContainersUseTheWholeNode() throws Exception {
    try (MercuryNode node = MercuryNode.start(settings());
        ShellWorkload application = node.application("policed")) {
      MercuryNode.Gate gate = node.gate();
      ShellTask quarter =
          ShellTask.opportunistic(gate.command()).size(MercuryNode.NODE_MEMORY_MB / 4, 1);
      for (int i = 0; i < 4; i++) {
        application.submit(quarter);
      }
      application.await(Attempt.State.RUNNING, 2, PATIENCE_MS);
      MercuryNode.awaitMetric("QueuedContainers", 2);
      long decided = MercuryNode.decided(CEILING);
      Await.until(
          () -> "more decisions, there were " + MercuryNode.decided(CEILING) + " after " + decided,
          PATIENCE_MS,
          () -> {
            assertEquals("half the node", 2, MercuryNode.metric("RunningOpportunistic"));
            return MercuryNode.decided(CEILING) >= decided + DECISIONS;
          });
      assertEquals(2, application.count(Attempt.State.RUNNING));
      assertTrue("those that wait, wait", MercuryNode.metric("QueueWaitMillis") > 0);

      application.submit(MercuryNode.filling(ShellTask.guaranteed(gate.command())));
      Await.until(
          () -> "the guaranteed task to run in " + application,
          PATIENCE_MS,
          () -> application.latest(4).state() == Attempt.State.RUNNING);
      assertEquals(2, MercuryNode.metric("ContainersReclaimed"));
      assertEquals(0, MercuryNode.metric("GuaranteedTimedOut"));
      assertEquals(0, MercuryNode.metric("RunningOpportunistic"));

      gate.open();
      application.awaitEnd(PATIENCE_MS);
      assertEquals(5, application.count(Attempt.State.SUCCEEDED));
      MercuryNode.assertLedgerBalances();
    }
  }
}
