// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures the age of other hosts' reports by this host's monotonic clock, from when it saw them
 * change. The hosts' clocks may therefore differ by any amount. Thread-safe.
 *
 * <p>The age of a reporter's first report is unknown until the report changes, unless the caller
 * knows it from the clock that stamped the report. A reporter that nobody looked at for a day may
 * be forgotten; its next report is then a first one.
 *
 * @param <K> the type of reporters
 */
public final class ReportAgeTracker<K> {
  /** A reporter whose report was not read for this long is forgotten. */
  private static final long FORGET_NANOS = TimeUnit.DAYS.toNanos(1);

  /** Marks an unknown age. */
  public static final long UNKNOWN = -1;

  private final LongSupplier nanoClock;
  private final Map<K, ReportVersion> seen = new ConcurrentHashMap<>();

  /** One version of a report, and when it was last read. Immutable. */
  private static final class ReportVersion {
    final Object version;
    final Age age;
    final long lookedNanos;

    ReportVersion(Object version, Age age, long lookedNanos) {
      this.version = version;
      this.age = age;
      this.lookedNanos = lookedNanos;
    }
  }

  /** The age of one version of a report, which grows with the clock. Immutable. */
  public static final class Age {
    private final LongSupplier nanoClock;
    private final long latestNanos;

    /** Null if the age of the report was unknown when it was first seen. */
    private final Long earliestNanos;

    private Age(LongSupplier nanoClock, long latestNanos, Long earliestNanos) {
      this.nanoClock = nanoClock;
      this.latestNanos = latestNanos;
      this.earliestNanos = earliestNanos;
    }

    /** Returns the time since the version was first seen, in ms, 0 or more. */
    public long minMs() {
      return sinceMs(latestNanos);
    }

    /**
     * Returns the time since the version was surely not there yet, in ms, 0 or more; {@link
     * Long#MAX_VALUE} if unknown.
     */
    public long maxMs() {
      return earliestNanos == null ? Long.MAX_VALUE : sinceMs(earliestNanos);
    }

    /** Returns whether the report is surely at most that old. */
    public boolean isFresh(long staleAfterMs) {
      return maxMs() <= staleAfterMs;
    }

    /** Returns whether the report is surely older than that. */
    public boolean isStale(long staleAfterMs) {
      return minMs() > staleAfterMs;
    }

    private long sinceMs(long nanos) {
      return TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanoClock.getAsLong() - nanos));
    }
  }

  /**
   * @param nanoClock a monotonic clock, in ns
   */
  public ReportAgeTracker(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Returns the age of a report that has just been read. The age is unknown if this is the
   * reporter's first report.
   *
   * @param version anything that changes with each report, such as its time by the reporter's
   *     clock; may be null
   */
  public Age look(K reporter, Object version) {
    return look(reporter, version, () -> UNKNOWN);
  }

  /**
   * Returns the age of a report that has just been read.
   *
   * @param version anything that changes with each report; may be null
   * @param foundMs returns the age of the reporter's first report, in ms; called each time until it
   *     does not return {@link #UNKNOWN}
   */
  public Age look(K reporter, Object version, LongSupplier foundMs) {
    ReportVersion last = seen.get(reporter);
    Age age;
    if (last == null) {
      long nowNanos = nanoClock.getAsLong();
      seen.values().removeIf(each -> nowNanos - each.lookedNanos > FORGET_NANOS);
      age = found(foundMs.getAsLong());
    } else if (!Objects.equals(last.version, version)) {
      age = new Age(nanoClock, nanoClock.getAsLong(), last.lookedNanos);
    } else if (last.age.earliestNanos == null) {
      long ms = foundMs.getAsLong();
      age = ms == UNKNOWN ? last.age : found(ms);
    } else {
      age = last.age;
    }
    seen.put(reporter, new ReportVersion(version, age, nanoClock.getAsLong()));
    return age;
  }

  /** Returns the age of a report that is {@code ms} old now, or of unknown age. */
  private Age found(long ms) {
    long nanos = nanoClock.getAsLong() - TimeUnit.MILLISECONDS.toNanos(Math.max(0, ms));
    return new Age(nanoClock, nanos, ms == UNKNOWN ? null : (Long) nanos);
  }
}
