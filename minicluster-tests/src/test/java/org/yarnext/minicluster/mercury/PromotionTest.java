// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;

import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** Promotion, through YARN's own update call, of a waiting and of a running container. */
public class PromotionTest {
  private static final long PATIENCE_MS = MercuryNode.PATIENCE_MS;
  private static MercuryNode node;

  private ShellWorkload application;
  private MercuryNode.Gate gate;

  @BeforeClass
  public static void startCluster() throws Exception {
    node = MercuryNode.start(MercuryNode.settings("promotion"));
  }

  @AfterClass
  public static void stopCluster() throws Exception {
    node.close();
  }

  @Before
  public void startApplication() throws Exception {
    application = node.application("promotion");
    gate = node.gate();
  }

  @After
  public void endApplication() throws Exception {
    application.close();
    MercuryNode.awaitMetric("RunningOpportunistic", 0);
  }

  private void submitAndAwait(ShellTask task, Attempt.State state, int count) {
    application.submit(task);
    application.await(state, count, PATIENCE_MS);
  }

  private void promote(int task) {
    application.promote(task);
    Await.until(
        () -> application + " to have task " + task + " promoted",
        PATIENCE_MS,
        () -> application.latest(task).executionType() == ExecutionType.GUARANTEED);
  }

  @Test
  public void promotedQueuedContainerReplacesARunningContainer() throws Exception {
    long victimsBefore = MercuryNode.metric("ContainersReclaimed");
    long promotedBefore = MercuryNode.metric("ContainersPromoted");
    submitAndAwait(
        MercuryNode.filling(ShellTask.opportunistic(gate.command())), Attempt.State.RUNNING, 1);
    application.submit(MercuryNode.filling(ShellTask.opportunistic("true")));
    MercuryNode.awaitMetric("QueuedContainers", 1);

    promote(1);
    Await.until(
        () -> "the promoted task to end in " + application,
        PATIENCE_MS,
        () -> application.latest(1).state() == Attempt.State.SUCCEEDED);

    assertEquals(victimsBefore + 1, MercuryNode.metric("ContainersReclaimed"));
    assertEquals(promotedBefore + 1, MercuryNode.metric("ContainersPromoted"));
    assertEquals(Attempt.State.KILLED, application.attempts().get(0).state());
    gate.open();
    application.awaitEnd(PATIENCE_MS);
    assertEquals(2, application.count(Attempt.State.SUCCEEDED));
    MercuryNode.assertLedgerBalances();
  }

  @Test
  public void promotedRunningContainerIsNoLongerAVictim() throws Exception {
    ShellTask half = ShellTask.opportunistic(gate.command()).size(1024, 2);
    submitAndAwait(half, Attempt.State.RUNNING, 1);
    submitAndAwait(half, Attempt.State.RUNNING, 2);
    // The newer of the two would be the victim.
    promote(1);
    application.submit(ShellTask.guaranteed("true").size(1024, 2));
    Await.until(
        () -> "the guaranteed task to end in " + application,
        PATIENCE_MS,
        () -> application.latest(2).state() == Attempt.State.SUCCEEDED);

    assertEquals(Attempt.State.KILLED, application.attempts().get(0).state());
    assertEquals(Attempt.State.RUNNING, application.attempts().get(1).state());
    gate.open();
    application.awaitEnd(PATIENCE_MS);
    assertEquals(3, application.count(Attempt.State.SUCCEEDED));
  }
}
