// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Estimates the run time of containers about which nothing is known: the mean of the last finished
 * containers of all applications. Thread-safe; takes no lock.
 */
public final class DefaultRunTimeEstimator {
  /** Maximum number of remembered finished containers. */
  static final int WINDOW = 128;

  /** Minimum number of finished containers for a typical run time. */
  static final int MIN_SAMPLES = 8;

  /** The last run times in ms, the eldest of which is overwritten next; 0 if there is none. */
  private final AtomicLongArray lately = new AtomicLongArray(WINDOW);

  private final AtomicLong sumMs = new AtomicLong();
  private final AtomicLong observed = new AtomicLong();

  /** Records a container that ran to its end; a negative run time is ignored. */
  public void observe(long runMs) {
    if (runMs >= 0) {
      int eldest = (int) (observed.getAndIncrement() % WINDOW);
      sumMs.addAndGet(runMs - lately.getAndSet(eldest, runMs));
    }
  }

  /** Returns the mean run time in ms; NaN while too few have finished. */
  public double meanMs() {
    long count = Math.min(WINDOW, observed.get());
    return count < MIN_SAMPLES ? Double.NaN : (double) sumMs.get() / count;
  }
}
