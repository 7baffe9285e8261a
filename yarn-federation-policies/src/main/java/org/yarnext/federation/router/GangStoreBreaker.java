// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker for the store of gangs. It opens after consecutive failures of clients' calls.
 * It closes when the store responds to a round, or to a client after a cool-down of constant
 * length. Thread-safe.
 */
final class GangStoreBreaker {
  private static final Logger LOG = LoggerFactory.getLogger(GangStoreBreaker.class);

  private final int failuresToTrip;
  private final long coolDownNanos;
  private final LongSupplier nanoClock;
  private int failures;
  private long failedNanos;

  /**
   * @param failuresToTrip number of consecutive failures that open it
   * @param coolDown time until a client tries the store again
   * @param nanoClock a monotonic clock, in ns
   */
  GangStoreBreaker(int failuresToTrip, Duration coolDown, LongSupplier nanoClock) {
    this.failuresToTrip = failuresToTrip;
    coolDownNanos = coolDown.toNanos();
    this.nanoClock = nanoClock;
  }

  /** Returns whether clients must not use the store now. */
  synchronized boolean isDown() {
    return failures >= failuresToTrip && nanoClock.getAsLong() - failedNanos < coolDownNanos;
  }

  /** Records a failure of a client's call. */
  synchronized void failed() {
    failedNanos = nanoClock.getAsLong();
    if (++failures == failuresToTrip) {
      LOG.error("The store of gangs does not answer: new ones are started at once until it does.");
    }
  }

  /** Records a response of the store. */
  synchronized void answered() {
    if (failures >= failuresToTrip) {
      LOG.info("The store of gangs answers again: new ones wait for their quotas.");
    }
    failures = 0;
  }
}
