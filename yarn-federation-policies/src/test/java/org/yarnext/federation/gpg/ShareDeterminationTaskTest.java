// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.testing.LogLines;
import org.yarnext.federation.policy.enforce.CapacityUpdateLimits;
import org.yarnext.federation.policy.enforce.CapacityUpdateView;
import org.yarnext.federation.policy.enforce.ShareCapacityPolicy;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Reports in, shares out, through a real store. */
public class ShareDeterminationTaskTest {
  private static final double EXACT = 1e-6;
  private static final long STALE_MS = 60_000;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private ZooKeeperRecordStore records;
  private ShareStore store;
  private long nowNanos = System.nanoTime();

  @Before
  public void connect() throws Exception {
    records = zooKeeper.connect();
    store = new ShareStore(records, () -> nowNanos);
  }

  @After
  public void disconnect() {
    records.close();
  }

  private void later(long ms) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private ShareDeterminationTask round() {
    return new ShareDeterminationTask(store, new GlobalFairnessSharePolicy(), STALE_MS);
  }

  private static Map<String, Double> mb(double amount) {
    return Collections.singletonMap("memory-mb", amount);
  }

  /** Queues a and b of equal weight, with what they wait for in a sub-cluster of 100 MB. */
  private void report(String name, double a, double b) throws Exception {
    Map<String, QueueDemand> queues = new HashMap<>();
    queues.put("root.a", QueueDemand.of(50, mb(0), mb(a)));
    queues.put("root.b", QueueDemand.of(50, mb(0), mb(b)));
    store.report(SubClusterDemand.of(name, mb(100), queues));
  }

  private double share(String subCluster, String queue) throws Exception {
    return store.granted(subCluster).shares().getOrDefault(queue, 0.0);
  }

  @Test
  public void sharesAreFairOverAllSubClusters() throws Exception {
    report("x", 100, 100);
    report("y", 0, 60);
    assertEquals(2, round().run(true).subClusters);
    assertEquals("the other has 60 elsewhere", 80, share("x", "root.a"), EXACT);
    assertEquals(20, share("x", "root.b"), EXACT);
    assertEquals(60, share("y", "root.b"), EXACT);
    assertEquals(0, share("y", "root.a"), EXACT);
    assertEquals(100, store.granted("x").capacity(), EXACT);
  }

  /** Reports one user of queue a, while queue b wants everything. */
  private void report(String name, String user, double used, double waiting) throws Exception {
    Map<String, QueueDemand> queues = new HashMap<>();
    QueueDemand a = QueueDemand.of(50, mb(used), mb(waiting));
    queues.put("root.a", a);
    queues.put("root.b", QueueDemand.of(50, mb(0), mb(1_000)));
    SubClusterDemand demand = SubClusterDemand.of(name, mb(100), queues);
    Map<String, Map<String, QueueDemand>> users =
        Collections.singletonMap("root.a", Collections.singletonMap(user, a));
    store.report(user.isEmpty() ? demand : demand.byUser(users));
  }

  @Test
  public void usersOfAQueueShareItWhereverTheyWait() throws Exception {
    report("x", "alice", 0, 60);
    report("y", "bob", 0, 5_000);
    round().run(true);
    assertEquals("half of a's half", 50, share("x", "root.a"), EXACT);
    assertEquals(50, share("y", "root.a"), EXACT);
    report("y", "bob", 95, 5_000);
    round().run(true);
    assertEquals("nor by what already runs", 50, share("x", "root.a"), EXACT);
    report("x", "alice", 0, 20);
    round().run(true);
    assertEquals("all that she wants", 20, share("x", "root.a"), EXACT);
    assertEquals(80, share("y", "root.a"), EXACT);
    report("y", "alice", 95, 5_000);
    round().run(true);
    assertTrue("her own choice", share("x", "root.a") < 6);
  }

