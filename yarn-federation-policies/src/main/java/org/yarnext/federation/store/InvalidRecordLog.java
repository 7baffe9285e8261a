/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records that must not be used, and logs each once for each time that it was written.
 * Thread-safe.
 */
final class InvalidRecordLog {
  private static final Logger LOG = LoggerFactory.getLogger(InvalidRecordLog.class);

  /** How many the log names; the others are only counted. */
  private static final int MAX_NAMED = 100;

  private final Set<String> named = ConcurrentHashMap.newKeySet();
  private final AtomicLong count = new AtomicLong();

  /** How many were met, each version of each record once. */
  long count() {
    return count.get();
  }

  /**
   * Counts one record.
   *
   * @param path absolute
   * @param changedIn the transaction that wrote it
   */
  InvalidRecordException one(
      String path, long changedIn, String why, boolean isForeign, Throwable cause) {
    return count(path, changedIn, new InvalidRecordException(path, why, isForeign, cause), false);
  }

  /**
   * Counts one that keeps all below it from being used.
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
