// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Provides the environment of an elastic scheduler: time, a thread, and the source of profiles. A
 * daemon uses {@link #DAEMON}; a simulator in virtual time provides its own. Thread-safe.
 */
public interface ElasticHost {
  /** The daemon's host: the wall clock, one thread per task, and configured profiles. */
  ElasticHost DAEMON = new DaemonHost();

  /** Difference of the two clocks that is due to rounding, in ms: neither was set since. */
  long ROUNDING_MS = 1_000;

  /** Returns the wall-clock time, in ms. */
  long nowMs();

  /** Returns monotonic nanoseconds to measure durations; in virtual time every action takes 0. */
  long nanoTime();

  /**
   * Returns milliseconds of a clock that starts at the wall clock's time and runs like {@link
   * #nanoTime}: ages and deadlines do not change when the wall clock is set.
   */
  default long monotonicMs() {
    return nanoTime() / 1_000_000;
  }

  /**
   * Returns a past time of the wall clock on the clock of {@link #monotonicMs}, and never a time
   * after now. Where times are translated by the current difference of the clocks alone, a result
   * is wrong by as much as the wall clock was set since; a daemon remembers when it was set.
   */
  default long monotonicMs(long wallMs) {
    long now = monotonicMs();
    long aheadMs = now - nowMs();
    return Math.abs(aheadMs) < ROUNDING_MS ? wallMs : Math.min(now, wallMs + aheadMs);
  }

  /** Returns the time when a container was created, on the clock of {@link #monotonicMs}. */
  long startedMs(RMContainer container);

  /**
   * Repeats work at an interval, even after an exception, on another thread or later on the
   * caller's.
   *
   * @param name name of the thread, if any
   * @param intervalMs from the end of one run to the start of the next, above 0
   * @return never null
   */
  Rounds repeat(String name, Runnable work, long intervalMs);

  /** Returns the profiles to use instead of the configured ones; null for these. */
  ProfileSource profiles();

  /** A repeated task. Thread-safe. */
  interface Rounds {
    /**
     * Runs an action once between two rounds; drops it if the rounds have ended by then. Fast.
     *
     * @param delayNanos not negative
     */
    void once(Runnable work, long delayNanos);

    /**
     * Returns the time since the last successful round, in ms; 0 once ended, and in virtual time.
     */
    default long ageMs() {
      return 0;
    }

    /** Returns the number of failed rounds. */
    default long failures() {
      return 0;
    }

    /** Ends the rounds; may be called twice. */
    void end();
  }
}
