// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.junit.Test;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * The same jobs as in {@link HybridTest}, where the NodeManagers of their masters divide their asks
 * and place the opportunistic part; and a quota that holds over a restart of such a NodeManager.
 */
public class HybridDistributedTest {
  private static final int QUOTA = 3;
  private static final int TASKS = 8;

  @Test
  public void jobsRunInDividedContainersAndTheQuotaSurvivesARestart() throws IOException {
    try (HybridCluster cluster =
        HybridCluster.start(
            HybridCluster.distributed("hybrid-distributed", "only-Q")
                .set("yarn.mercury.quota.default", "max=" + QUOTA)
                // A master asks a NodeManager that is away once more after this time.
                .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500"),
            4)) {
      Map<String, Long> before = HybridCluster.used();
      cluster.mapReduce(HybridCluster.policyTag("50%-Q"));
      // Half of four maps.
      HybridCluster.assertUsed(before, 2);

      before = HybridCluster.used();
      cluster.tez(HybridCluster.policyTag("50%-Q"));
      HybridCluster.assertUsed(before, 1);

      before = HybridCluster.used();
      cluster.mapReduce(HybridCluster.policyTag("only-G"));
      assertEquals("the tag goes before", before, HybridCluster.used());

      quotaHoldsOverARestartOfTheMastersNode(cluster);
      cluster.assertMastersGuaranteed(4);
      cluster.awaitQuiet();
    }
  }

  /** All of the application's containers are opportunistic by the policy of its queue. */
  private static void quotaHoldsOverARestartOfTheMastersNode(HybridCluster cluster)
      throws IOException {
    Path dir = Files.createDirectories(cluster.cluster().workDir().resolve("quota"));
    List<ShellTask> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      Path open = dir.resolve("open" + i);
      tasks.add(
          ShellTask.guaranteed(
              "touch '" + started(dir, i) + "'; " + new MercuryNode.Gate(open).command()));
    }
    List<AttemptRecord> records;
    YarnClient yarn = YarnClient.createYarnClient();
    try {
      yarn.init(cluster.cluster().conf());
      yarn.start();
      ShellJob job = ShellJob.submit(cluster.cluster(), yarn, "quota", 100, tasks);
      Set<Integer> first = awaitStarted(dir, QUOTA);
      int master =
          cluster.nodeIndex(
              cluster.apps().stream()
                  .filter(app -> app.getState() == RMAppState.RUNNING)
                  .findFirst()
                  .get());
      cluster.cluster().restartNodeManager(master);
      // The next one is granted by the new daemon.
      Files.createFile(dir.resolve("open" + first.iterator().next()));
      awaitStarted(dir, QUOTA + 1);
      for (int i = 0; i < TASKS; i++) {
        if (!Files.exists(dir.resolve("open" + i))) {
          Files.createFile(dir.resolve("open" + i));
        }
      }
      Await.until("the end of all tasks", HybridCluster.PATIENCE_MS, job::ended);
      records = job.records();
    } finally {
      yarn.stop();
    }

    assertEquals("none was taken back", TASKS, records.size());
    assertTrue(records.stream().allMatch(r -> r.end == AttemptRecord.End.SUCCEEDED));
    long most =
        records.stream()
            .mapToLong(
                r ->
                    records.stream()
                        .filter(
                            other ->
                                other.startRequestedMs <= r.startRequestedMs
                                    && r.startRequestedMs < other.endMs)
                        .count())
            .max()
            .getAsLong();
    assertEquals("at a time", QUOTA, most);
  }

  private static Path started(Path dir, int task) {
    return dir.resolve("started" + task);
  }

  /** Waits until at least so many have started; which. */
  private static Set<Integer> awaitStarted(Path dir, int count) {
    Await.until(
        () -> count + " tasks to start, there are " + started(dir),
        HybridCluster.PATIENCE_MS,
        () -> started(dir).size() >= count);
    return started(dir);
  }

  private static Set<Integer> started(Path dir) {
    return IntStream.range(0, TASKS)
        .filter(i -> Files.exists(started(dir, i)))
        .boxed()
        .collect(Collectors.toSet());
  }
}
