// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.estimate.RunTimeReport;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** Waiting opportunistic containers start in the configured order on a running node. */
public class QueueOrderTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;

  @Test
  public void containersOfTheEarlierApplicationGoFirst() throws Exception {
    try (MercuryNode node = MercuryNode.start(MercuryNode.settings("order-job"));
        ShellWorkload earlier = node.application("earlier");
        ShellWorkload later = node.application("later")) {
      MercuryNode.Gate gate = fill(node, later);
      later.submit(Collections.nCopies(3, MercuryNode.filling(ShellTask.opportunistic("true"))));
      MercuryNode.awaitMetric("QueuedContainers", 3);
      earlier.submit(Collections.nCopies(3, MercuryNode.filling(ShellTask.opportunistic("true"))));
      MercuryNode.awaitMetric("QueuedContainers", 6);
      assertTrue("wait of a full queue", MercuryNode.metric("QueueWaitMillis") > 0);

      gate.open();
      earlier.awaitEnd(PATIENCE_MS);
      later.awaitEnd(PATIENCE_MS);

      assertEquals(3, earlier.count(Attempt.State.SUCCEEDED));
      assertEquals(4, later.count(Attempt.State.SUCCEEDED));
      for (Attempt a : later.attempts()) {
        assertNull(
            "how long it ran is not for the application", RunTimeReport.find(a.diagnostics()));
      }
      long lastOfEarlier =
          earlier.attempts().stream().mapToLong(Attempt::runStartMs).max().getAsLong();
      long firstQueuedOfLater =
          later.attempts().stream().skip(1).mapToLong(Attempt::runStartMs).min().getAsLong();
      assertTrue(
          "the earlier application's last start "
              + lastOfEarlier
              + " against "
              + firstQueuedOfLater,
          lastOfEarlier < firstQueuedOfLater);
      MercuryNode.awaitMetric("QueuedContainers", 0);
      MercuryNode.assertLedgerBalances();
    }
  }

  @Test
  public void containerOfTheShortestDeclaredRunTimeGoesFirst() throws Exception {
    try (MercuryNode node =
            MercuryNode.start(
                MercuryNode.settings("order-short")
                    .set("yarn.mercury.queue.order", "shortest-first"));
        ShellWorkload application = node.application("mixed")) {
      MercuryNode.Gate gate = fill(node, application);
      List<Integer> declared = Arrays.asList(9000, 3000, 6000);
      for (int i = 0; i < declared.size(); i++) {
        application.submit(
            MercuryNode.filling(ShellTask.opportunistic("true"))
                .environment(RunTimeHint.ENVIRONMENT_VARIABLE, Integer.toString(declared.get(i))));
        MercuryNode.awaitMetric("QueuedContainers", i + 1);
      }
      gate.open();
      application.awaitEnd(PATIENCE_MS);

      List<Attempt> queued = new ArrayList<>(application.attempts());
      queued.remove(0);
      List<String> started =
          queued.stream()
              .sorted(Comparator.comparingLong(Attempt::runStartMs))
              .map(a -> a.spec.environment().get(RunTimeHint.ENVIRONMENT_VARIABLE))
              .collect(Collectors.toList());
      assertEquals(Arrays.asList("3000", "6000", "9000"), started);
    }
  }

  /** Occupies the whole node until the gate opens. */
  private static MercuryNode.Gate fill(MercuryNode node, ShellWorkload application)
      throws Exception {
    MercuryNode.Gate gate = node.gate();
    application.submit(MercuryNode.filling(ShellTask.opportunistic(gate.command())));
    application.await(Attempt.State.RUNNING, 1, PATIENCE_MS);
    return gate;
  }
}
