// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.policy.gang.PendingGangLimits;
import org.yarnext.federation.router.submission.RecentSubmissionCache;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Limits of waiting jobs while clients of one or two Routers submit at the same time. */
public class PendingGangLimiterTest {
  private static final int MAX_JOBS = 5;
  private static final int MAX_BYTES = 100;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private ZooKeeperRecordStore records;
  private GangStore store;
  private PendingGangLimiter limiter;

  @Before
  public void connect() throws Exception {
    records = zooKeeper.connect();
    store = new GangStore(records);
    limiter = limiter(store);
  }

  private static PendingGangLimiter limiter(GangStore store) throws IOException {
    store.registry();
    store.jobs();
    PendingGangLimits.Limit limit = new PendingGangLimits.Limit(MAX_JOBS, MAX_BYTES);
    PendingGangLimits.Limit all = new PendingGangLimits.Limit(10 * MAX_JOBS, 10 * MAX_BYTES);
    return new PendingGangLimiter(
        store, new PendingGangLimits(all, limit, limit), Duration.ofMinutes(1));
  }

  @After
  public void disconnect() {
    records.close();
  }

  private static GangJob job(int number, int bytes) {
    PendingGang gang = PendingGang.of("application_1_000" + number, "root.a", 1, 1, 0);
    return GangJob.of("user", gang, 5, new byte[bytes]);
  }

  @Test
  public void acceptedJobCountsUntilItIsReleased() throws Exception {
    GangJob large = job(1, 60);
    GangJob next = job(2, 60);
    assertTrue(limiter.accept(large).value());
    assertFalse("too large together", limiter.accept(next).value());
    limiter.release(next);
    assertFalse("it was not accepted", limiter.accept(next).value());
    limiter.release(large);
    assertTrue("the other one was not stored", limiter.accept(next).value());
  }

  @Test
  public void storedJobCountsOnce() throws Exception {
    GangJob large = job(1, 60);
    assertTrue(limiter.accept(large).value());
    assertTrue(store.add(large));
    assertTrue("before it is released", limiter.accept(job(2, 40)).value());
    limiter.release(large);
    assertFalse("and after", limiter.accept(job(3, 1)).value());
  }

  @Test
  public void concurrentSubmissionsStayWithinTheLimit() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> submissions = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        GangJob job = job(i, 1);
        submissions.add(clients.submit(() -> submit(job)));
      }
      int accepted = 0;
      for (Future<Boolean> submission : submissions) {
        accepted += submission.get() ? 1 : 0;
      }
      assertEquals(MAX_JOBS, accepted);
      assertEquals(MAX_JOBS, store.count());
    } finally {
      clients.shutdownNow();
    }
  }

  private boolean submit(GangJob job) throws IOException {
    try {
      return limiter.accept(job).value() && store.add(job);
    } finally {
      limiter.release(job);
    }
  }

  private static Decision<Boolean> store(PendingGangLimiter router, GangJob job)
      throws IOException {
    try {
      Decision<Boolean> decision = router.accept(job);
      return decision.value() ? router.store(job, new RecentSubmissionCache(), () -> {}) : decision;
    } finally {
      router.release(job);
    }
  }

  /** Neither reads the list again while it is fresh. */
  @Test
  public void concurrentSubmissionsToTwoRoutersStayWithinTheLimit() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try (ZooKeeperRecordStore otherRecords = zooKeeper.connect()) {
      PendingGangLimiter other = limiter(new GangStore(otherRecords));
      List<Future<Boolean>> submissions = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        GangJob job = job(i, 1);
        PendingGangLimiter router = i % 2 == 0 ? limiter : other;
        submissions.add(clients.submit(() -> store(router, job).value()));
      }
      int waiting = 0;
      for (Future<Boolean> submission : submissions) {
        waiting += submission.get() ? 1 : 0;
      }
      assertEquals(MAX_JOBS, waiting);
      assertEquals(MAX_JOBS, store.jobs().size());
      assertTrue("nothing is left of the others", store.registry().killed().isEmpty());
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  public void jobsOfAnotherRouterCountOnceTheyAreTooMany() throws Exception {
    try (ZooKeeperRecordStore otherRecords = zooKeeper.connect()) {
      PendingGangLimiter other = limiter(new GangStore(otherRecords));
      for (int i = 0; i < MAX_JOBS; i++) {
        assertTrue(store(i % 2 == 0 ? limiter : other, job(i, 1)).value());
      }
      for (PendingGangLimiter router : Arrays.asList(limiter, other)) {
        Decision<Boolean> refused = store(router, job(7, 1));
        assertFalse(refused.value());
        assertEquals(GangReason.GANG_TOO_MANY_OF_USER, refused.reason());
      }
      assertEquals(MAX_JOBS, store.count());
      store.remove("application_1_0000");
      assertTrue("its client submits it again", store(limiter, job(7, 1)).value());
    }
  }

  @Test
  public void jobBeyondTheLimitThatWasAdmittedStays() throws Exception {
    GangJob job = job(1, 1);
    assertTrue(store.add(job));
    AdmittedGang admitted = AdmittedGang.of("root.a", 1, "router", 0, false, false);
    assertTrue(
        store.replace(
            AdmittedGangRegistry.of(
                store.registry().version(),
                Collections.singletonMap(job.gang().id(), admitted),
                Collections.emptyMap(),
                Collections.emptySet())));
    assertFalse(store.withdraw(job.gang().id()));
    assertEquals(1, store.jobs().size());
    assertFalse(store.registry().admitted().get(job.gang().id()).isKilled());
  }
}
