// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.SecureCluster;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** The thread of a Router that starts gangs and looks after them. */
public class GangHookTest {
  private static final int RUNNING = 2_000;
  private static final long LOOK_MS = 5;
  private static final long INTERVAL_MS = 2_000;

  /** Enough for a client of ZooKeeper to connect again. */
  private static final long BACK_NANOS = TimeUnit.MINUTES.toNanos(2);

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final long roundsBefore = threadsOfRounds();
  private final AtomicInteger looks = new AtomicInteger();
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile int looksBeforeStart;
  private final Set<String> startedIds = ConcurrentHashMap.newKeySet();

  private final class Slow implements GangLauncher {
    private final Runnable firstLook;

    Slow() {
      this(() -> {});
    }

    /**
     * @param firstLook called while the first state is looked up
     */
    Slow(Runnable firstLook) {
      this.firstLook = firstLook;
    }

    @Override
    public String start(GangJob job, boolean first) {
      startedIds.add(job.gang().id());
      looksBeforeStart = started.getCount() > 0 ? looks.get() : looksBeforeStart;
      started.countDown();
      return "";
    }

    @Override
    public void kill(GangJob job) {
      throw new IllegalStateException("nobody kills " + job.gang().id());
    }

    @Override
    public State state(String id, String takenBy) {
      if (looks.incrementAndGet() == 1) {
        firstLook.run();
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return State.KEPT;
    }
  }

  @Test
  public void fittingGangDoesNotWaitForASweepOfRunningGangs() throws Exception {
    Configuration conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", INTERVAL_MS + "ms");
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      store.publish(Collections.singletonMap("root.a", Long.MAX_VALUE));
      Map<String, AdmittedGang> running = new TreeMap<>();
      for (int i = 0; i < RUNNING; i++) {
        running.put(
            "application_9_" + (10_000 + i),
            AdmittedGang.of("root.a", 1, "router", 0, true, false));
      }
      store.replace(
          AdmittedGangRegistry.of(
              store.registry().version(), running, Collections.emptyMap(), Collections.emptySet()));
      Slow slow = new Slow(() -> add(store, "application_1_0001"));
      GangHook hook = new GangHook(FederationConfiguration.read(conf), conf, slow, null);
      assertTrue(started.await(2, TimeUnit.MINUTES));
      long age = hook.log().metrics().snapshot().get("RegistryAgeMillis").longValue();
      assertTrue("the book was read: " + age, age >= 0);
      assertTrue(looksBeforeStart + " looks before", looksBeforeStart < RUNNING);
    }
  }

