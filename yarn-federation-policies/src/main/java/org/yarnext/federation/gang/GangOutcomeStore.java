// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.common.guard.LogThrottle;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Stores the outcomes of jobs that never ran, for clients that ask for them later. A Router keeps a
 * limited number for each user, and makes room for others with those of the user who has most.
 * Thread-safe, except for {@link #forget}.
 */
final class GangOutcomeStore {
  private static final Logger LOG = LoggerFactory.getLogger(GangOutcomeStore.class);
  private static final String PATH = "gangs/ends";

  /** Limit of the outcomes of all Routers; ZooKeeper lists at most 1 MB of names. */
  private static final int MAX_OUTCOMES = 20_000;

  /** Limit of the outcomes of one user that one Router stores. */
  private static final int MAX_PER_USER = 1_000;

  /** Limit of the outcomes whose age one call of {@link #forget} looks at. */
  private static final int MAX_CHECKED = 500;

  private final ZooKeeperRecordStore records;
  private final int max;
  private final int maxPerUser;
  private final LogThrottle warnings = new LogThrottle();

  /**
   * Users of the outcomes that this Router stored, by id, the oldest first; guarded by its own
   * lock. Some of them may be removed already.
   */
  private final Map<String, String> users;

  /** Ids of the outcomes whose age {@link #forget} has yet to look at. */
  private Iterator<String> unchecked = Collections.emptyIterator();

  GangOutcomeStore(ZooKeeperRecordStore records) {
    this(records, MAX_OUTCOMES, MAX_PER_USER);
  }

  /**
   * @param max limit of the outcomes of all Routers
   * @param maxPerUser limit of the outcomes of one user that one Router stores
   */
  GangOutcomeStore(ZooKeeperRecordStore records, int max, int maxPerUser) {
    this.records = records;
    this.max = max;
    this.maxPerUser = maxPerUser;
    users = BoundedCache.inOrderOfInsertion(max);
  }

  /** Stores an outcome, unless too many are stored and this Router stored none of them. */
  void add(GangOutcome outcome) throws IOException {
    String user = outcome.job().user();
    if (count(user) >= maxPerUser) {
      removeOldest(user);
    }
    if (!hasRoom()) {
      if (warnings.due(PATH, TimeUnit.NANOSECONDS.toMillis(System.nanoTime()))) {
        LOG.warn("The end of job {} is not kept for its client: {} are kept", outcome.id(), max);
      }
      return;
    }
    records.create(PATH + "/" + outcome.id(), outcome.toBytes());
    synchronized (users) {
      users.put(outcome.id(), user);
    }
  }

  /** Returns whether one more outcome may be stored; removes one if that makes room. */
  private boolean hasRoom() throws IOException {
    if (records.count(PATH) < max) {
      return true;
    }
    removeOldest(userWithMost());
    return records.count(PATH) < max;
  }

  private int count(String user) {
    synchronized (users) {
      return Collections.frequency(users.values(), user);
    }
  }

  /** Returns the user of most outcomes that this Router stored; null if it stored none. */
  private String userWithMost() {
    Map<String, Integer> counts = new HashMap<>();
    synchronized (users) {
      users.values().forEach(user -> counts.merge(user, 1, Integer::sum));
    }
    return counts.isEmpty()
        ? null
        : Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  /** Removes the oldest outcome of a user that this Router stored, if there is one. */
  private void removeOldest(String user) throws IOException {
    String oldest = null;
    synchronized (users) {
      for (Iterator<Map.Entry<String, String>> all = users.entrySet().iterator();
          oldest == null && all.hasNext(); ) {
        Map.Entry<String, String> each = all.next();
        if (each.getValue().equals(user)) {
          oldest = each.getKey();
          all.remove();
        }
      }
    }
    if (oldest != null) {
      records.remove(PATH + "/" + oldest);
    }
  }

  /** Returns the outcome of a job, or null if none is stored. */
  GangOutcome get(String id) throws IOException {
    return records.read(PATH + "/" + id, (in, record) -> GangOutcome.read(id, in, record));
  }

  /**
   * Removes outcomes from before the given time, a limited number in each call; the next call
   * continues. Must not be called by two threads at a time.
   *
   * @param beforeMs in ms of the store's clock
   * @param mayGoOn asked before each outcome; if false, the rest is left for the next call
   */
  void forget(long beforeMs, BooleanSupplier mayGoOn) throws IOException {
    if (!unchecked.hasNext()) {
      unchecked = records.below(PATH).iterator();
    }
    for (int i = 0; i < MAX_CHECKED && unchecked.hasNext() && mayGoOn.getAsBoolean(); i++) {
      String id = unchecked.next();
      Stat last = records.lastChange(PATH + "/" + id);
      if (last != null && last.getMtime() < beforeMs) {
        records.remove(PATH + "/" + id);
        synchronized (users) {
          users.remove(id);
        }
      }
    }
  }
}
