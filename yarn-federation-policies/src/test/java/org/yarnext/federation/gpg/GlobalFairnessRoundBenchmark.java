// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.policy.share.RandomShares;
import org.yarnext.federation.policy.share.ScarcestResourceSelector;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Times what a Global Policy Generator does every {@code share.interval}: reads the reports of 20
 * ResourceManagers on all 5,000 queues from a ZooKeeper server, puts them together, decides, and
 * publishes to each sub-cluster. The server shares this machine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GlobalFairnessRoundBenchmark {
  private static final int QUEUES = 5_000;
  private static final int SUB_CLUSTERS = 20;
  private static final int SPREAD = 4;
  private static final double LOAD = 1.5;
  private static final double MB_A_CORE = 4_096;

  /** Seed of the hierarchy and its demands. */
  @Param({"1", "2", "3"})
  public long seed;

  private final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  private ZooKeeperRecordStore records;
  private ShareDeterminationTask round;

  @Setup
  public void setUp() throws IOException, InterruptedException {
    zooKeeper.before();
    records = zooKeeper.connect();
    ShareStore store = new ShareStore(records);
    ShareView view = RandomShares.large(seed, QUEUES, SUB_CLUSTERS, SPREAD, LOAD);
    for (int s = 0; s < SUB_CLUSTERS; s++) {
      store.report(report(view, s));
    }
    round = new ShareDeterminationTask(store, new GlobalFairnessSharePolicy(), Long.MAX_VALUE);
    if (round.run(true).subClusters != SUB_CLUSTERS) {
      throw new IllegalStateException("not all reports count");
    }
  }

  /** All queues are configured in all sub-clusters, and most are idle in most of them. */
  private static SubClusterDemand report(ShareView view, int s) {
    QueueTree tree = view.queues();
    Map<String, QueueDemand> queues = new HashMap<>();
    for (int q = 1; q < tree.size(); q++) {
      double used = tree.isLeaf(q) ? view.used(q, s) : 0;
      double waiting = tree.isLeaf(q) ? view.demand(q, s) - used : 0;
      queues.put(
          tree.path(q), QueueDemand.of(1 + q % 10, amounts(used), amounts(waiting)).atMost(1));
    }
    return SubClusterDemand.of(view.subCluster(s), amounts(view.capacity(s)), queues);
  }

  private static Map<String, Double> amounts(double mb) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put(ScarcestResourceSelector.MEMORY, mb);
    amounts.put("vcores", mb / MB_A_CORE);
    return amounts;
  }

  @TearDown
  public void tearDown() {
    records.close();
    zooKeeper.after();
  }

  @Benchmark
  public Object round() throws IOException {
    return round.run(true);
  }
}
