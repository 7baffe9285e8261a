// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

public class StoreClockTest {
  private static final long SECOND_MS = 1_000;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private ZooKeeperRecordStore records;
  private long nowNanos;
  private StoreClock clock;

  @Before
  public void connect() throws Exception {
    records = zooKeeper.connect();
    clock = new StoreClock(records, () -> nowNanos);
  }

  @After
  public void disconnect() {
    records.close();
  }

  @Test
  public void clockFollowsTheTimeOfTheStore() throws Exception {
    for (int hours : new int[] {3, -3}) {
      zooKeeper.setAhead(TimeUnit.HOURS.toMillis(hours));
      nowNanos += TimeUnit.MINUTES.toNanos(1);
      long before = System.currentTimeMillis() + TimeUnit.HOURS.toMillis(hours);
      long now = clock.nowMs();
      assertTrue(now >= before);
      assertTrue(now <= System.currentTimeMillis() + TimeUnit.HOURS.toMillis(hours));
      nowNanos += TimeUnit.SECONDS.toNanos(30);
      assertEquals("without asking", now + 30 * SECOND_MS, clock.nowMs());
    }
  }

  @Test
  public void ageOfARecordIsKnownOnlyWithinTheSameTerm() throws Exception {
    zooKeeper.setAhead(-TimeUnit.HOURS.toMillis(3));
    records.put("a", new byte[0]);
    zooKeeper.setAhead(-TimeUnit.HOURS.toMillis(2));
    long ageMs = clock.ageMs(records.read("a"));
    assertTrue("" + ageMs, ageMs >= TimeUnit.HOURS.toMillis(1));
    assertTrue("" + ageMs, ageMs < TimeUnit.MINUTES.toMillis(61));
    zooKeeper.newTerm();
    records.put("b", new byte[0]);
    assertTrue("" + clock.ageMs(records.read("b")), clock.ageMs(records.read("b")) < 60_000);
    assertEquals(ReportAgeTracker.UNKNOWN, clock.ageMs(records.read("a")));
  }
}
