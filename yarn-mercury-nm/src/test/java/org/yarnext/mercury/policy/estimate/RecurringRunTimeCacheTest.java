// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;

import org.junit.Test;

public class RecurringRunTimeCacheTest {
  private static final int MAP = 20;

  private final RecurringRunTimeCache cache = new RecurringRunTimeCache();

  private static RecurringJobKey job(String user, int number) {
    StringBuilder name = new StringBuilder("job ");
    for (char digit : String.valueOf(number).toCharArray()) {
      name.append((char) ('a' + digit - '0'));
    }
    return RecurringJobKey.of(user, "root.a", "TEZ", name.toString());
  }

  @Test
  public void runTimesAreKeptByPriority() {
    cache.observe(job("alice", 1), MAP, 1_000, 0);
    cache.observe(job("alice", 1), MAP, 3_000, 1);
    cache.observe(job("alice", 1), 10, 60_000, 2);
    cache.observe(job("alice", 1), MAP, -1, 3);
    assertEquals(2_000, cache.find(job("alice", 1), MAP, 3).meanMs());
    assertEquals(60_000, cache.find(job("alice", 1), 10, 3).meanMs());
    assertNull(cache.find(job("alice", 1), 5, 3));
    assertNull(cache.find(job("alice", 2), MAP, 3));
  }

  @Test
  public void runTimesExpire() {
    cache.observe(job("alice", 1), MAP, 1_000, 0);
    assertNotNull(cache.find(job("alice", 1), MAP, RecurringRunTimeCache.EXPIRY_MS));
    assertNull(cache.find(job("alice", 1), MAP, RecurringRunTimeCache.EXPIRY_MS + 1));
    cache.observe(job("alice", 1), MAP, 5_000, RecurringRunTimeCache.EXPIRY_MS + 1);
    assertEquals(
        "it does not count any more",
        5_000,
        cache.find(job("alice", 1), MAP, RecurringRunTimeCache.EXPIRY_MS + 1).meanMs());
  }

  /** A user may submit jobs of any number of names. */
  @Test
  public void oneUsersJobsEvictNoOthers() {
    cache.observe(job("bob", 0), MAP, 1_000, 0);
    for (int i = 0; i < 100_000; i++) {
      cache.observe(job("alice", i), MAP, 9_000, 0);
    }
    assertEquals(1_000, cache.find(job("bob", 0), MAP, 0).meanMs());
    int left = 0;
    for (int i = 0; i < 100_000; i++) {
      left += cache.find(job("alice", i), MAP, 0) == null ? 0 : 1;
    }
    assertEquals(RecurringRunTimeCache.MAX_JOBS, left);
  }

  @Test
  public void prioritiesAndUsersAreBounded() {
    for (int i = 0; i <= RecurringRunTimeCache.MAX_PRIORITIES; i++) {
      cache.observe(job("alice", 1), i, 1_000, 0);
    }
    assertNull(cache.find(job("alice", 1), 0, 0));
    assertNotNull(cache.find(job("alice", 1), 1, 0));
    for (int i = 0; i < RecurringRunTimeCache.MAX_USERS; i++) {
      cache.observe(job("user" + i, 1), 1, 1_000, 0);
    }
    assertNull("the least recently seen user", cache.find(job("alice", 1), 1, 0));
    assertNotNull(cache.find(job("user0", 1), 1, 0));
  }
}
