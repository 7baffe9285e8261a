// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.gang.RoundClock;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.router.subcluster.FakeSubClusters;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.StoredRecord;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Three Routers, of which one dies in the middle of starting a job, over and over, and one dies so
 * and never comes back, before three sub-clusters that forget what ended, some of it before anybody
 * asks: of ten thousand jobs, most of which clients submit twice, each runs exactly once. ZooKeeper
 * is not told of a death: the session goes on until the test lets it expire, as after kill -9.
 */
public class GangFederationTest {
  private static final int JOBS = 10_000;
  private static final int CLIENTS = 3;
  private static final int DEATHS = 5;
  private static final int ROUTERS = 3;

  /** Index of the Router that dies repeatedly; another one dies once. */
  private static final int DYING = 0;

  private static final int GONE = 2;

  /** One of so many ends and is forgotten as soon as the book says that it runs. */
  private static final int BRIEF = 20;

  private static final String SWEEPER = "gangs/sweeper";
  private static final long LEASE_MS = 5_000;
  private static final int SESSION_MS = 600_000;
  private static final long PAUSE_MS = 20;

  /** The hooks that clients call have another clock, so that only their first round comes. */
  private static final String HOOK_INTERVAL = "10m";

  private static final long PATIENCE_MS = 480_000;
  private static final long FOR_EVER_MS = 86_400_000;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final RoundClock clock = new RoundClock(ROUTERS);
  private FakeSubClusters subClusters;
  private final AtomicInteger submitted = new AtomicInteger();
  private final AtomicInteger deathsToCome = new AtomicInteger(DEATHS);
  private final AtomicInteger lastDeathToCome = new AtomicInteger(1);

  /** Resources of all Routers, also of dead ones, which closed nothing. */
  private final List<Closeable> opened = Collections.synchronizedList(new ArrayList<>());

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