  private static void add(GangStore store, String id) {
    try {
      PendingGang gang = PendingGang.of(id, "root.a", 1, 1, 0);
      assertTrue(store.add(GangJob.of("user", gang, 5, new byte[] {1, 2})));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  public void gangsWaitAndStartAgainOnceTheStoreIsBack() throws Exception {
    Configuration conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", "100ms");
    conf.set("yarn.federation.policies.guard.failures-to-trip", "2");
    conf.set("yarn.federation.policies.guard.cool-down", "1h");
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      store.publish(Collections.singletonMap("root.a", 10L));
      GangHook hook = new GangHook(FederationConfiguration.read(conf), conf, new Slow(), null);
      assertTrue("it waits", hold(hook, 1) != GangSubmissionDecision.PASSES);
      assertTrue(started.await(1, TimeUnit.MINUTES));
      zooKeeper.stop();
      long failed = failedRounds(hook);
      int id = 2;
      while (failedRounds(hook) < failed + 2) { // as many failures trip it
        assertTrue("as stock", hold(hook, id++) == GangSubmissionDecision.PASSES);
        TimeUnit.MILLISECONDS.sleep(100);
      }
      zooKeeper.start();
      long untilNanos = System.nanoTime() + BACK_NANOS;
      while (hold(hook, id++) == GangSubmissionDecision.PASSES) {
        assertTrue("quotas hold again", System.nanoTime() < untilNanos);
        TimeUnit.MILLISECONDS.sleep(100);
      }
      while (store.registry().admitted().size() < 2) {
        assertTrue("and it starts", System.nanoTime() < untilNanos);
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  @Test
  public void leasesLastWithTheClockOfTheStoreAhead() throws Exception {
    leasesLast(TimeUnit.HOURS.toMillis(2));
  }

  @Test
  public void leasesLastWithTheClockOfTheStoreBehind() throws Exception {
    leasesLast(-TimeUnit.HOURS.toMillis(2));
  }

  private void leasesLast(long aheadMs) throws Exception {
    zooKeeper.setAhead(aheadMs);
    String late = "application_9_0001";
    String inTime = "application_9_0002";
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      store.publish(Collections.singletonMap("root.a", 100L));
      Map<String, AdmittedGang> others = new TreeMap<>();
      long nowMs = System.currentTimeMillis() + aheadMs;
      others.put(late, AdmittedGang.of("root.a", 1, "other", nowMs - 1, false, false));
      others.put(inTime, AdmittedGang.of("root.a", 1, "other", nowMs + 600_000, false, false));
      for (String id : others.keySet()) {
        store.add(GangJob.of("u", PendingGang.of(id, "root.a", 1, 1, 0), 5, new byte[] {1}));
      }
      store.replace(
          AdmittedGangRegistry.of(
              store.registry().version(), others, Collections.emptyMap(), Collections.emptySet()));
      Configuration conf = conf();
      assertTrue(new GangHook(FederationConfiguration.read(conf), conf, new Slow(), null).acts());
      long untilNanos = System.nanoTime() + BACK_NANOS;
      while (!store.registry().isRunning(late)) {
        assertTrue("it is taken over", System.nanoTime() < untilNanos);
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertEquals(Collections.singleton(late), startedIds);
      assertEquals("other", store.registry().admitted().get(inTime).router());
    }
  }

  @Test
  public void shadowModeStartsNoStoredGang() throws Exception {
    Configuration conf = conf();
    conf.set("yarn.federation.policies.gang.mode", "shadow");
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      storeOneThatFits(records);
      GangHook hook = new GangHook(FederationConfiguration.read(conf), conf, new Slow(), null);
      assertTrue("new ones do not wait", hold(hook, 1) == GangSubmissionDecision.PASSES);
      assertNull("nobody is told of it", hook.reports());
      assertNoThreadOfRounds();
    }
    assertEquals("and none did", 1, started.getCount());
  }

  @Test
  public void modeOffDoesNotOpenTheStore() throws Exception {
    Configuration conf = conf();
    conf.set("yarn.federation.policies.gang.mode", "off");
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      storeOneThatFits(records);
      int connections = zooKeeper.connections();
      GangHook hook = GangHookRegistry.of(conf);
      assertTrue(hold(hook, 1) == GangSubmissionDecision.PASSES);
      assertFalse(hook.decides());
      assertNull(hook.reports());
      assertEquals(connections, zooKeeper.connections());
      assertNoThreadOfRounds();
    }
  }

  private static void set(FederationConfiguration keys, Configuration conf, String mode) {
    Configuration changed = new Configuration(conf);
    changed.set("yarn.federation.policies.gang.mode", mode);
    keys.live().reload(changed);
  }

  @Test
  public void loweredModeStartsNoStoredGangAndRaisedModeDoes() throws Exception {
    Configuration conf = conf();
    FederationConfiguration keys = FederationConfiguration.read(conf);
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangHook hook = new GangHook(keys, conf, new Slow(), null);
      GangStore store = new GangStore(records);
      store.publish(Collections.singletonMap("root.a", 10L));
      for (String mode : new String[] {"off", "shadow"}) {
        set(keys, conf, mode);
        assertNull("clients are told of none", hook.reports());
        assertTrue("as stock", hold(hook, 1) == GangSubmissionDecision.PASSES);
      }
      TimeUnit.SECONDS.sleep(1); // a round that had begun may end
      PendingGang gang = PendingGang.of("application_9_0009", "root.a", 1, 10, 0);
      store.add(GangJob.of("hdfs", gang, 5, new byte[] {1, 2}));
      assertFalse("it waits", started.await(1, TimeUnit.SECONDS));
      set(keys, conf, "on");
      assertTrue(started.await(1, TimeUnit.MINUTES));
      assertTrue(hook.reports() != null);
      assertTrue(hold(hook, 2) != GangSubmissionDecision.PASSES);
    }
  }

  @Test
  public void raiseFromOffOpensTheStore() throws Exception {
    Configuration conf = conf();
    conf.set("yarn.federation.policies.gang.mode", "off");
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      new GangStore(records).publish(Collections.singletonMap("root.a", 10L));
      GangHook hook = GangHookRegistry.of(conf);
      assertFalse(hook.current().decides());
      set(FederationConfiguration.of(conf), conf, "shadow");
      assertTrue(hook.current().decides());
      assertTrue(GangHookRegistry.of(conf) == hook.current());
      assertTrue(hold(hook.current(), 1) == GangSubmissionDecision.PASSES);
      assertNoThreadOfRounds();
      set(FederationConfiguration.of(conf), conf, "off");
      assertFalse(hook.current().decides());
    }
  }

  private Configuration conf() {
    Configuration conf = new Configuration(zooKeeper.conf());
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", "100ms");
    return conf;
  }

  private static void storeOneThatFits(ZooKeeperRecordStore records) throws IOException {
    GangStore store = new GangStore(records);
    store.publish(Collections.singletonMap("root.a", 10L));
    PendingGang gang = PendingGang.of("application_9_0009", "root.a", 1, 10, 0);
    store.add(GangJob.of("hdfs", gang, 5, new byte[] {1, 2}));
  }

  /** Checks that no thread of rounds runs, except those of earlier tests, which may end. */
  private void assertNoThreadOfRounds() {
    assertTrue(threadsOfRounds() <= roundsBefore);
  }

  private static long threadsOfRounds() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("yarnext-federation-gangs"))
        .count();
  }

  @Test
  public void secureClusterHoldsNoGangsInWritableOrReadableRecords() throws Exception {
    try (SecureCluster secure = new SecureCluster()) {
      assertFalse("by Hadoop's default", GangHookRegistry.of(conf()).decides());
      Configuration readable = conf();
      readable.set(CommonConfigurationKeys.ZK_AUTH, "digest:yarn:y");
      readable.set(CommonConfigurationKeys.ZK_ACL, "auth::rwcda,world:anyone:r");
      assertFalse("tokens are in them", GangHookRegistry.of(readable).decides());
      Configuration nobody = conf();
      nobody.set(CommonConfigurationKeys.ZK_ACL, "sasl:yarn:rwcda");
      assertFalse("who is this?", GangHookRegistry.of(nobody).decides());
      Configuration closed = conf();
      closed.set(CommonConfigurationKeys.ZK_AUTH, "digest:yarn:y");
      closed.set(CommonConfigurationKeys.ZK_ACL, "auth::rwcda");
      assertTrue(GangHookRegistry.of(closed).acts());
    }
  }

  private static long failedRounds(GangHook hook) {
    return hook.log().metrics().snapshot().get("RoundsFailed").longValue();
  }

  private static GangSubmissionDecision hold(GangHook hook, int number) {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(ApplicationId.newInstance(1, number));
    context.setQueue("a");
    context.setApplicationTags(Collections.singleton("gang=1x1"));
    GangSubmissionDecision hold = hook.hold("user", context);
    assertNull(hold.refusal());
    return hold;
  }
}
