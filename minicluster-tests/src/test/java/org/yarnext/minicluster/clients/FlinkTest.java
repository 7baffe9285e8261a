// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.clients;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.minicluster.clients.GatedWordCount.PATIENCE_MS;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.FlinkApplication;
import org.yarnext.minicluster.jobs.FrameworkWordCount;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Unmodified Flink applications beside Mercury and elastic memory: their TaskManagers are
 * guaranteed and have their full size, although the default policy makes all containers
 * opportunistic, unless the application's tag names a policy.
 */
public class FlinkTest {
  private static final int TASK_MANAGERS = 2;

  /** The JobManager and the TaskManagers. */
  private static final int NODE_MB = (1 + TASK_MANAGERS) * FlinkApplication.CONTAINER_MB;

  private static MiniCluster cluster;
  private static Path text;

  @BeforeClass
  public static void startCluster() throws Exception {
    Path samples = new File("../conf-samples").toPath();
    String types =
        String.join(";", MercuryConfiguration.read(new Configuration(false)).guaranteedTypes());
    cluster =
        MiniCluster.named("flink")
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
            // A promoted TaskManager would not be stopped.
            .set("yarn.mercury.promotion.min-run-time", "1h")
            .set("yarn.mercury.hybrid.guaranteed-types", types + ";SHELL")
            .start();
    text = cluster.workDir().resolve("text");
    WordText.write(text, 7, 2, 20_000);
  }

  @AfterClass
  public static void closeCluster() throws IOException {
    cluster.close();
  }

  private static GatedWordCount run(FlinkApplication job) throws IOException {
    return new GatedWordCount(
        cluster,
        FlinkApplication.TYPE,
        text,
        (output, gate) -> FrameworkWordCount.run(job, text, output, gate, PATIENCE_MS));
  }

  private static void assertTaskManagers(ExecutionType type, GatedWordCount running) {
    assertEquals(Collections.nCopies(TASK_MANAGERS, type), running.executionTypes());
    for (RMContainer container : running.workers()) {
      assertEquals(FlinkApplication.CONTAINER_MB, container.getAllocatedResource().getMemorySize());
    }
  }

  @Category(LongRunning.class)
  @Test
  public void taskManagersAreGuaranteedByDefault() throws Exception {
    GatedWordCount running = run(FrameworkWordCount.flink(cluster));
    running.awaitTasks(TASK_MANAGERS);
    assertTaskManagers(ExecutionType.GUARANTEED, running);
    running.finish();
  }

  @Test
  public void applicationSurvivesOpportunisticTaskManagersThatAreStopped() throws Exception {
    GatedWordCount running =
        run(FrameworkWordCount.flink(cluster).tags("yarnext.mercury.policy=only-Q"));
    running.awaitTasks(TASK_MANAGERS);
    assertTaskManagers(ExecutionType.OPPORTUNISTIC, running);
    try (ShellWorkload guaranteed = ShellWorkload.start(cluster, "guaranteed", 100)) {
      Path end = cluster.workDir().resolve("end");
      guaranteed.submit(
          ShellTask.guaranteed("until [ -e '" + end + "' ]; do sleep 0.1; done")
              .size(FlinkApplication.CONTAINER_MB, 1));
      guaranteed.await(Attempt.State.RUNNING, 1, PATIENCE_MS);
      Files.createFile(end);
      guaranteed.awaitEnd(PATIENCE_MS);
    }
    running.finish();
    String master = running.app().getCurrentAppAttempt().getMasterContainer().getId().toString();
    String log = cluster.containerLog(master, "jobmanager.out");
    assertTrue(log, log.contains("switched from state RUNNING to RESTARTING"));
  }
}