  @Test
  public void eachJobRunsOnceThoughRoutersDieAndClientsResubmit() throws Exception {
    subClusters = new FakeSubClusters();
    Configuration routers = zooKeeper.conf();
    routers.set("yarn.federation.policies.gang.mode", "on");
    routers.set("yarn.federation.policies.gang.interval", HOOK_INTERVAL);
    routers.set("yarn.federation.policies.guard.deadline", "1m");
    routers.setInt("yarn.federation.policies.gang.max-waiting-per-user", JOBS);
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore gangs = new GangStore(records);
      gangs.publish(Collections.singletonMap("root.q", 100L * 1_024));
      List<Thread> threads = new ArrayList<>();
      Life gone = new Life();
      assertTrue("it is the one that dies once", gone.gangs.isSweeper(name(GONE, 0)));
      GangHook one = hook(routers);
      GangHook two = hook(routers);
      threads.add(thread(() -> route(GONE, 0, gone)));
      for (int i = 0; i < ROUTERS; i++) {
        int number = i;
        if (number != GONE) {
          threads.add(thread(() -> route(number)));
        }
      }
      for (int i = 0; i < CLIENTS; i++) {
        int first = i;
        threads.add(thread(() -> submit(first, one, two)));
      }
      for (Thread thread : threads) {
        thread.join(PATIENCE_MS);
      }
      assertEquals(failures.toString(), 0, failures.size());
      assertEquals("all ran", JOBS, subClusters.runs.size());
      subClusters.runs.forEach((id, times) -> assertEquals(id.toString(), 1, times.intValue()));
      assertTrue("some died", deathsToCome.get() <= 0);
      assertTrue("one for good", lastDeathToCome.get() <= 0);
      assertTrue("and ZooKeeper did not know it", gone.isSweeperYet);
      assertTrue("quota is given back", gangs.registry().admitted().isEmpty());
      assertEquals("no record is left", 0, gangs.jobs().size());
    }
  }

  @After
  public void disconnect() throws IOException {
    for (Closeable each : opened) {
      each.close();
    }
  }

  /** Returns once its first round is over. */
  private GangHook hook(Configuration conf) throws Exception {
    GangHook hook =
        new GangHook(
            FederationConfiguration.read(conf), conf, subClusters.launcher(null, null), null);
    GangHookTestBase.await(
        () -> "its first round",
        () -> hook.log().metrics().snapshot().get("RegistryAgeMillis").longValue() >= 0);
    return hook;
  }

  private interface Work {
    void run() throws Exception;
  }

  private Thread thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable t) {
                failures.add(t);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Each job at one Router, and most of them at another one too. */
  private void submit(int first, GangHook one, GangHook two) {
    Random random = new Random(first);
    for (int i = first; i < JOBS; i += CLIENTS) {
      ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
      context.setApplicationId(ApplicationId.newInstance(1, i));
      context.setQueue("q");
      context.setApplicationTags(Collections.singleton("gang=" + (1 + random.nextInt(8)) + "x512"));
      assertWaits(one.hold("user", context));
      if (random.nextInt(4) > 0) {
        assertWaits(two.hold("user", context));
      }
      submitted.incrementAndGet();
    }
  }

  private static void assertWaits(GangSubmissionDecision hold) {
    assertTrue(hold != GangSubmissionDecision.PASSES);
    assertNull(hold.refusal());
  }

  /** Connection of one Router to ZooKeeper, until one of them dies. */
  private final class Life {
    private final LossyZooKeeper way = new LossyZooKeeper(zooKeeper.port());
    private final GangStore gangs;

    /** Whether ZooKeeper still had its record after its death. */
    private volatile boolean isSweeperYet;

    private Life() throws IOException {
      opened.add(way);
      Configuration own = zooKeeper.conf();
      own.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + way.port());
      own.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, SESSION_MS);
      ZooKeeperRecordStore records = zooKeeper.connect(own);
      opened.add(records);
      gangs = new GangStore(records);
    }

    /**
     * Nothing reaches ZooKeeper any more, no farewell either. It ends the session once the other
     * Routers, if they continue, have worked beside the dead one for longer than its leases last.
     */
    private void end(String router, boolean othersContinue) throws Exception {
      way.close();
      try (ZooKeeperRecordStore others = zooKeeper.connect()) {
        StoredRecord sweeper = others.read(SWEEPER);
        isSweeperYet = sweeper != null && router.equals(new String(sweeper.data(), UTF_8));
      }
      if (isSweeperYet) {
        long untilMs = clock.nowMs() + 2 * LEASE_MS;
        while (othersContinue && clock.nowMs() < untilMs) {
          Thread.sleep(PAUSE_MS);
        }
        zooKeeper.expireOwner(SWEEPER);
      }
    }
  }

  private void forgetBriefOnes(AdmittedGangRegistry book) throws YarnException {
    for (String name : book.admitted().keySet()) {
      ApplicationId id = ApplicationId.fromString(name);
      if (id.getId() % BRIEF == 0 && book.isRunning(name)) {
        subClusters.forget(id);
      }
    }
  }

  private static String name(int number, int life) {
    return "router" + number + "-" + life;
  }

  /** A Router and those that are started in its place when it dies. */
  private void route(int number) throws Exception {
    for (int life = 0; !route(number, life, new Life()); life++) {
      Thread.yield();
    }
  }

  /**
   * @param times how often it died before
   * @return whether it lived until all was done
   */
  private boolean route(int number, int times, Life life) throws Exception {
    Random deaths = number == DYING || number == GONE ? new Random(times) : null;
    GangCoordinator keeper =
        new GangCoordinator(
            name(number, times),
            life.gangs,
            new GangAdmissionPolicy(2),
            subClusters.launcher(deaths, number == GONE ? lastDeathToCome : deathsToCome),
            clock::nowMs,
            LEASE_MS,
            FOR_EVER_MS,
            FOR_EVER_MS,
            StoredGangs.NOBODY);
    try {
      while (submitted.get() < JOBS
          || !life.gangs.registry().admitted().isEmpty()
          || !life.gangs.jobs().isEmpty()) {
        keeper.round();
        forgetBriefOnes(life.gangs.lastRegistry());
        keeper.checkNew(() -> true);
        keeper.sweep(() -> true);
        clock.roundEnded(number);
        Thread.sleep(PAUSE_MS);
      }
      clock.remove(number);
      return true;
    } catch (FakeSubClusters.Death e) {
      if (number == GONE) {
        clock.remove(number);
      }
      life.end(name(number, times), number == GONE);
      return false;
    }
  }
}
