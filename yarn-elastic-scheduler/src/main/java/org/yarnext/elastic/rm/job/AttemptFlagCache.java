// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.function.BooleanSupplier;

/**
 * Caches a flag of an attempt, which is read at each of the attempt's turns. A value is valid for a
 * second, or until the attempt's requests change. Thread-safe.
 */
public final class AttemptFlagCache {
  private static final long KEPT_NANOS = 1_000_000_000;

  private final BooleanSupplier question;
  private volatile boolean changed = true;
  private volatile boolean answer;
  private volatile long computedNanos;

  /** Creates a cache of the flag that the supplier computes. */
  public AttemptFlagCache(BooleanSupplier question) {
    this.question = question;
  }

  /** Records that the attempt's requests have changed. */
  public void changed() {
    changed = true;
  }

  /**
   * Returns the flag at a time of a monotonic clock, in ns; computes it if it is not valid any
   * more.
   */
  public boolean at(long nowNanos) {
    if (changed || nowNanos - computedNanos >= KEPT_NANOS) {
      changed = false; // cleared first, so that no change is missed
      answer = question.getAsBoolean();
      computedNanos = nowNanos;
    }
    return answer;
  }
}
