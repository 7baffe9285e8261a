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
 * Tracks how long each sub-cluster has not answered any application of this NodeManager, for
 * example because its ResourceManager hangs or the network is partitioned. Until YARN considers the
 * sub-cluster lost, requests are divided by its latest response. Thread-safe.
 */
public final class ResponseAgeTracker {
  /** A sub-cluster that no application called for this long counts as unused. */
  private static final long UNUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier clock;
  private final Map<SubClusterId, Times> known = new ConcurrentHashMap<>();

  /** Times of the latest response and call, in ns. */
  private static final class Times {
    volatile long answered;
    volatile long called;

    Times(long now) {
      answered = now;
      called = now;
    }
  }

  /**
   * @param clock a monotonic clock, in ns
   */
  public ResponseAgeTracker(LongSupplier clock) {
    this.clock = clock;
  }

  /** Records that a sub-cluster answered an application. */
  public void answered(SubClusterId from) {
    long now = clock.getAsLong();
    times(from, now).answered = now;
  }

  /** Records a call of an application to the sub-clusters that answered it before. */
  public void called(Collection<SubClusterId> all) {
    long now = clock.getAsLong();
    all.forEach(id -> times(id, now).called = now);
  }

  /** Returns the times of a sub-cluster; before it adds them, it forgets unused sub-clusters. */
  private Times times(SubClusterId id, long now) {
    Times times = known.get(id);
    if (times != null) {
      return times;
    }
    known.values().removeIf(each -> !isUsed(each, now));
    return known.computeIfAbsent(id, each -> new Times(now));
  }

  private static boolean isUsed(Times times, long now) {
    return now - times.called < UNUSED_NANOS;
  }

  /**
   * Returns the longest time in ms for which a sub-cluster in use has not answered; 0 if none is in
   * use.
   */
  public long oldestMs() {
    long now = clock.getAsLong();
    long oldest = 0;
    for (Times times : known.values()) {
      if (isUsed(times, now)) {
        oldest = Math.max(oldest, now - times.answered);
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(oldest);
  }
}
