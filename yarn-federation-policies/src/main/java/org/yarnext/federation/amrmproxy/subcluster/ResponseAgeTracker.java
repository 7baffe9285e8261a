// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.subcluster;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/**
 * Tracks, for all applications of a NodeManager, since when a sub-cluster has answered none of
 * their calls, as when its ResourceManager hangs or the network is partitioned. Asks are divided by
 * its last answer until YARN takes it for lost. Thread-safe.
 */
public final class ResponseAgeTracker {
  /** Nobody uses a sub-cluster any more that nobody called for so long. */
  private static final long UNUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier clock;
  private final Map<SubClusterId, Times> known = new ConcurrentHashMap<>();

  private static final class Times {
    volatile long answered;
    volatile long called;

    Times(long now) {
      answered = now;
      called = now;
    }
  }

  /**
   * @param clock that never goes back, in ns
   */
  public ResponseAgeTracker(LongSupplier clock) {
    this.clock = clock;
  }

  /** It answered some application. */
  public void answered(SubClusterId from) {
    long now = clock.getAsLong();
    known.computeIfAbsent(from, id -> new Times(now)).answered = now;
  }

  /** An application that had answers of these before calls them again. */
  public void called(Collection<SubClusterId> all) {
    long now = clock.getAsLong();
    all.forEach(id -> known.computeIfAbsent(id, each -> new Times(now)).called = now);
  }

  /** Of the one that is silent longest, in ms; 0 if none is called. */
  public long oldestMs() {
    long now = clock.getAsLong();
    long oldest = 0;
    for (Times times : known.values()) {
      if (now - times.called < UNUSED_NANOS) {
        oldest = Math.max(oldest, now - times.answered);
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(oldest);
  }
}
