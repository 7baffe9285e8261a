// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that moves only when told, for tests; both its readings move together, unless the wall
 * clock is set.
 *
 * <p>Thread-safe. Starts at 1,000 s, so that code which takes 0 for "never" is found out.
 */
public final class FakeClock {
  private final AtomicLong nanos = new AtomicLong(Duration.ofSeconds(1000).toNanos());
  private final AtomicLong setMs = new AtomicLong();

  /** Monotonic nanoseconds. */
  public LongSupplier nanos() {
    return nanos::get;
  }

  /** Milliseconds since the epoch. */
  public LongSupplier millis() {
    return () -> nanos.get() / 1_000_000 + setMs.get();
  }

  /** Moves on, or back if negative. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  /** Sets the wall clock alone: forward, or back if negative. */
  public void set(Duration by) {
    setMs.addAndGet(by.toMillis());
  }
}
