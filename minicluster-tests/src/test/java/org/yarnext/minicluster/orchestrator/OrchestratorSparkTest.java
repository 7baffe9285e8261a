// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.FrameworkWordCount;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * An unmodified Spark application on a node with every feature on. The orchestrator does not know
 * the tasks in an executor: driver and executors keep the CPU of their tokens, also where what
 * nobody requested goes to the tasks of MapReduce and Tez.
 */
@Category(LongRunning.class)
public class OrchestratorSparkTest extends OrchestratorTestBase {
  private static final int EPOCHS = 3;
  private static final int EXECUTOR_VCORES = 2;
  private static final List<Long> TOKENS =
      Arrays.asList(ONE_VCORE, EXECUTOR_VCORES * ONE_VCORE, EXECUTOR_VCORES * ONE_VCORE);

  @Test
  public void executorsKeepTheCpuOfTheirTokens() throws Exception {
    try (MiniCluster cluster =
        settings()
            .confSample(new File("../conf-samples/all").toPath())
            .set("yarn.mercury.hybrid.mode", "on")
            .set("yarn.mercury.hybrid.policy", "only-Q")
            .start()) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, 2, 20_000);
      Path gate = cluster.workDir().resolve("gate");
      CompletableFuture<WordCountResult> result =
          BackgroundCall.start(
              () ->
                  FrameworkWordCount.run(
                      FrameworkWordCount.spark(cluster)
                          .set("spark.executor.cores", String.valueOf(EXECUTOR_VCORES)),
                      text,
                      cluster.workDir().resolve("counts"),
                      gate,
                      PATIENCE_MS));
      Await.until(
          () -> "driver and executors to have " + TOKENS + ", there are " + shares(),
          PATIENCE_MS,
          () -> result.isDone() || shares().equals(TOKENS));
      long rounds = metric("MrOrchestratorGlobal", "Rounds");
      Await.until(
          "rounds of the orchestrator",
          PATIENCE_MS,
          () -> metric("MrOrchestratorGlobal", "Rounds") >= rounds + EPOCHS);
      assertEquals(TOKENS, shares());
      Files.createFile(gate);
      assertEquals(WordText.count(text), BackgroundCall.await(result, PATIENCE_MS).counts);
      Await.until(
          "the groups of all containers to be gone",
          PATIENCE_MS,
          () -> TaskCgroup.left(parent).isEmpty());
      assertEquals(0, metric("MrOrchestratorGlobal", "ReportsMalformed"));
    }
    assertFalse("nothing of ours is left", TaskCgroup.exists(parent));
  }

  /** Returns the CPU shares of all containers, in ascending order. */
  private List<Long> shares() {
    try {
      return TaskCgroup.allCpuShares(parent);
    } catch (IOException e) {
      return Collections.emptyList(); // one ended meanwhile
    }
  }
}
