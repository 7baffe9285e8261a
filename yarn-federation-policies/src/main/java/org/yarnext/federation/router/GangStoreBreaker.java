// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker for the store of gangs: opens once it failed for several clients in succession,
 * and closes when it answers a round, which asks all the time, or one of them after a cool-down
 * that never grows. Thread-safe.
 */
final class GangStoreBreaker {
  private static final Logger LOG = LoggerFactory.getLogger(GangStoreBreaker.class);

  private final int failuresToTrip;
  private final long coolDownNanos;
  private final LongSupplier nanoClock;
  private int failures;
  private long failedNanos;

  /**
   * @param nanoClock of monotonic ns
   */
  GangStoreBreaker(int failuresToTrip, Duration coolDown, LongSupplier nanoClock) {
    this.failuresToTrip = failuresToTrip;
    coolDownNanos = coolDown.toNanos();
    this.nanoClock = nanoClock;
  }

  synchronized boolean isDown() {
    return failures >= failuresToTrip && nanoClock.getAsLong() - failedNanos < coolDownNanos;
  }

  synchronized void failed() {
    failedNanos = nanoClock.getAsLong();
    if (++failures == failuresToTrip) {
      LOG.error("The store of gangs does not answer: new ones are started at once until it does.");
    }
  }

  synchronized void answered() {
    if (failures >= failuresToTrip) {
      LOG.info("The store of gangs answers again: new ones wait for their quotas.");
    }
    failures = 0;
  }
}
