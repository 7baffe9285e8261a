// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Times what a Global Policy Generator does every {@code share.interval}: reads the reports of 20
 * ResourceManagers on all 5,000 queues from a ZooKeeper server, puts them together, decides, and
 * publishes to each sub-cluster. All reports have been written again since the last round, with
 * other amounts. The server shares this machine.
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

  /** Seed of the hierarchy and its demands. */
  @Param({"1", "2", "3"})
  public long seed;

  private final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  private ZooKeeperRecordStore records;
  private ShareDeterminationTask round;
  private ShareView view;

  /** The records of all reports, in two versions. */
  private final List<List<byte[]>> versions = new ArrayList<>();

  @Setup
  public void setUp() throws IOException, InterruptedException {
    zooKeeper.before();
    records = zooKeeper.connect();
    ShareStore store = new ShareStore(records);
    view = RandomShares.large(seed, QUEUES, SUB_CLUSTERS, SPREAD, LOAD);
    for (double progress : new double[] {0, 0.5}) {
      List<byte[]> version = new ArrayList<>();
      for (SubClusterDemand report : RandomShares.reports(view, progress)) {
        store.report(report);
        version.add(records.read(path(report.name())).data());
      }
      versions.add(version);
    }
    round = new ShareDeterminationTask(store, new GlobalFairnessSharePolicy(), Long.MAX_VALUE);
    if (round.run(true).subClusters != SUB_CLUSTERS) {
      throw new IllegalStateException("not all reports count");
    }
  }

  private static String path(String subCluster) {
    return "shares/demand/" + subCluster;
  }

  /** Writes the other version of each report. */
  @Setup(Level.Invocation)
  public void report() throws IOException {
    for (int s = 0; s < SUB_CLUSTERS; s++) {
      records.put(path(view.subCluster(s)), versions.get(0).get(s));
    }
    Collections.reverse(versions);
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
