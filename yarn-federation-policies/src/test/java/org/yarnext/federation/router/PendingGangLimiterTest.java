// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.policy.gang.PendingGangLimits;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Limits of waiting jobs while clients of one Router submit at the same time. */
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
    PendingGangLimits.Limit limit = new PendingGangLimits.Limit(MAX_JOBS, MAX_BYTES);
    limiter =
        new PendingGangLimiter(
            store, new PendingGangLimits(limit, limit, limit), Duration.ofMinutes(1));
    store.registry();
    store.jobs();
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
}
