// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tez;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * A DAG with estimates comes to the right result when its containers are stopped, do not start or
 * leave their queues, or its master is lost. On one cluster, whose nodes are full of guaranteed
 * containers as a DAG begins: no room is left for any other of its own.
 */
@Category(LongRunning.class)
public class TezEstimatorFaultTest {
  private static final int TOKENIZERS = 10;
  private static final int FILE_BYTES = 200_000;

  /** Number of containers that leave room for one Application Master. */
  private static final int ALL_BUT_ONE = 7;

  private static final String FAILED = "(Feature tez-estimator failed)";
  private static final String GIVEN_BACK = "exited with .*(Container preempted internally)";
  private static final String STOPPED_BY_NODE =
      "completed with status .*(Container killed by the ApplicationMaster)";

  private static EstimatedTez tez;

  @BeforeClass
  public static void start() throws IOException {
    tez = EstimatedTez.startWithLongQueues("tez-faults", TOKENIZERS, FILE_BYTES);
    EstimatedTez.ran(tez.history());
  }

  @AfterClass
  public static void close() throws IOException {
    if (tez != null) {
      tez.close();
    }
  }

  /** All tasks are to have opportunistic containers, and none may fail even once. */
  private static TezWordCount opportunisticJob() {
    return tez.job()
        .set("tez.am.task.max.failed.attempts", "1")
        .set("tez.estimator.hybrid.threshold", "1h")
        .set("tez.estimator.hybrid.percent", "100");
  }

  /** Guaranteed containers that run until there is such a file. */
  private static void fill(ShellWorkload guaranteed, int containers, Path gate) {
    for (int i = 0; i < containers; i++) {
      guaranteed.submit(
          ShellTask.guaranteed("until [ -e '" + gate + "' ]; do sleep 0.1; done").size(512, 1));
    }
    guaranteed.await(Attempt.State.RUNNING, containers, EstimatedTez.PATIENCE_MS);
  }

  private static Path gate(String name) {
    return tez.cluster().workDir().resolve(name);
  }

  private static void await(CompletableFuture<Void> dag) throws Exception {
    BackgroundCall.await(dag, EstimatedTez.PATIENCE_MS);
  }

  /**
   * To stock Tez a container that a node stops for another is a failure, of which it allows four.
   */
  @Test
  public void killForAGuaranteedContainerIsNoTaskFailure() throws Exception {
    final long arrived = tez.opportunistic();
    final long reclaimed = tez.onNodes("ContainersReclaimed");
    final int preempted = tez.masterLines("(Container preempted externally)").size();
    final Path gate = gate("stopped");
    try (ShellWorkload guaranteed = ShellWorkload.start(tez.cluster(), "stopping", 100)) {
      fill(guaranteed, ALL_BUT_ONE, gate);
      CompletableFuture<Void> dag = tez.start(opportunisticJob());
      Await.until(
          "containers in queues",
          EstimatedTez.PATIENCE_MS,
          () -> tez.opportunistic() >= arrived + TOKENIZERS / 2);
      Files.createFile(gate);
      Await.until(
          "running opportunistic tasks",
          EstimatedTez.PATIENCE_MS,
          () -> tez.onNodes("RunningOpportunistic") >= 3);
      for (int i = 0; i < ALL_BUT_ONE - 1; i++) {
        guaranteed.submit(ShellTask.guaranteed("sleep 2").size(512, 1));
      }
      guaranteed.awaitEnd(EstimatedTez.PATIENCE_MS);
      await(dag);
    }
    assertTrue("some were stopped", tez.onNodes("ContainersReclaimed") > reclaimed);
    tez.awaitMasterLines(preempted + 1, "(Container preempted externally)");
    assertEquals(0, tez.masterLines(FAILED).size());
  }

  /** None that is idle gives its tasks cause to leave the queues: none runs. */
  @Test
  public void containersThatDoNotStartAreReturnedThroughTheirNodes() throws Exception {
    final int givenBack = tez.masterLines(GIVEN_BACK).size();
    final int stopped = tez.masterLines(STOPPED_BY_NODE).size();
    final Path gate = gate("patience");
    try (ShellWorkload guaranteed = ShellWorkload.start(tez.cluster(), "full", 100)) {
      fill(guaranteed, ALL_BUT_ONE, gate);
      CompletableFuture<Void> dag =
          tez.start(opportunisticJob().set("tez.estimator.hybrid.max-wait", "2s"));
      tez.awaitMasterLines(givenBack + 1, GIVEN_BACK);
      tez.awaitMasterLines(stopped + 1, STOPPED_BY_NODE);
      Files.createFile(gate);
      await(dag);
    }
    assertEquals(0, tez.masterLines(FAILED).size());
  }

  /**
   * With room for one task at a time, which leave their queues for it one by one, and readers that
   * would take it from them. What a killed master leaves in queues is done again.
   */
  @Test
  public void tasksLeaveTheirQueuesAndAKilledMasterRecovers() throws Exception {
    final String on = "Feature tez-estimator is (on)";
    final String kept = "Saved the history of (\\d+) vertices of OrderedWordCount";
    final String done = "Event:(TASK_FINISHED)\\]: vertexName=Tokenizer";
    final int mastersBefore = tez.masterLines(on).size();
    final int keptBefore = tez.masterLines(kept).size();
    final int doneBefore = tez.masterLines(done).size();
    final int moved = tez.masterLines(GIVEN_BACK).size();
    final Path gate = gate("moves");
    try (ShellWorkload guaranteed = ShellWorkload.start(tez.cluster(), "all but two", 100)) {
      fill(guaranteed, ALL_BUT_ONE - 1, gate);
      CompletableFuture<Void> dag =
          tez.start(
              opportunisticJob()
                  .summations(4)
                  .set("tez.estimator.hybrid.max-wait", "1h")
                  // readers are asked for one by one, and wait while others end
                  .set("tez.shuffle-vertex-manager.min-src-fraction", "0")
                  .set("tez.shuffle-vertex-manager.max-src-fraction", "1")
                  .set("tez.am.am-rm.heartbeat.interval-ms.max", "3000")
                  .set("tez.dag.recovery.flush.interval.secs", "1")
                  .set("tez.dag.recovery.max.unflushed.events", "1"));
      Await.until(
          "one to have left its queue, as another had ended, and some to be in queues",
          EstimatedTez.PATIENCE_MS,
          () ->
              tez.onNodes("QueuedContainers") > 0
                  && tez.masterLines(done).size() > doneBefore
                  && tez.masterLines(GIVEN_BACK).size() > moved);
      assertTrue(tez.killMaster());
      Files.createFile(gate);
      await(dag);
    }
    assertEquals(mastersBefore + 2, tez.masterLines(on).size());
    List<String> ofAll = tez.awaitMasterLines(keptBefore + 1, kept);
    assertEquals("once", keptBefore + 1, ofAll.size());
    assertEquals("with all vertices", Collections.singleton("3"), new HashSet<>(ofAll));
    Await.until(
        "queues without what the killed one left",
        EstimatedTez.PATIENCE_MS,
        () -> tez.onNodes("QueuedContainers") == 0);
    assertEquals(0, tez.masterLines(FAILED).size());
  }
}
