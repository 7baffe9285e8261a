// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.yarnext.common.guard.HookCounters.Outcome;

/**
 * Guards the daemon against feature code: each call returns the feature's result or stock
 * behaviour, so that no failure of the feature reaches the daemon.
 *
 * <p>Any exception of feature code, {@link Error} included, is counted, logged once and replaced by
 * the stock result. Enough failures within a window, or one missed deadline in {@link #call}, trip
 * the guard: every call then gets stock behaviour at once. After a cool-down one call is tried. If
 * it succeeds, the guard is healthy again; otherwise the cool-down doubles, up to 16 times the
 * first one, and is reset once the guard has been healthy for 10 cool-downs. While two or more
 * workers hang there is no trial. A guard can be configured never to trip.
 *
 * <p>Exceptions of the stock supplier are the daemon's own and pass through unchanged.
 *
 * <p>Thread-safe. Hook names are constants such as {@code mercury.schedule}; beyond 256 of them the
 * rest is counted together as {@code other}.
 */
public final class Guard implements AutoCloseable {
  /** Maximum number of worker threads per guard, hanging ones included. */
  static final int MAX_WORKERS = 4;

  /** Number of hanging workers from which the guard makes no further trial. */
  static final int STUCK_TO_STAY_TRIPPED = 2;

  private static final int MAX_HOOKS = 256;
  private static final String OTHER_HOOKS = "other";

  private final String feature;
  private final long deadlineNanos;
  private final boolean lateAnswersTrip;
  private final LongSupplier nanoClock;
  private final CircuitBreaker breaker;
  private final GuardExecutor workers;
  private final GuardLog log;
  private final Map<String, HookCounters> hooks = new ConcurrentHashMap<>();

  /**
   * Creates a healthy guard; threads are started on demand.
   *
   * @param feature names the feature in logs and thread names; not null
   * @param settings not null
   * @param nanoClock monotonic nanoseconds, {@code System::nanoTime} outside tests. Deadlines of
   *     {@link #call} use real time regardless of this clock
   */
  public Guard(String feature, GuardSettings settings, LongSupplier nanoClock) {
    this.feature = Objects.requireNonNull(feature, "feature");
    this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
    deadlineNanos = settings.deadline().toNanos();
    lateAnswersTrip = settings.lateAnswersTrip();
    breaker = new CircuitBreaker(settings, nanoClock);
    workers = new GuardExecutor("yarnext-" + feature + "-guard-", MAX_WORKERS);
    log = new GuardLog(feature);
  }

  /**
   * Runs feature code on a worker thread and waits for it up to the deadline.
   *
   * <p>Feature code must not need the caller's locks, thread-locals or user, and must not act on
   * the daemon: it may still be running after the caller has continued with the stock result. If no
   * worker is free (four at most), the call falls back. If the calling thread is interrupted, its
   * interrupt flag is kept, the call falls back, and no failure is counted.
   *
   * @param hook where in the daemon this happens; not null
   * @param action may throw anything and return null
   * @param stock run on the caller's thread, only if needed
   * @return our answer, or the stock one
   */
  public <T> T call(String hook, Callable<T> action, Supplier<T> stock) {
    HookCounters counts = counts(hook);
    CircuitBreaker.Permit permit = enter();
    if (permit == null) {
      counts.fellBack(Outcome.SKIPPED);
      return stock.get();
    }
    if (Thread.currentThread().isInterrupted()) {
      undecided(counts, permit, Outcome.INTERRUPTED);
      return stock.get();
    }
    long start = nanoClock.getAsLong();
    GuardedResult<T> answer;
    try {
      answer = workers.run(action, deadlineNanos);
    } catch (TimeoutException e) {
      counts.fellBack(Outcome.TIMEOUT);
      log.failed(counts.hook(), e);
      report(counts, breaker.failed(permit, true));
      return stock.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      undecided(counts, permit, Outcome.INTERRUPTED);
      return stock.get();
    } catch (RejectedExecutionException e) {
      undecided(counts, permit, Outcome.REJECTED);
      return stock.get();
    } catch (Throwable t) { // out of memory on this thread or the worker's
      failed(counts, permit, t);
      return stock.get();
    }
    if (answer.thrown != null) {
      failed(counts, permit, answer.thrown);
      return stock.get();
    }
    succeeded(counts, permit, nanoClock.getAsLong() - start);
    return answer.value;
  }

  /**
   * Runs feature code on the caller's thread; for cheap code that never blocks.
   *
   * <p>A result that arrives after the deadline is used and counted as slow. It also counts as a
   * failure towards tripping unless the settings tolerate late results.
   *
   * @param hook where in the daemon this happens; not null
   * @param action may throw anything and return null
   * @param stock run only if needed
   * @return our answer, or the stock one
   */
  public <T> T callInline(String hook, Callable<T> action, Supplier<T> stock) {
    HookCounters counts = counts(hook);
    CircuitBreaker.Permit permit = enter();
    if (permit == null) {
      counts.fellBack(Outcome.SKIPPED);
      return stock.get();
    }
    long start = nanoClock.getAsLong();
    T answer;
    try {
      answer = action.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      undecided(counts, permit, Outcome.INTERRUPTED);
      return stock.get();
    } catch (Throwable t) {
      failed(counts, permit, t);
      return stock.get();
    }
    succeeded(counts, permit, nanoClock.getAsLong() - start);
    return answer;
  }

