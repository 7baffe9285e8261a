// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the guarded calls of one hook by {@link Outcome}; each call has exactly one, so the sums
 * balance.
 *
 * <p>Thread-safe.
 */
final class HookCounters {
  /** Outcome of a call. All but OK are fallbacks to stock behaviour. */
  enum Outcome {
    OK,
    FAILURE,
    TIMEOUT,
    /** No worker was free. */
    REJECTED,
    /** The guard was tripped. */
    SKIPPED,
    /** The caller was interrupted. */
    INTERRUPTED
  }

  private final String hook;
  private final Map<Outcome, LongAdder> ends = new EnumMap<>(Outcome.class);
  private final LongAdder ok;
  private final LongAdder slow = new LongAdder();
  private final LongAdder trips = new LongAdder();
  private final LongAdder recoveries = new LongAdder();
  private final LongAdder totalNanos = new LongAdder();
  private final LongAccumulator maxNanos = new LongAccumulator(Math::max, 0);

  HookCounters(String hook) {
    this.hook = hook;
    for (Outcome outcome : Outcome.values()) {
      ends.put(outcome, new LongAdder());
    }
    ok = ends.get(Outcome.OK);
  }

  String hook() {
    return hook;
  }

  /** Counts a call that ended with our result. */
  void ok(long nanos, boolean tookTooLong) {
    ok.increment();
    if (tookTooLong) {
      slow.increment();
    }
    totalNanos.add(nanos);
    maxNanos.accumulate(nanos);
  }

  /** Counts a call that fell back. */
  void fellBack(Outcome outcome) {
    ends.get(outcome).increment();
  }

  void tripped() {
    trips.increment();
  }

  void recovered() {
    recoveries.increment();
  }

  /** Returns a snapshot of the counters. */
  GuardCounters snapshot() {
    GuardCounters.Sum sum = new GuardCounters.Sum();
    sum.slow = slow.sum(); // read before OK, so that it never exceeds it
    sum.ok = ok.sum();
    sum.failures = ends.get(Outcome.FAILURE).sum();
    sum.timeouts = ends.get(Outcome.TIMEOUT).sum();
    sum.rejected = ends.get(Outcome.REJECTED).sum();
    sum.skipped = ends.get(Outcome.SKIPPED).sum();
    sum.interrupted = ends.get(Outcome.INTERRUPTED).sum();
    sum.trips = trips.sum();
    sum.recoveries = recoveries.sum();
    sum.totalNanos = totalNanos.sum();
    sum.maxNanos = maxNanos.get();
    return new GuardCounters(sum, Collections.emptyMap());
  }
}