  @Test
  public void unreportedUsersOfASubClusterCountAsOne() throws Exception {
    report("x", "alice", 0, 60);
    report("y", "", 0, 5_000); // an earlier version
    round().run(true);
    assertEquals(50, share("x", "root.a"), EXACT);
    report("x", "", 0, 60);
    report("y", "", 95, 5_000);
    round().run(true);
    assertTrue("all as one", share("x", "root.a") < 6);
  }

  @Test
  public void changedQueuesCountFromTheNextRound() throws Exception {
    ShareDeterminationTask round = round();
    report("x", 100, 100);
    round.run(true);
    report("x", 100, 0);
    round.run(true);
    assertEquals(100, share("x", "root.a"), EXACT);
    Map<String, QueueDemand> queues = new HashMap<>();
    queues.put("root.a", QueueDemand.of(25, mb(0), mb(100)));
    queues.put("root.c", QueueDemand.of(75, mb(0), mb(100)));
    store.report(SubClusterDemand.of("x", mb(100), queues));
    round.run(true);
    assertEquals(25, share("x", "root.a"), EXACT);
    assertEquals(75, share("x", "root.c"), EXACT);
    report("y", 0, 100);
    round.run(true);
    assertEquals("it has half of the weight in y", 50, share("x", "root.a"), EXACT);
    assertEquals(100, share("y", "root.b"), EXACT);
  }

  @Test
  public void maximumInOneSubClusterIsCompensatedInOthers() throws Exception {
    Map<String, QueueDemand> queues = new HashMap<>();
    queues.put("root.a", QueueDemand.of(50, mb(0), mb(100)).atMost(0.5));
    queues.put("root.b", QueueDemand.of(50, mb(0), mb(0)).atMost(1));
    store.report(SubClusterDemand.of("x", mb(100), queues));
    report("y", 50, 100);
    round().run(true);
    assertEquals(50, share("x", "root.a"), EXACT);
    assertEquals(25, share("y", "root.a"), EXACT);
    assertEquals(75, share("y", "root.b"), EXACT);
  }

  @Test
  public void leafThatIsAParentElsewhereIsNotStarved() throws Exception {
    Map<String, QueueDemand> queues = new HashMap<>();
    queues.put("root.a", QueueDemand.of(50, mb(0), mb(0)));
    queues.put("root.a.b", QueueDemand.of(100, mb(0), mb(0)));
    queues.put("root.c", QueueDemand.of(50, mb(0), mb(0)));
    store.report(SubClusterDemand.of("x", mb(100), queues));
    queues.remove("root.a.b");
    queues.put("root.a", QueueDemand.of(50, mb(50), mb(999)));
    queues.put("root.c", QueueDemand.of(50, mb(50), mb(999)));
    store.report(SubClusterDemand.of("y", mb(100), queues));
    round().run(true);
    ShareStore.GrantedShares granted = store.granted("y");
    QueueTree.Builder tree = QueueTree.builder();
    int a = tree.add(QueueTree.ROOT, "a", 1);
    int c = tree.add(QueueTree.ROOT, "c", 1);
    Map<String, Double> capacities =
        new ShareCapacityPolicy(new CapacityUpdateLimits(100, 0, 0.05, STALE_MS))
            .decide(
                CapacityUpdateView.builder(tree.build())
                    .queue(a, 50, 100, 10)
                    .queue(c, 50, 100, 90)
                    .build(granted.shares(), granted.capacity(), 0))
            .value();
    assertEquals(50, capacities.get("root.a"), 1e-2);
  }

  @Test
  public void subClusterThatStoppedReportingIsLeftOut() throws Exception {
    report("x", 100, 100);
    round().run(false);
    later(STALE_MS + 10_000);
    assertNull("nobody reports", round().run(true));
    assertNull(store.granted("x"));
  }

  @Test
  public void clocksOfHostsDoNotMatter() throws Exception {
    for (int hours : new int[] {2, -2}) {
      zooKeeper.setAhead(TimeUnit.HOURS.toMillis(hours));
      try (ZooKeeperRecordStore started = zooKeeper.connect()) {
        store = new ShareStore(started, () -> nowNanos);
        report("x", 100, 100);
        assertEquals("just reported", 1, round().run(false).subClusters);
        later(STALE_MS + 10_000);
        assertNull("silent since", round().run(false));
      }
    }
  }

