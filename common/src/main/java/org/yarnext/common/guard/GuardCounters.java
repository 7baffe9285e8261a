// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers of guarded calls by outcome, and their durations, for one hook or for all hooks of a
 * guard together.
 *
 * <p>Always {@code calls = ok + fallbacks} and {@code fallbacks = failures + timeouts + rejected +
 * skipped + interrupted}. Counts start at 0 with the guard and only grow. A call is counted when it
 * ends. Immutable and thread-safe.
 */
public final class GuardCounters {
  /** Accumulator for the counters. */
  static final class Sum {
    long ok;
    long failures;
    long timeouts;
    long rejected;
    long skipped;
    long interrupted;
    long slow;
    long trips;
    long recoveries;
    long totalNanos;
    long maxNanos;
  }

  private final Sum sum;
  private final Map<String, GuardCounters> perHook;

  GuardCounters(Sum sum, Map<String, GuardCounters> perHook) {
    this.sum = sum;
    this.perHook = perHook;
  }

  /** Adds up the hooks of a guard. */
  static GuardCounters total(Map<String, GuardCounters> perHook) {
    Sum total = new Sum();
    for (GuardCounters hook : perHook.values()) {
      total.ok += hook.sum.ok;
      total.failures += hook.sum.failures;
      total.timeouts += hook.sum.timeouts;
      total.rejected += hook.sum.rejected;
      total.skipped += hook.sum.skipped;
      total.interrupted += hook.sum.interrupted;
      total.slow += hook.sum.slow;
      total.trips += hook.sum.trips;
      total.recoveries += hook.sum.recoveries;
      total.totalNanos += hook.sum.totalNanos;
      total.maxNanos = Math.max(total.maxNanos, hook.sum.maxNanos);
    }
    return new GuardCounters(total, Collections.unmodifiableMap(new TreeMap<>(perHook)));
  }

  /** Returns the number of completed calls regardless of their outcome. */
  public long calls() {
    return ok() + fallbacks();
  }

  /** Returns the number of calls that returned the feature's result, slow ones included. */
  public long ok() {
    return sum.ok;
  }

  /** Returns the number of calls that fell back to stock behaviour. */
  public long fallbacks() {
    return sum.failures + sum.timeouts + sum.rejected + sum.skipped + sum.interrupted;
  }

  /** Returns the number of fallbacks because feature code threw. */
  public long failures() {
    return sum.failures;
  }

  /** Returns the number of fallbacks because feature code missed the deadline on a worker. */
  public long timeouts() {
    return sum.timeouts;
  }

  /** Returns the number of fallbacks because no worker was free. */
  public long rejected() {
    return sum.rejected;
  }

  /** Returns the number of fallbacks because the guard was tripped. */
  public long skipped() {
    return sum.skipped;
  }

  /** Returns the number of fallbacks because the calling thread was interrupted. */
  public long interrupted() {
    return sum.interrupted;
  }

  /**
   * Returns the number of calls, nearly all inline, whose result was used although it was late;
   * included in ok.
   */
  public long slow() {
    return sum.slow;
  }

  /** Returns how often a call tripped the guard, failed trials included. */
  public long trips() {
    return sum.trips;
  }

  /** Returns how often a trial made the guard healthy again. */
  public long recoveries() {
    return sum.recoveries;
  }

  /** Returns the total time of all ok calls, in nanoseconds, hand-off to the worker included. */
  public long totalNanos() {
    return sum.totalNanos;
  }

  /** Returns the time of the slowest ok call, in nanoseconds; 0 before the first. */
  public long maxNanos() {
    return sum.maxNanos;
  }

  /**
   * Returns the counters by hook name, in alphabetical order; empty if this object is about one
   * hook.
   */
  public Map<String, GuardCounters> perHook() {
    return perHook;
  }

  @Override
  public String toString() {
    return "calls="
        + calls()
        + ", ok="
        + ok()
        + ", fallbacks="
        + fallbacks()
        + " (failures="
        + failures()
        + ", timeouts="
        + timeouts()
        + ", rejected="
        + rejected()
        + ", skipped="
        + skipped()
        + ", interrupted="
        + interrupted()
        + "), slow="
        + slow()
        + ", trips="
        + trips()
        + ", recoveries="
        + recoveries();
  }
}