  /**
   * Runs the feature's action on the caller's thread. Runs the stock action instead if the
   * feature's action is not allowed or throws. Side effects before the exception remain, so the
   * stock action must tolerate them.
   */
  public void runInline(String hook, ThrowingRunnable action, Runnable stock) {
    HookCounters counts = counts(hook);
    CircuitBreaker.Permit permit = enter();
    if (permit == null) {
      counts.fellBack(Outcome.SKIPPED);
      stock.run();
    } else if (!completes(counts, permit, action)) {
      stock.run();
    }
  }

  /**
   * Runs an action that must always run, such as a stop or a restore, on the caller's thread. It
   * runs even while the guard is tripped. Its outcome is counted and logged but neither trips nor
   * heals the guard.
   */
  public void runAlways(String hook, ThrowingRunnable action) {
    completes(counts(hook), CircuitBreaker.ALWAYS, action);
  }

  /** Runs an action on the caller's thread, and returns whether it succeeded. */
  private boolean completes(
      HookCounters counts, CircuitBreaker.Permit permit, ThrowingRunnable action) {
    long start = nanoClock.getAsLong();
    try {
      action.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      undecided(counts, permit, Outcome.INTERRUPTED);
      return false;
    } catch (Throwable t) {
      failed(counts, permit, t);
      return false;
    }
    succeeded(counts, permit, nanoClock.getAsLong() - start);
    return true;
  }

  /**
   * Runs the feature's action on a worker thread, as {@link #call} does. Runs the stock action on
   * the caller's thread if the feature's action is not allowed, throws or is late. The feature's
   * action may then be partly done, and a late one continues, so the stock action must tolerate
   * both.
   */
  public void run(String hook, ThrowingRunnable action, Runnable stock) {
    Void nothing = call(hook, asCall(action), asAnswer(stock));
    assert nothing == null;
  }

  private static Callable<Void> asCall(ThrowingRunnable action) {
    return () -> {
      action.run();
      return null;
    };
  }

  private static Supplier<Void> asAnswer(Runnable action) {
    return () -> {
      action.run();
      return null;
    };
  }

  /**
   * Counts a failure that the caller caught itself, as one call that fell back.
   *
   * @param hook where it happened; not null
   * @param failure the caught exception; not null
   */
  public void recordFailure(String hook, Throwable failure) {
    failed(counts(hook), enter(), failure);
  }

  /** Returns whether feature code runs; never null. */
  public GuardState state() {
    return breaker.state(mayTry());
  }

  /** Returns the outcomes of all calls so far, in total and by hook; a snapshot. */
  public GuardCounters counters() {
    Map<String, GuardCounters> perHook = new TreeMap<>();
    hooks.forEach((hook, counts) -> perHook.put(hook, counts.snapshot()));
    return GuardCounters.total(perHook);
  }

  /** Returns the feature's name as given; never null. */
  public String feature() {
    return feature;
  }

  /** Worker threads alive, hanging ones included; 0 to 4. */
  public int workersAlive() {
    return workers.alive();
  }

  /** Abandoned worker threads that still hang; 0 to 4. */
  public int workersStuck() {
    return workers.stuck();
  }

  /** Stops the worker threads; later calls of {@link #call} fall back. May be called twice. */
  @Override
  public void close() {
    workers.close();
  }

  private CircuitBreaker.Permit enter() {
    return breaker.enter(mayTry());
  }

  private boolean mayTry() {
    return workers.stuck() < STUCK_TO_STAY_TRIPPED;
  }

  private HookCounters counts(String hook) {
    HookCounters counts = hooks.get(hook);
    if (counts != null) {
      return counts;
    }
    return hooks.computeIfAbsent(hooks.size() < MAX_HOOKS ? hook : OTHER_HOOKS, HookCounters::new);
  }

  private void succeeded(HookCounters counts, CircuitBreaker.Permit permit, long nanos) {
    boolean slow = nanos > deadlineNanos;
    counts.ok(nanos, slow);
    if (slow) {
      log.slow(counts.hook(), nanos);
    }
    boolean bad = slow && lateAnswersTrip;
    report(counts, bad ? breaker.failed(permit, false) : breaker.succeeded(permit));
  }

  private void failed(HookCounters counts, CircuitBreaker.Permit permit, Throwable cause) {
    counts.fellBack(Outcome.FAILURE);
    log.failed(counts.hook(), cause);
    report(counts, breaker.failed(permit, false));
  }

  private void undecided(HookCounters counts, CircuitBreaker.Permit permit, Outcome outcome) {
    counts.fellBack(outcome);
    breaker.undecided(permit);
  }

  private void report(HookCounters counts, CircuitBreaker.Change change) {
    switch (change) {
      case TRIPPED:
        counts.tripped();
        log.tripped(counts.hook(), breaker.currentCoolDownNanos());
        break;
      case TRIPPED_AGAIN:
        counts.tripped();
        log.trippedAgain(counts.hook(), breaker.currentCoolDownNanos());
        break;
      case RECOVERED:
        counts.recovered();
        log.recovered(counts.hook());
        break;
      default:
        break;
    }
  }
}
