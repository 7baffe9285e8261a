// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Promotion by the ResourceManager itself, while the queue has room, of what an application that
 * knows nothing of it runs as opportunistic.
 */
public class AutomaticPromotionTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static MercuryNode node;

  @BeforeClass
  public static void startCluster() throws Exception {
    node =
        MercuryNode.start(
            MercuryNode.settings("automatic-promotion")
                .set(
                    YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
                    "org.yarnext.mercury.rm.PromotionProcessor,"
                        + "org.yarnext.mercury.rm.MercuryAmsProcessor")
                .set(YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS, "true")
                .set("yarn.mercury.promotion.mode", "on")
                .set("yarn.mercury.promotion.min-run-time", "1s"));
  }

  @AfterClass
  public static void stopCluster() throws Exception {
    node.close();
  }

  private static ExecutionType onNode(ContainerId id) {
    Container c = node.cluster().nodeManager(0).getNMContext().getContainers().get(id);
    return c.getContainerTokenIdentifier().getExecutionType();
  }

  private static ExecutionType inResourceManager(ContainerId id) {
    RMContainer c =
        ((AbstractYarnScheduler<?, ?>) node.cluster().resourceManager().getResourceScheduler())
            .getRMContainer(id);
    return c.getExecutionType();
  }

  @Test
  public void longRunningContainerIsPromotedAndNoLongerAVictim() throws Exception {
    MercuryNode.Gate gate = node.gate();
    try (ShellWorkload application = node.application("unaware")) {
      ShellTask half = ShellTask.opportunistic(gate.command()).size(1024, 2);
      application.submit(half);
      application.await(Attempt.State.RUNNING, 1, PATIENCE_MS);
      ContainerId first = application.latest(0).container().getId();
      Await.until(
          "the node to hear of the promotion",
          PATIENCE_MS,
          () -> onNode(first) == ExecutionType.GUARANTEED);
      assertEquals(ExecutionType.GUARANTEED, inResourceManager(first));
      assertEquals(
          "the application is told nothing it did not ask for",
          ExecutionType.OPPORTUNISTIC,
          application.latest(0).executionType());

      // The node is full with it and a newer one, which has not run long enough.
      application.submit(half);
      application.await(Attempt.State.RUNNING, 2, PATIENCE_MS);
      application.submit(ShellTask.guaranteed("true").size(1024, 2));
      Await.until(
          () -> "the guaranteed task to end in " + application,
          PATIENCE_MS,
          () -> application.latest(2).state() == Attempt.State.SUCCEEDED);
      assertEquals(Attempt.State.RUNNING, application.attempts().get(0).state());
      assertTrue(
          application.toString(),
          application.attempts().get(1).state() == Attempt.State.KILLED
              || application.attempts().get(1).state() == Attempt.State.SUCCEEDED
              || onNode(application.attempts().get(1).container().getId())
                  == ExecutionType.GUARANTEED);
      gate.open();
      application.awaitEnd(PATIENCE_MS);
      assertEquals(3, application.count(Attempt.State.SUCCEEDED));
    }
  }
}
