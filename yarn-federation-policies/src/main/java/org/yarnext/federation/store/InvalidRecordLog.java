// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the invalid records found in ZooKeeper, and logs each version of each record once.
 * Thread-safe.
 */
final class InvalidRecordLog {
  private static final Logger LOG = LoggerFactory.getLogger(InvalidRecordLog.class);

  /** Limit of warnings; further records are counted, and logged at debug level. */
  private static final int MAX_NAMED = 100;

  private final Set<String> named = ConcurrentHashMap.newKeySet();
  private final AtomicLong count = new AtomicLong();

  /** Returns the number of such records; each version of a record counts once. */
  long count() {
    return count.get();
  }

  /**
   * Counts a record, and returns the exception to throw.
   *
   * @param path absolute
   * @param changedIn the transaction that wrote it
   */
  InvalidRecordException one(
      String path, long changedIn, String why, boolean isForeign, Throwable cause) {
    return count(path, changedIn, new InvalidRecordException(path, why, isForeign, cause), false);
  }

  /**
   * Counts a record that invalidates all records below it, and returns the exception to throw.
   *
   * @param path absolute
   * @param changedIn the transaction that created it
   */
  InvalidRecordException allBelow(String path, long changedIn, String why, Throwable cause) {
    return count(path, changedIn, new InvalidRecordException(path, why, true, cause), true);
  }

  private InvalidRecordException count(
      String path, long changedIn, InvalidRecordException bad, boolean isError) {
    String version = path + " " + changedIn;
    boolean mayBeNamed = named.size() <= MAX_NAMED;
    if (mayBeNamed ? named.add(version) : !named.contains(version)) {
      count.incrementAndGet();
      if (!mayBeNamed) {
        LOG.debug(bad.getMessage());
      } else if (isError) {
        LOG.error(bad.getMessage());
      } else {
        LOG.warn(bad.getMessage());
      }
    }
    return bad;
  }
}
