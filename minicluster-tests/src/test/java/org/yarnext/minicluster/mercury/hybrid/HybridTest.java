// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/**
 * Unmodified MapReduce and Tez jobs come to the right result in opportunistic containers that a
 * policy in the ResourceManager gave them; their masters stay guaranteed.
 */
public class HybridTest {
  /** Priority of MapReduce's requests for maps. */
  private static final int MAP_PRIORITY = 20;

  private static final int REDUCE_PRIORITY = 10;
  private static HybridCluster cluster;
  private static Path gates;

  @BeforeClass
  public static void start() throws IOException {
    cluster = HybridCluster.start(HybridCluster.centralised("hybrid", "only-Q"), 4);
    gates = Files.createDirectories(cluster.cluster().workDir().resolve("gates"));
  }

  @AfterClass
  public static void close() throws IOException {
    cluster.close();
  }

  @Test
  public void mapReduceAndTezRunInOpportunisticContainers() throws IOException {
    Map<String, Long> before = HybridCluster.used();
    CompletableFuture<Void> running = cluster.start(on -> on.run(twoReducers("")));
    ApplicationAttemptRecord record = cluster.awaitRecord();
    awaitKnown(record, MAP_PRIORITY);
    LateReducer.open(gates, 0);
    awaitKnown(record, REDUCE_PRIORITY);
    LateReducer.open(gates, 1);
    BackgroundCall.await(running, HybridCluster.JOB_MS);
    // Four maps and two reducers, all of them.
    HybridCluster.assertUsed(before, 6);

    // Of a later run of the job it is known how long its tasks run, though nobody declared it.
    before = HybridCluster.used();
    final long unknown = HybridCluster.decided(RequestReason.REQUEST_RUN_TIME_UNKNOWN);
    cluster.run(twoReducers(HybridCluster.policyTag("shorter-than(10m)")));
    HybridCluster.assertUsed(before, 6);
    assertEquals(unknown, HybridCluster.decided(RequestReason.REQUEST_RUN_TIME_UNKNOWN));

    before = HybridCluster.used();
    final long shared = HybridCluster.decided(RequestReason.REQUEST_SPLIT_BY_SHARE);
    cluster.tez(HybridCluster.policyTag("50%-Q"));
    HybridCluster.assertUsed(before, 1);
    assertTrue(
        "the tag's policy counts",
        HybridCluster.decided(RequestReason.REQUEST_SPLIT_BY_SHARE) > shared);

    cluster.assertMastersGuaranteed(3);
    cluster.awaitQuiet();
  }

  /** Waits until nodes have told how long containers of a priority run. */
  private static void awaitKnown(ApplicationAttemptRecord record, int priority) {
    Await.until(
        () -> "the run time of priority " + priority + ": " + record.ledger(),
        HybridCluster.JOB_MS,
        () -> record.expectedMs(priority) != null);
  }

  private static MapReduceWordCount twoReducers(String tags) {
    return LateReducer.hold(
        new MapReduceWordCount(cluster.cluster()).tags(tags).reducers(2), gates);
  }
}