  @Test
  public void oldReportsAreRecognizedByTheClockOfTheStore() throws Exception {
    zooKeeper.setAhead(-TimeUnit.HOURS.toMillis(3));
    report("gone", 100, 100);
    zooKeeper.setAhead(-TimeUnit.HOURS.toMillis(2));
    report("x", 100, 100);
    assertEquals("x alone", 1, round().run(false).subClusters);
  }

  @Test
  public void reportOfUnknownAgeIsNotUsed() throws Exception {
    report("x", 100, 100);
    zooKeeper.newTerm();
    store = new ShareStore(records, () -> nowNanos);
    assertNull("another server may have stamped it", round().run(false));
    report("x", 100, 100);
    assertEquals("it changed", 1, round().run(false).subClusters);
  }

  @Test
  public void invalidReportIsLeftOut() throws Exception {
    report("x", 100, 100);
    report("y", -5, 0);
    store.report(
        SubClusterDemand.of(
            "z",
            mb(100),
            Collections.singletonMap("root.a", QueueDemand.of(50, mb(0), mb(0)).atMost(-1))));
    ShareDeterminationTask round = round();
    try (LogLines log = new LogLines(ShareDeterminationTask.class.getName())) {
      for (int i = 0; i < 3; i++) {
        assertEquals(1, round.run(true).subClusters);
      }
      assertEquals("once, not in each round", 1, log.count("z is ignored"));
    }
    assertEquals(50, share("x", "root.a"), EXACT);
    assertNull(store.granted("y"));
    assertNull(store.granted("z"));
  }

  @Test
  public void recordsOfARemovedSubClusterAreRemoved() throws Exception {
    report("x", 100, 100);
    report("y", 100, 100);
    ShareDeterminationTask round = round();
    assertEquals(2, round.run(true).subClusters);
    later(TimeUnit.DAYS.toMillis(7) - STALE_MS);
    report("x", 100, 100);
    round.run(true);
    assertEquals("not yet", 2, store.reports().size());
    later(2 * STALE_MS);
    report("x", 100, 100);
    round.run(false);
    assertEquals("shadow changes nothing", 2, store.reports().size());
    round.run(true);
    assertEquals(1, store.reports().size());
    assertNull(store.granted("y"));
    assertTrue(store.granted("x") != null);
    report("y", 100, 100);
    report("x", 100, 100);
    assertEquals("it is back", 2, round.run(true).subClusters);
  }

  private static void assertShown(FeatureMetrics metrics, long omitted, long withoutReport) {
    assertEquals(omitted, metrics.snapshot().get("SubClustersIgnored"));
    assertEquals(withoutReport, metrics.snapshot().get("RoundsWithoutReport"));
  }

  private static long oldestAgeMs(FeatureMetrics metrics) {
    return metrics.snapshot().get("OldestReportAgeMillis").longValue();
  }

  @Test
  public void ageOfReportsAndNumberOfMissingReportsAreShown() throws Exception {
    FeatureMetrics metrics =
        new FeatureMetrics("FederationShares", "of a test", () -> FeatureMode.ON);
    ShareDeterminationTask round = round();
    round.showIn(metrics);
    assertEquals(-1, oldestAgeMs(metrics));
    round.run(true);
    assertShown(metrics, 0, 1);
    report("x", 100, 100);
    report("y", 100, 100);
    report("z", -5, 0);
    round.run(true);
    assertShown(metrics, 1, 1);
    long age = oldestAgeMs(metrics);
    later(40_000);
    assertEquals("also while no round reads", age + 40_000, oldestAgeMs(metrics));
    later(STALE_MS);
    round.run(true);
    assertShown(metrics, 3, 2);
    assertEquals(-1, oldestAgeMs(metrics));
  }

  @Test
  public void shadowModePublishesNothing() throws Exception {
    report("x", 100, 100);
    assertEquals(1, round().run(false).subClusters);
    assertNull(store.granted("x"));
  }
}
