// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for a condition with a timeout. */
public final class Await {

  private static final long POLL_MS = 20;

  /**
   * Factor on all timeouts. Only a failing test waits this long, and a machine that runs two
   * clusters on two cores may stall for a while.
   */
  private static final int PATIENCE = 3;

  /**
   * Longest time that counts between two checks, in ms. A longer gap means that the whole machine
   * stalled.
   */
  private static final long MAX_LOOK_MS = 10_000;

  private Await() {}

  /**
   * Returns as soon as {@code condition} holds.
   *
   * @param what describes the awaited state; called when the wait fails, so that it can report how
   *     far things got
   * @param timeoutMs time within which the condition should hold on an idle machine, in ms
   * @throws IllegalStateException if the condition does not hold within three times {@code
   *     timeoutMs}, not counting times when the whole machine stalled, or if it throws
   */
  public static void until(Supplier<String> what, long timeoutMs, Callable<Boolean> condition) {
    long patienceMs = PATIENCE * timeoutMs;
    long waitedMs = 0;
    long lookNanos = System.nanoTime();
    while (true) {
      if (holds(what, condition)) {
        return;
      }
      long nanos = System.nanoTime();
      waitedMs += Math.min(MAX_LOOK_MS, TimeUnit.NANOSECONDS.toMillis(nanos - lookNanos));
      lookNanos = nanos;
      if (waitedMs > patienceMs) {
        throw new IllegalStateException("Not within " + patienceMs + " ms: " + what.get());
      }
      try {
        Thread.sleep(POLL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while waiting: " + what.get(), e);
      }
    }
  }

  /** Waits as {@link #until(Supplier, long, Callable)}, with a fixed description. */
  public static void until(String what, long timeoutMs, Callable<Boolean> condition) {
    until(() -> what, timeoutMs, condition);
  }

  private static boolean holds(Supplier<String> what, Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Failed while waiting: " + what.get(), e);
    }
  }
}
