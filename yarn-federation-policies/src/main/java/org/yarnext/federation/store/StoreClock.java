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
 * hosts do not matter. It writes a small record for that, twice a minute at most and only when
 * somebody asks, and reads its stamp. Thread-safe.
 */
public final class StoreClock {
  private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);
  private static final long RESYNC_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A transaction's number begins with that of the leader's term. */
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
   * The store's wall clock, in ms.
   *
   * @throws IOException if the store does not answer
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
   * How old a record is, in ms, 0 or more; {@link ReportAgeTracker#UNKNOWN} if the store does not
   * answer, or another server stamped the record than stamps records now: its clock may be another.
   */
  synchronized long ageMs(StoredRecord record) {
    try {
      long nowMs = nowMs();
      if (term(record.changedIn()) > term(stamp.getMzxid())) {
        stamp = null; // there is another leader since
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
   * Whether one record was changed some time before another one for sure: the same server stamped
   * both. Asks nobody.
   *
   * @param byMs the least time between the changes, in ms
   */
  public static boolean isEarlier(Stat one, Stat other, long byMs) {
    return term(one.getMzxid()) == term(other.getMzxid())
        && other.getMtime() - one.getMtime() > byMs;
  }
}
