/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;

import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.minicluster.Attempt;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.ShellTask;
import org.yarnext.minicluster.ShellWorkload;

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
  public void aWaitingContainerStartsInThePlaceOfARunningOne() throws Exception {
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
  public void aPromotedRunningContainerIsNoLongerAVictim() throws Exception {
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
