// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A clock that follows the ZooKeeper server that stamps records, so that the clocks of the daemons'
 * hosts do not matter. To read that server's time it writes a small record, at most twice a minute
 * and only when the time is requested. Thread-safe.
 */
public final class StoreClock {
  private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);
  private static final long RESYNC_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** The upper 32 bits of a transaction id are the leader's term. */
  private static final int TERM_SHIFT = 32;

  private final ZooKeeperRecordStore records;
  private final LongSupplier nanoClock;
  private Stat stamp;
  private long stampedNanos;

  StoreClock(ZooKeeperRecordStore records, LongSupplier nanoClock) {
    this.records = records;
    this.nanoClock = nanoClock;
  }

  /**
   * Returns the store's wall-clock time, in ms.
   *
   * @throws IOException if the store does not respond
   */
  public synchronized long nowMs() throws IOException {
    if (stamp == null || nanoClock.getAsLong() - stampedNanos > RESYNC_NANOS) {
      stamp = records.stamp("clock");
      stampedNanos = nanoClock.getAsLong();
    }
    return stamp.getMtime()
        + TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanoClock.getAsLong() - stampedNanos));
  }

  /**
   * Returns the age of a record in ms, 0 or more. It is {@link ReportAgeTracker#UNKNOWN} if the
   * store does not respond, or if another server than the current leader stamped the record, as
   * their clocks may differ.
   */
  synchronized long ageMs(StoredRecord record) {
    try {
      long nowMs = nowMs();
      if (term(record.changedIn()) > term(stamp.getMzxid())) {
        stamp = null; // another leader was elected since
        nowMs = nowMs();
      }
      return term(record.changedIn()) == term(stamp.getMzxid())
          ? Math.max(0, nowMs - record.changedMs())
          : ReportAgeTracker.UNKNOWN;
    } catch (IOException e) {
      LOG.debug("The store's time is not known", e);
      return ReportAgeTracker.UNKNOWN;
    }
  }

  private static long term(long transaction) {
    return transaction >>> TERM_SHIFT;
  }

  /**
   * Returns whether one record was surely changed before another one, by more than the given time,
   * since the same server stamped both. Does not access the network.
   *
   * @param byMs shortest time between the changes, in ms
   */
  public static boolean isEarlier(Stat one, Stat other, long byMs) {
    return term(one.getMzxid()) == term(other.getMzxid())
        && other.getMtime() - one.getMtime() > byMs;
  }
}
