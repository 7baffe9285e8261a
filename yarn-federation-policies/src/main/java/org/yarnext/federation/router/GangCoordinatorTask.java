// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.federation.gang.GangCoordinator;

/**
 * Runs the rounds and sweeps of one Router's {@link GangCoordinator} on a separate thread. It ends
 * with the process, at any point of a round: stock does not tell interceptors that a Router stops.
 */
final class GangCoordinatorTask {
  /** Every how many rounds a sweep starts. */
  private static final int ROUNDS_PER_SWEEP = 5;

  /** Divisor of the interval between rounds that limits the time of a sweep. */
  private static final int SWEEP_TIME_DIVISOR = 2;

  private final GangCoordinator coordinator;
  private final GangStoreBreaker health;
  private final Guard guard;
  private final BooleanSupplier acts;
  private final EventCounter failed;
  private final long intervalMs;
  private final PeriodicTask rounds;

  /** Number of the next round; used by the rounds' thread only. */
  private long round;

  /**
   * @param guard a guard that never trips, as the next round must start waiting jobs as soon as the
   *     store is back
   * @param acts asked before each round; if false, nothing is done. A round that has begun ends
   */
  GangCoordinatorTask(
      GangCoordinator coordinator,
      GangStoreBreaker health,
      Guard guard,
      BooleanSupplier acts,
      EventCounter failed,
      long intervalMs) {
    this.coordinator = coordinator;
    this.health = health;
    this.guard = guard;
    this.acts = acts;
    this.failed = failed;
    this.intervalMs = intervalMs;
    rounds = new PeriodicTask("yarnext-federation-gangs", intervalMs, () -> round(round++));
  }

  /** Starts the rounds. */
  PeriodicTask start() {
    return rounds.start(0);
  }

  private void round(long number) {
    if (!acts.getAsBoolean()) {
      return;
    }
    guard.runInline(
        "federation.gangs",
        () -> {
          coordinator.round();
          health.answered();
        },
        failed::increment);
    long fromNanos = System.nanoTime();
    long maxNanos = TimeUnit.MILLISECONDS.toNanos(intervalMs) / SWEEP_TIME_DIVISOR;
    BooleanSupplier mayGoOn = () -> System.nanoTime() - fromNanos < maxNanos;
    guard.runInline(
        "federation.gang.check", () -> coordinator.checkNew(mayGoOn), failed::increment);
    if (number % ROUNDS_PER_SWEEP == 0 || coordinator.isSweeping()) {
      guard.runInline("federation.gang.sweep", () -> coordinator.sweep(mayGoOn), failed::increment);
    }
  }
}
