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
