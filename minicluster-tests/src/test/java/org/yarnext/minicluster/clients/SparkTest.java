// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.clients;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.FrameworkWordCount;
import org.yarnext.minicluster.jobs.SparkApplication;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Unmodified Spark applications beside Mercury and elastic memory, in both of Spark's deploy modes:
 * their executors are guaranteed, although the default policy makes all containers opportunistic,
 * unless the application's tag names a policy.
 */
public class SparkTest {
  private static final int CONTAINER_MB = SparkApplication.HEAP_MB + SparkApplication.OVERHEAD_MB;

  /** The driver and four executors. */
  private static final int NODE_MB = 5 * CONTAINER_MB;

  private static MiniCluster cluster;
  private static Path text;

  @BeforeClass
  public static void startCluster() throws IOException {
    Path samples = new File("../conf-samples").toPath();
    ClusterSettings settings =
        MiniCluster.named("spark")
            .nodes(1)
            .nodeSize(NODE_MB, 8)
            .heartbeatMs(100)
            .confSample(samples.resolve("mercury-hybrid"))
            .confSample(samples.resolve("elastic-capacity"))
            .set(
                "yarn.resourcemanager.application-master-service.processors",
                "org.yarnext.elastic.rm.ElasticAmsProcessor,"
                    + "org.yarnext.mercury.rm.PromotionProcessor,"
                    + "org.yarnext.mercury.rm.MercuryAmsProcessor")
            .set("yarn.mercury.coordinator.interval", "200ms")
            .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
            .set("yarn.mercury.hybrid.policy", "only-Q")
            // A promoted executor would not be stopped.
            .set("yarn.mercury.promotion.min-run-time", "1h")
            .set("yarn.mercury.hybrid.guaranteed-types", "SPARK;SHELL");
    SparkApplication.addShuffleService(settings);
    cluster = settings.start();
    text = cluster.workDir().resolve("text");
    WordText.write(text, 7, 2, 20_000);
  }

  @AfterClass
  public static void closeCluster() throws IOException {
    cluster.close();
  }

  private static GatedWordCount run(SparkApplication job) throws IOException {
    return new GatedWordCount(
        cluster,
        "SPARK",
        text,
        (output, gate) ->
            FrameworkWordCount.run(job, text, output, gate, GatedWordCount.PATIENCE_MS));
  }

  private static void runsWith(List<ExecutionType> executors, SparkApplication job)
      throws Exception {
    GatedWordCount running = run(job);
    running.awaitTasks(executors.size());
    List<ExecutionType> found = running.executionTypes();
    running.finish();
    assertEquals(executors, found);
  }

  @Category(LongRunning.class)
  @Test
  public void executorsAreGuaranteedByDefault() throws Exception {
    runsWith(Collections.nCopies(2, ExecutionType.GUARANTEED), FrameworkWordCount.spark(cluster));
  }

  @Category(LongRunning.class)
  @Test
  public void executorsAreOpportunisticWithThePolicyInTheTag() throws Exception {
    runsWith(
        Collections.nCopies(2, ExecutionType.OPPORTUNISTIC),
        FrameworkWordCount.spark(cluster).clientMode().tags("yarnext.mercury.policy=only-Q"));
  }

  /** The job has a task for each of four executors. */
  @Test
  public void additionalExecutorsOfDynamicAllocationAreOpportunistic() throws Exception {
    runsWith(
        Arrays.asList(
            ExecutionType.GUARANTEED,
            ExecutionType.GUARANTEED,
            ExecutionType.OPPORTUNISTIC,
            ExecutionType.OPPORTUNISTIC),
        FrameworkWordCount.spark(cluster)
            .dynamicAllocation()
            .tags("yarnext.mercury.policy=beyond(2)"));
  }

  /** The first failure of an executor or a task would end the application. */
  @Category(LongRunning.class)
  @Test
  public void executorsStoppedForGuaranteedContainersAreNoFailures() throws Exception {
    GatedWordCount running =
        run(
            FrameworkWordCount.spark(cluster)
                .set("spark.yarn.max.executor.failures", "1")
                .set("spark.task.maxFailures", "1")
                .tags("yarnext.mercury.policy=only-Q"));
    running.awaitTasks(2);
    try (ShellWorkload guaranteed = ShellWorkload.start(cluster, "guaranteed", 100)) {
      Path end = cluster.workDir().resolve("end");
      guaranteed.submit(
          ShellTask.guaranteed("until [ -e '" + end + "' ]; do sleep 0.1; done")
              .size(NODE_MB - CONTAINER_MB, 1));
      guaranteed.await(Attempt.State.RUNNING, 1, GatedWordCount.PATIENCE_MS);
      Files.createFile(end);
      guaranteed.awaitEnd(GatedWordCount.PATIENCE_MS);
    }
    running.finish();
    String master = running.app().getCurrentAppAttempt().getMasterContainer().getId().toString();
    String log = cluster.containerLog(master, "stderr");
    assertTrue(log, log.contains("was preempted"));
  }
}
