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
package org.yarnext.minicluster.tez;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Test;
import org.yarnext.minicluster.Attempt;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.ShellTask;
import org.yarnext.minicluster.ShellWorkload;
import org.yarnext.minicluster.TezWordCount;

/** A DAG with estimates comes to the right result when containers or its master are lost. */
public class TezEstimatorFaultTest {
  private static final int TOKENIZERS = 10;
  private static final int FILE_BYTES = 200_000;

  /** So many containers leave room for one Application Master. */
  private static final int ALL_BUT_ONE = 7;

  private static final String FAILED = "(Feature tez-estimator failed)";

  private EstimatedTez tez;

  @After
  public void close() throws IOException {
    if (tez != null) {
      tez.close();
    }
  }

  @Test
  public void opportunisticContainersThatAreOfNoUseAreNoFailures() throws Exception {
    tez = EstimatedTez.start("tez-evicted", TOKENIZERS, FILE_BYTES);
    tez.run(tez.job());
    tez.awaitMasterLines(1, "(vertices of OrderedWordCount is kept)");
    someAreStoppedForGuaranteedOnes();
    someDoNotStart();
    assertEquals(0, tez.masterLines(FAILED).size());
  }

  /** All tasks are to have opportunistic containers, and none may fail even once. */
  private TezWordCount opportunisticJob() {
    return tez.job()
        .set("tez.am.task.max.failed.attempts", "1")
        .set("tez.estimator.hybrid.threshold", "1h")
        .set("tez.estimator.hybrid.percent", "100");
  }

  /**
   * To stock Tez a container that a node stops for another is a failure, of which it allows four.
   */
  private void someAreStoppedForGuaranteedOnes() throws Exception {
    final long before = tez.opportunistic();
    CompletableFuture<Void> second = tez.start(opportunisticJob());
    Await.until(
        "running opportunistic tasks",
        EstimatedTez.PATIENCE_MS,
        () -> tez.opportunistic() > before && tez.onNodes("RunningOpportunistic") >= 3);
    try (ShellWorkload guaranteed = ShellWorkload.start(tez.cluster(), "guaranteed", 100)) {
      for (int i = 0; i < 6; i++) {
        guaranteed.submit(ShellTask.guaranteed("sleep 2").size(512, 1));
      }
      guaranteed.await(Attempt.State.SUCCEEDED, 6, EstimatedTez.PATIENCE_MS);
    }
    second.get(EstimatedTez.PATIENCE_MS, TimeUnit.MILLISECONDS);
    assertTrue("some were stopped", tez.onNodes("ContainersReclaimed") > 0);
    assertTrue(
        "and told as preempted", !tez.masterLines("(Container preempted externally)").isEmpty());
  }

  /** The nodes are full of guaranteed containers as long as the DAG has no others. */
  private void someDoNotStart() throws Exception {
    Path gate = tez.cluster().workDir().resolve("gate");
    try (ShellWorkload guaranteed = ShellWorkload.start(tez.cluster(), "full", 100)) {
      for (int i = 0; i < ALL_BUT_ONE; i++) {
        guaranteed.submit(
            ShellTask.guaranteed("until [ -e '" + gate + "' ]; do sleep 0.1; done").size(512, 1));
      }
      guaranteed.await(Attempt.State.RUNNING, ALL_BUT_ONE, EstimatedTez.PATIENCE_MS);
      CompletableFuture<Void> third =
          tez.start(opportunisticJob().set("tez.estimator.hybrid.patience", "2s"));
      tez.awaitMasterLines(1, "(Container preempted internally)");
      Files.createFile(gate);
      guaranteed.await(Attempt.State.SUCCEEDED, ALL_BUT_ONE, EstimatedTez.PATIENCE_MS);
      third.get(EstimatedTez.PATIENCE_MS, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  public void aMasterThatIsKilledComesBack() throws Exception {
    tez = EstimatedTez.start("tez-recovered", TOKENIZERS, FILE_BYTES);
    CompletableFuture<Void> dag =
        tez.start(
            tez.job()
                .set("tez.dag.recovery.flush.interval.secs", "1")
                .set("tez.dag.recovery.max.unflushed.events", "1"));
    tez.awaitMasterLines(2, "Event:(TASK_FINISHED)\\]: vertexName=Tokenizer");
    assertTrue(tez.killMaster());
    dag.get(2 * EstimatedTez.PATIENCE_MS, TimeUnit.MILLISECONDS);
    assertEquals(2, tez.masterLines("Feature tez-estimator is (on)").size());
    assertEquals(
        "once, with all vertices",
        Collections.singletonList("3"),
        tez.awaitMasterLines(1, "learnt of (\\d+) vertices of OrderedWordCount is kept"));
    assertEquals(0, tez.masterLines(FAILED).size());
  }
}
