// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.clients;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * MapReduce jobs of earlier clients, in each mode and both ways of asking; with the features off,
 * of the earliest alone.
 */
@RunWith(Parameterized.class)
public class OldClientsTest {
  private static final String[] EARLIEST = {"2.7"};
  private static final String[] VERSIONS = {"2.7", "2.10", "3.3"};
  private static final int MAPS = 2;
  private static final long JOB_MS = 180_000;
  private static final Path SAMPLES = new File("../conf-samples").toPath();

  @Parameterized.Parameter public String mode;

  @Parameterized.Parameter(1)
  public String sample;

  @Parameterized.Parameters(name = "{0} {1}")
  public static List<Object[]> parameters() {
    return Arrays.asList(
        new Object[][] {
          {"off", "mercury-hybrid"},
          {"shadow", "mercury-hybrid"},
          {"on", "mercury-hybrid"},
          {"on", "mercury-distributed"},
        });
  }

  private ClusterSettings settings() {
    ClusterSettings settings =
        MiniCluster.named("old-" + mode)
            .nodes(1)
            .nodeSize(4096, 8)
            .heartbeatMs(100)
            .confSample(SAMPLES.resolve(sample))
            .confSample(SAMPLES.resolve("elastic-capacity"))
            .set(
                "yarn.resourcemanager.application-master-service.processors",
                "org.yarnext.elastic.rm.ElasticAmsProcessor,"
                    + "org.yarnext.mercury.rm.PromotionProcessor,"
                    + "org.yarnext.mercury.rm.MercuryAmsProcessor")
            .set("yarn.mercury.hybrid.policy", "only-Q")
            .set("yarn.mercury.quota.default", "max=2");
    for (String key :
        new String[] {
          "mercury.mode",
          "mercury.coordinator.mode",
          "mercury.placement.mode",
          "mercury.hybrid.mode",
          "mercury.promotion.mode",
          "elastic.mode"
        }) {
      settings.set("yarn." + key, mode);
    }
    return settings;
  }

  @Test
  public void mapReduceOfOldClientsRuns() throws Exception {
    try (MiniCluster cluster = settings().start()) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, MAPS, 5_000);
      List<CompletableFuture<SortedMap<String, Long>>> jobs = new ArrayList<>();
      String[] versions = mode.equals("off") ? EARLIEST : VERSIONS;
      for (String version : versions) {
        jobs.add(BackgroundCall.start(() -> new OldMapReduce(cluster, version).run(text, JOB_MS)));
      }
      for (CompletableFuture<SortedMap<String, Long>> job : jobs) {
        assertEquals(WordText.count(text), BackgroundCall.await(job, 2 * JOB_MS));
      }
      for (RMApp app : cluster.resourceManager().getRMContext().getRMApps().values()) {
        assertEquals(FinalApplicationStatus.SUCCEEDED, app.getFinalApplicationStatus());
        assertEquals("masters", 1, app.getAppAttempts().size());
      }
      assertEquals(versions.length, cluster.resourceManager().getRMContext().getRMApps().size());
    }
  }
}
