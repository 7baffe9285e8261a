// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.junit.Assert.assertEquals;
import static org.yarnext.minicluster.federation.SampleFederation.SLOTS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * A MapReduce job in a federation of two sub-clusters, with maps that wait for a gate. Each wait
 * fails as soon as the job has failed.
 */
final class FederatedJob {
  static final long PATIENCE_MS = 150_000;
  static final int MAPS = 10;

  /** How many maps get no container while both sub-clusters are full, the master counted. */
  static final int WAITING = MAPS - 2 * SLOTS + 1;

  private final SampleFederation federation;
  private final FederatedCluster cluster;
  private final Path text;
  private final Path gate;
  private final CompletableFuture<WordCountResult> result;

  FederatedJob(SampleFederation federation) throws IOException {
    this.federation = federation;
    cluster = federation.cluster();
    text = cluster.workDir().resolve("text");
    WordText.write(text, 6, MAPS, 20_000);
    gate = cluster.workDir().resolve("gate");
    result = submit();
  }

  private CompletableFuture<WordCountResult> submit() throws IOException {
    MapReduceWordCount job =
        new MapReduceWordCount(cluster)
            .mapper(WaitingMapper.class)
            .set(WaitingMapper.GATE, gate.toString())
            // A machine that lost power does not report it.
            .set("mapreduce.task.timeout", "20000")
            .set("mapreduce.task.timeout.check-interval-ms", "500")
            .set("mapreduce.map.maxattempts", "20")
            .set("mapreduce.job.reduce.slowstart.completedmaps", "1.0")
            // The node that comes back has the host of the one that failed.
            .set("yarn.app.mapreduce.am.job.node-blacklisting.enable", "false");
    return BackgroundCall.start(
        () -> job.run(text, cluster.workDir().resolve("counts"), 2 * PATIENCE_MS));
  }

  /** Lets the maps end. */
  void openGate() throws IOException {
    Files.createFile(gate);
  }

  /** Kills the job by the Router, as any client does. */
  void kill() throws YarnException, IOException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.conf());
      yarn.start();
      for (ApplicationReport each : yarn.getApplications(Collections.singleton("MAPREDUCE"))) {
        yarn.killApplication(each.getApplicationId());
      }
    }
  }

  void assertSucceeds() throws Exception {
    assertEquals(WordText.count(text), BackgroundCall.await(result, PATIENCE_MS).counts);
  }

  void until(Supplier<String> what, Callable<Boolean> condition) {
    Await.until(what, PATIENCE_MS, () -> hasNotFailed() && condition.call());
  }

  private boolean hasNotFailed() {
    return !result.isCompletedExceptionally() || result.join() != null;
  }

  void await(SubClusterProcess where, String metric, long value) {
    until(
        () -> metric + " of " + where.name() + " to be " + value + ": " + federation.state(),
        () -> where.clusterMetric(metric) == value);
  }

  /** Waits until the master's node shows that the application took over so many policies. */
  void awaitTaken(SubClusterProcess where, long policies) {
    until(
        () ->
            policies
                + " policies to be taken over, not "
                + where.nodeBean("FederationSplit", "PoliciesAdopted")
                + "; logs in "
                + cluster.workDir(),
        () -> where.nodeBean("FederationSplit", "PoliciesAdopted") == policies);
  }

  void awaitWaiting() {
    until(
        () -> WAITING + " containers to be waited for: " + federation.state(),
        () ->
            cluster.subCluster(0).clusterMetric("containersPending")
                    + cluster.subCluster(1).clusterMetric("containersPending")
                == WAITING);
  }

  /** Containers that a sub-cluster grants while a NodeManager is down return when they expire. */
  void awaitStarted(SubClusterProcess where) {
    until(
        () -> SLOTS + " containers to run: " + federation.state(),
        () -> where.nodeBean("NodeManagerMetrics", "ContainersRunning") == SLOTS);
  }

  void awaitAllWaitIn(SubClusterProcess where, SubClusterProcess notThere) {
    await(where, "containersPending", WAITING);
    await(notThere, "containersPending", 0);
  }
}
