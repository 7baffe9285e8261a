// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.clients.HadoopClient;
import org.yarnext.minicluster.clients.OldMapReduce;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.FlinkApplication;
import org.yarnext.minicluster.jobs.FrameworkWordCount;
import org.yarnext.minicluster.jobs.SparkApplication;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.minicluster.process.ZooKeeperNode;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Unmodified Spark, Flink, Distributed Shell, a service, an unmanaged master and MapReduce of an
 * earlier Hadoop on a node with all features in one mode, where the default policy makes all
 * containers opportunistic. Those of the first four stay guaranteed by their types.
 */
@Category(LongRunning.class)
@RunWith(Parameterized.class)
public class OrchestratorFrameworksTest extends OrchestratorTestBase {
  /** Containers of each application, beside its master. */
  private static final int EACH = 2;

  @Parameterized.Parameter public String mode;

  @Parameterized.Parameters(name = "{0}")
  public static Object[] modes() {
    return new Object[] {"off", "shadow", "on"};
  }

  private ClusterSettings ofMode() throws IOException {
    ClusterSettings settings =
        settings()
            .nodeSize(16_384, 32)
            .confSample(new File("../conf-samples/all").toPath())
            .set(
                "yarn.resourcemanager.application-master-service.processors",
                "org.yarnext.elastic.rm.ElasticAmsProcessor,"
                    + "org.yarnext.mercury.rm.PromotionProcessor,"
                    + "org.yarnext.mercury.rm.MercuryAmsProcessor")
            .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
            .set("yarn.mercury.promotion.min-run-time", "1h")
            .set("yarn.mercury.hybrid.policy", "only-Q");
    for (String feature :
        new String[] {
          "mercury",
          "mercury.coordinator",
          "mercury.placement",
          "mercury.hybrid",
          "mercury.promotion",
          "elastic",
          "mr-orchestrator"
        }) {
      settings.set("yarn." + feature + ".mode", mode);
    }
    return settings;
  }

  @Test
  public void frameworksRunUnharmed() throws Exception {
    try (MiniCluster cluster = ofMode().start();
        ZooKeeperNode zooKeeper = ZooKeeperNode.start(cluster.workDir().resolve("zookeeper"))) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, EACH, 20_000);
      SortedMap<String, Long> words = WordText.count(text);
      Path gate = cluster.workDir().resolve("gate");
      String waiting = "until [ -e '" + gate + "' ]; do sleep 0.2; done";
      Path spark = cluster.workDir().resolve("spark-counts");
      Path flink = cluster.workDir().resolve("flink-counts");
      ShellWorkload unmanaged = ShellWorkload.start(cluster, "unmanaged", 200);
      unmanaged.submit(Collections.nCopies(EACH, ShellTask.guaranteed(waiting)));
      List<CompletableFuture<?>> running =
          Arrays.asList(
              BackgroundCall.start(
                  () -> {
                    SparkApplication job = FrameworkWordCount.spark(cluster);
                    return FrameworkWordCount.run(job, text, spark, gate, PATIENCE_MS);
                  }),
              BackgroundCall.start(
                  () -> {
                    FlinkApplication job = FrameworkWordCount.flink(cluster);
                    return FrameworkWordCount.run(job, text, flink, gate, PATIENCE_MS);
                  }),
              BackgroundCall.start(
                  () -> {
                    HadoopClient.runShell(cluster, EACH, waiting, PATIENCE_MS);
                    return null;
                  }));
      HadoopClient.Service service = new HadoopClient.Service(cluster, zooKeeper.address());
      service.launch(EACH, "sleep 3600", PATIENCE_MS);

      awaitExpectedTypes(cluster, running);
      assertEquals(words, new OldMapReduce(cluster, "2.10").run(text, PATIENCE_MS));

      Files.createFile(gate);
      for (CompletableFuture<?> each : running) {
        BackgroundCall.await(each, PATIENCE_MS);
      }
      assertEquals(words, WordCountResult.read(spark, 0).counts);
      assertEquals(words, WordCountResult.read(flink, 0).counts);
      service.stop(PATIENCE_MS);
      unmanaged.awaitEnd(PATIENCE_MS);
      assertEquals("attempts", EACH, unmanaged.attempts().size());
      unmanaged.close();
      for (RMApp app : cluster.resourceManager().getRMContext().getRMApps().values()) {
        assertEnded(app);
      }
      Await.until(
          "the groups of all containers to be gone",
          PATIENCE_MS,
          () -> !TaskCgroup.exists(parent) || TaskCgroup.left(parent).isEmpty());
    }
    assertFalse("nothing of ours is left", TaskCgroup.exists(parent));
  }

  /** Waits until all containers of the applications run, each with the type that it should have. */
  private void awaitExpectedTypes(MiniCluster cluster, List<CompletableFuture<?>> running) {
    Map<String, List<ExecutionType>> expected = new TreeMap<>();
    for (String type : new String[] {"SPARK", FlinkApplication.TYPE, "YARN", "yarn-service"}) {
      expected.put(type, Collections.nCopies(EACH, GUARANTEED));
    }
    expected.put(
        "SHELL", Collections.nCopies(EACH, mode.equals("on") ? OPPORTUNISTIC : GUARANTEED));
    Await.until(
        () -> expected + ", there are " + types(cluster),
        PATIENCE_MS,
        () -> {
          for (CompletableFuture<?> each : running) {
            if (each.isDone()) {
              each.get(); // it failed
            }
          }
          return types(cluster).equals(expected);
        });
  }

  /** A service that is stopped has neither succeeded nor failed. */
  private static void assertEnded(RMApp app) {
    FinalApplicationStatus end =
        app.getApplicationType().equals("yarn-service")
            ? FinalApplicationStatus.ENDED
            : FinalApplicationStatus.SUCCEEDED;
    Await.until(
        () -> app + " to have " + end, PATIENCE_MS, () -> app.getFinalApplicationStatus() == end);
    assertEquals("masters of " + app, 1, app.getAppAttempts().size());
  }

  /** Returns the execution types of the containers that are no masters, by application type. */
  private static Map<String, List<ExecutionType>> types(MiniCluster cluster) {
    Map<String, List<ExecutionType>> types = new TreeMap<>();
    AbstractYarnScheduler<?, ?> scheduler =
        (AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler();
    for (RMApp app : cluster.resourceManager().getRMContext().getRMApps().values()) {
      SchedulerApplicationAttempt attempt =
          app.getCurrentAppAttempt() == null
              ? null
              : scheduler.getApplicationAttempt(app.getCurrentAppAttempt().getAppAttemptId());
      if (attempt != null) {
        for (RMContainer container : attempt.getLiveContainers()) {
          if (!container.isAMContainer()) {
            types
                .computeIfAbsent(app.getApplicationType(), type -> new ArrayList<>())
                .add(container.getExecutionType());
          }
        }
      }
    }
    return types;
  }
}
