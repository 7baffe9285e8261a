// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** A node sheds waiting containers when its wait exceeds the limit that the stock RM sends. */
public class SheddingTest {
  private static final int LIMIT_MS = 8_000;

  @Test
  public void overloadedQueueShedsToTheWaitLimitAndShedTasksRun() throws Exception {
    String limit = Integer.toString(LIMIT_MS);
    try (MercuryNode node =
            MercuryNode.start(
                MercuryNode.settings("shedding")
                    .set("yarn.mercury.coordinator.mode", "off")
                    .set("yarn.mercury.shedding.delay", "300ms")
                    .set(YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_WAIT_TIME_MS, limit)
                    .set(YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_WAIT_TIME_MS, limit));
        ShellWorkload application = node.application("flood")) {
      MercuryNode.Gate gate = node.gate();
      // Four slots; the declared remaining time of these is what no shedding can change.
      application.submit(Collections.nCopies(4, task(gate.command(), 2_000)));
      application.await(Attempt.State.RUNNING, 4, MercuryNode.PATIENCE_MS);
      // Twelve tasks of 4 s in 4 slots wait 12 s, too long.
      application.submit(Collections.nCopies(12, task("true", 4_000)));
      Await.until(
          "containers to be shed",
          MercuryNode.PATIENCE_MS,
          () -> MercuryNode.metric("ContainersShed") > 0);
      assertEquals("running ones stay", 4, MercuryNode.metric("RunningOpportunistic"));
      gate.open();
      application.awaitEnd(MercuryNode.PATIENCE_MS);

      assertEquals(16, application.count(Attempt.State.SUCCEEDED));
      List<Attempt> shed =
          application.attempts().stream()
              .filter(a -> a.state() == Attempt.State.KILLED)
              .collect(Collectors.toList());
      assertEquals(MercuryNode.metric("ContainersShed"), shed.size());
      for (Attempt a : shed) {
        assertEquals(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, a.exitStatus());
        assertTrue(
            a.diagnostics(), a.diagnostics().contains("De-queued to meet NM queuing limits"));
        assertTrue(a.diagnostics(), a.diagnostics().contains("SHED_WAIT_LIMIT"));
        assertTrue("a shed container never ran: " + a, a.runStartMs() == 0);
      }
      MercuryNode.assertLedgerBalances();
    }
  }

  private static ShellTask task(String command, int declaredMs) {
    return ShellTask.opportunistic(command)
        .environment(RunTimeHint.ENVIRONMENT_VARIABLE, Integer.toString(declaredMs));
  }
}
