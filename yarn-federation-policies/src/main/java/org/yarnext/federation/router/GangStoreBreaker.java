/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
