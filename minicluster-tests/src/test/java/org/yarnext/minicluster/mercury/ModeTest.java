// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RunTimeReport;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** Off touches nothing; shadow decides, counts and explains, and leaves all acts to stock. */
public class ModeTest {
  private static final int TASKS = 12;

  private static ClusterSettings mode(String mode) {
    return MercuryNode.settings("mode-" + mode)
        .set("yarn.resourcemanager.nm-container-queuing.load-comparator", "QUEUE_LENGTH")
        .set("yarn.mercury.mode", mode)
        .set("yarn.mercury.placement.mode", mode)
        .set("yarn.mercury.coordinator.mode", mode);
  }

  @Test
  public void modeOffIsStock() throws Exception {
    try (MercuryNode node = MercuryNode.start(mode("off"))) {
      run(node);
      Context context = node.cluster().nodeManager(0).getNMContext();
      assertEquals(
          "stock never estimates a wait",
          0,
          context
              .getContainerManager()
              .getOpportunisticContainersStatus()
              .getEstimatedQueueWaitTime());
      assertEquals(Collections.emptySet(), MercuryNode.beans());
    }
  }

  @Test
  public void shadowModeDecidesAndActsOnNothing() throws Exception {
    try (MercuryNode node = MercuryNode.start(mode("shadow"))) {
      run(node);
      assertTrue(MercuryNode.metric("Decision_QUEUE_ACCEPTED_shadow") >= TASKS);
      assertTrue(MercuryNode.metric("Decision_START_IN_ORDER_shadow") > 0);
      assertTrue(
          MercuryNode.beans().toString(),
          MercuryNode.beans().stream()
              // The ResourceManager, in the same JVM, may have the plain name.
              .map(bean -> bean.getKeyProperty("name").replaceFirst("-\\d+$", ""))
              .collect(Collectors.toSet())
              .containsAll(Arrays.asList("Mercury", "MercuryPlacement")));
      assertEquals(0, MercuryNode.metric("ContainersStarted"));
      assertEquals(0, MercuryNode.metric("ContainersReclaimed"));
      assertEquals(
          "the heartbeat is stock's",
          0,
          node.cluster()
              .nodeManager(0)
              .getNMContext()
              .getContainerManager()
              .getOpportunisticContainersStatus()
              .getEstimatedQueueWaitTime());
    }
  }

  private static void run(MercuryNode node) throws Exception {
    try (ShellWorkload application = node.application("work")) {
      application.submit(Collections.nCopies(TASKS, ShellTask.opportunistic("sleep 0.3")));
      application.awaitEnd(MercuryNode.PATIENCE_MS);
      assertEquals(TASKS, application.count(Attempt.State.SUCCEEDED));
      for (Attempt a : application.attempts()) {
        assertNull("what the application sees is stock's", RunTimeReport.find(a.diagnostics()));
      }
    }
  }
}
