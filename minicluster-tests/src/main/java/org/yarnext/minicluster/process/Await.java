// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Bounded waiting. */
public final class Await {

  private static final long POLL_MS = 20;

  /**
   * How many times as long as told is waited: only a failing test waits so long, and a machine that
   * runs two clusters on two cores may stand still for a while.
   */
  private static final int PATIENCE = 3;

  /** The most that one look counts, in ms: more means that the whole machine stood still. */
  private static final long MAX_LOOK_MS = 10_000;

  private Await() {}

  /**
   * Returns as soon as {@code condition} holds.
   *
   * @param what names the awaited state; asked again at the moment of failure, so that it can say
   *     how far things got
   * @param timeoutMs within which it is to hold on a machine that does nothing else, in ms
   * @throws IllegalStateException if the condition does not hold in three times as long, or throws;
   *     times at which the whole machine stood still do not count
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

  /** As {@link #until(Supplier, long, Callable)}, with a fixed description. */
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
