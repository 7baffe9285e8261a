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
package org.yarnext.federation.router;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how old the reports of other hosts are: since when each has not changed, by this host's
 * clock alone, so that a difference of the hosts' clocks does not matter. A report that is seen for
 * the first time is new. Thread-safe.
 *
 * @param <K> who reports
 */
final class ReportChanges<K> {
  private final LongSupplier clock;
  private final Map<K, Seen> seen = new ConcurrentHashMap<>();

  private static final class Seen {
    final Object version;
    final long firstNanos;

    Seen(Object version, long firstNanos) {
      this.version = version;
      this.firstNanos = firstNanos;
    }
  }

  /**
   * @param clock that never goes back, in ns
   */
  ReportChanges(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Since when this version of the report is known, in ms, 0 or more.
   *
   * @param version whatever changes with each report, such as its time by the reporter's clock; may
   *     be null
   */
  long ageMs(K reporter, Object version) {
    long now = clock.getAsLong();
    Seen last =
        seen.compute(
            reporter,
            (k, before) ->
                before != null && Objects.equals(before.version, version)
                    ? before
                    : new Seen(version, now));
    return TimeUnit.NANOSECONDS.toMillis(Math.max(0, now - last.firstNanos));
  }
}
