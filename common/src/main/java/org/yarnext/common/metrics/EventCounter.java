// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts events since the daemon's start; never goes down.
 *
 * <p>Thread-safe, and cheap when many threads count at once.
 */
public final class EventCounter {
  private final LongAdder sum = new LongAdder();

  EventCounter() {}

  /** Adds one. */
  public void increment() {
    sum.increment();
  }

  /**
   * Adds events.
   *
   * @param events 0 or more
   * @throws IllegalArgumentException if negative; nothing is added then
   */
  public void add(long events) {
    if (events < 0) {
      throw new IllegalArgumentException("a counter cannot go down, by " + events);
    }
    sum.add(events);
  }

  /** Returns the number of events so far. */
  public long value() {
    return sum.sum();
  }
}
