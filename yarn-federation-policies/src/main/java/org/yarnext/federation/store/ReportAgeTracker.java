// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how old the reports of other hosts are by this host's monotonic clock alone, from when
 * it saw them change. So the hosts' clocks may differ by any time. Thread-safe.
 *
 * <p>The age of a report that was there before the first look is not known until it changes, unless
 * the caller knows it from the clock that stamped the report.
 *
 * @param <K> who reports
 */
public final class ReportAgeTracker<K> {
  /** Says that the age of a report is not known. */
  public static final long UNKNOWN = -1;

  private final LongSupplier nanoClock;
  private final Map<K, Seen> seen = new ConcurrentHashMap<>();

  /** One version of a report, and when it was looked at last. Immutable. */
  private static final class Seen {
    final Object version;
    final Age age;
    final long lookedNanos;

    Seen(Object version, Age age, long lookedNanos) {
      this.version = version;
      this.age = age;
      this.lookedNanos = lookedNanos;
    }
  }

  /** How old one version of a report is by now. Immutable. */
  public static final class Age {
    private final LongSupplier nanoClock;
    private final long latestNanos;

    /** Null if it is not known how old the report was when it was found. */
    private final Long earliestNanos;

    private Age(LongSupplier nanoClock, long latestNanos, Long earliestNanos) {
      this.nanoClock = nanoClock;
      this.latestNanos = latestNanos;
      this.earliestNanos = earliestNanos;
    }

    /** In ms, 0 or more: since when the version has been seen. */
    public long minMs() {
      return sinceMs(latestNanos);
    }

    /** In ms, 0 or more: since when it was not there yet; {@link Long#MAX_VALUE} if unknown. */
    public long maxMs() {
      return earliestNanos == null ? Long.MAX_VALUE : sinceMs(earliestNanos);
    }

    /** Whether the report is certainly no older than that. */
    public boolean isFresh(long staleAfterMs) {
      return maxMs() <= staleAfterMs;
    }

    /** Whether the report is certainly older than that. */
    public boolean isStale(long staleAfterMs) {
      return minMs() > staleAfterMs;
    }

    private long sinceMs(long nanos) {
      return TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanoClock.getAsLong() - nanos));
    }
  }

  /**
   * @param nanoClock monotonic, in ns
   */
  public ReportAgeTracker(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Looks at a report whose age is not known if it is the reporter's first.
   *
   * @param version whatever changes with each report, such as its time by the reporter's clock; may
   *     be null
   */
  public Age look(K reporter, Object version) {
    return look(reporter, version, () -> UNKNOWN);
  }

  /**
   * Looks at a report.
   *
   * @param foundMs returns the age of the reporter's first report, in ms; called at each look until
   *     it is not {@link #UNKNOWN}
   */
  public Age look(K reporter, Object version, LongSupplier foundMs) {
    Seen last = seen.get(reporter);
    Age age;
    if (last == null) {
      age = found(foundMs.getAsLong());
    } else if (!Objects.equals(last.version, version)) {
      age = new Age(nanoClock, nanoClock.getAsLong(), last.lookedNanos);
    } else if (last.age.earliestNanos == null) {
      long ms = foundMs.getAsLong();
      age = ms == UNKNOWN ? last.age : found(ms);
    } else {
      age = last.age;
    }
    seen.put(reporter, new Seen(version, age, nanoClock.getAsLong()));
    return age;
  }

  /** Returns the age of a report that is {@code ms} old now, or of unknown age. */
  private Age found(long ms) {
    long nanos = nanoClock.getAsLong() - TimeUnit.MILLISECONDS.toNanos(Math.max(0, ms));
    return new Age(nanoClock, nanos, ms == UNKNOWN ? null : (Long) nanos);
  }
}
