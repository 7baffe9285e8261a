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
 * Runs the rounds of the {@link GangCoordinator} of one Router on a thread of its own: when gangs
 * start, and when running ones are looked after.
 */
final class GangCoordinatorTask {
  private static final int ROUNDS_A_SWEEP = 5;

  /** Which part of the time between two rounds a sweep may take. */
  private static final int SWEEPS_PART = 2;

  private final GangCoordinator keeper;
  private final GangStoreBreaker health;
  private final Guard guard;
  private final EventCounter failed;
  private final long intervalMs;
  private final PeriodicTask rounds;

  /** Of the thread of the rounds. */
  private long round;

  /**
   * @param guard one that never trips: the next round is to start what waits as soon as the store
   *     is back
   */
  GangCoordinatorTask(
      GangCoordinator keeper,
      GangStoreBreaker health,
      Guard guard,
      EventCounter failed,
      long intervalMs) {
    this.keeper = keeper;
    this.health = health;
    this.guard = guard;
    this.failed = failed;
    this.intervalMs = intervalMs;
    rounds = new PeriodicTask("yarnext-federation-gangs", intervalMs, () -> round(round++));
  }

  /** Begins. */
  PeriodicTask start() {
    return rounds.start(0);
  }

  private void round(long number) {
    guard.runInline(
        "federation.gangs",
        () -> {
          keeper.round();
          health.answered();
        },
        failed::increment);
    long fromNanos = System.nanoTime();
    long mostNanos = TimeUnit.MILLISECONDS.toNanos(intervalMs) / SWEEPS_PART;
    BooleanSupplier mayGoOn = () -> System.nanoTime() - fromNanos < mostNanos;
    guard.runInline("federation.ganglook", () -> keeper.lookAtNew(mayGoOn), failed::increment);
    if (number % ROUNDS_A_SWEEP == 0 || keeper.isSweeping()) {
      guard.runInline("federation.gangsweep", () -> keeper.sweep(mayGoOn), failed::increment);
    }
  }
}
