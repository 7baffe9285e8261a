// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.periodic;

import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.common.metrics.FeatureMetrics;

/**
 * Repeats work on its own daemon thread until it is closed, whatever the work throws.
 *
 * <p>The next run begins an interval after the end of the last one. After failures the interval
 * doubles each time, up to {@value #MAX_BACKOFF} intervals, unless the work is {@link #urgentWhile
 * urgent}; a success restores it. Each kind of failure is logged once an hour at most. {@link
 * #ageMs} grows while runs fail, and while one is stuck. A task that has nothing to do may {@link
 * #restingFor rest} longer, until it is woken. The thread runs as the daemon's login user, whoever
 * started it. Thread-safe.
 */
public final class PeriodicTask implements AutoCloseable {
  /** Maximum interval after failures, as a multiple of the interval. */
  public static final int MAX_BACKOFF = 8;

  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);
  private static final long CLOSE_MS = 1_000;
  private static final long LOG_AGAIN_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int MAX_KINDS = 32;

  private final String name;
  private final long intervalNanos;
  private final ThrowingRunnable work;
  private final AtomicLong failures = new AtomicLong();
  private final Map<String, Long> loggedNanos = new HashMap<>();
  private final Queue<Step> steps =
      new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos - b.dueNanos));
  private boolean jitter;
  private LongSupplier restMs = () -> 0;
  private BooleanSupplier isUrgent = () -> false;
  private Thread thread;
  private boolean closed;
  private long dueNanos;
  private int failuresInARow;

  /** When the next run would be due if the task did not rest, in ns. */
  private long dueUnlessRestingNanos;

  /** Whether {@link #wake} was called since the last run began. */
  private boolean isWoken;

  /**
   * Time from which the age counts, in ns: that of the last successful run or, before one, of the
   * start; later by the additional time that the task rests.
   */
  private volatile long agesFromNanos;

  private volatile boolean isOpen;

  /** A task that runs once. */
  private static final class Step {
    private final ThrowingRunnable work;
    private final long dueNanos;

    private Step(ThrowingRunnable work, long dueNanos) {
      this.work = work;
      this.dueNanos = dueNanos;
    }
  }

  /**
   * Creates a task that has not started.
   *
   * @param name the thread's name
   * @param intervalMs above 0
   * @param work may block and throw; interrupted when the task is closed
   */
  public PeriodicTask(String name, long intervalMs, ThrowingRunnable work) {
    if (intervalMs <= 0) {
      throw new IllegalArgumentException(name + " needs an interval, not " + intervalMs + " ms");
    }
    this.name = name;
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMs);
    this.work = work;
  }

  /**
   * Varies each interval at random between half and one and a half of its length, so that daemons
   * that start together do not keep calling a shared service together. Must be called before the
   * start.
   */
  public synchronized PeriodicTask withJitter() {
    jitter = true;
    return this;
  }

  /**
   * Lets the task rest while it has nothing to do. Must be called before the start.
   *
   * @param rest returns after each successful run for how many ms the task may rest, unless it is
   *     woken; no more than the interval if it has something to do. Called on the task's thread
   */
  public synchronized PeriodicTask restingFor(LongSupplier rest) {
    restMs = rest;
    return this;
  }

  /**
   * Keeps the interval after failures while the work is urgent. Must be called before the start.
   *
   * @param urgent called on the task's thread, with its lock held; must be quick and must not throw
   */
  public synchronized PeriodicTask urgentWhile(BooleanSupplier urgent) {
    isUrgent = urgent;
    return this;
  }

  /**
   * Ends a rest, since there is something to do: the next run begins an interval after the last
   * one, at once if that has passed. No rest follows a run during which this is called.
   */
  public synchronized void wake() {
    isWoken = true;
    if (dueNanos - dueUnlessRestingNanos > 0) {
      long now = System.nanoTime();
      dueNanos = dueUnlessRestingNanos;
      agesFromNanos = agesFromNanos - now > 0 ? now : agesFromNanos;
      notifyAll();
    }
  }

  /**
   * Declares a gauge, {@code <metric>AgeMillis}, and a counter, {@code <metric>Failures}.
   *
   * @param metric UpperCamelCase
   */
  public PeriodicTask show(FeatureMetrics metrics, String metric) {
    show(metrics, metric, this::ageMs, failures::get);
    return this;
  }

  /**
   * Declares the same metrics for a task that is created later.
   *
   * @param ageMs as {@link #ageMs}
   * @param failures as {@link #failures}
   */
  public static void show(
      FeatureMetrics metrics, String metric, LongSupplier ageMs, LongSupplier failures) {
    metrics.gauge(
        metric + "AgeMillis",
        "Time since the last run that succeeded, without rests; 0 while stopped",
        ageMs);
    metrics.counter(metric + "Failures", "Runs that failed; each is tried again", failures);
  }

  /** Starts the task; the first run begins after one interval. */
  public PeriodicTask start() {
    return start(TimeUnit.NANOSECONDS.toMillis(intervalNanos));
  }

  /** Starts the task; the first run begins at a random moment of the first interval. */
  public PeriodicTask startAtRandom() {
    return start(
        TimeUnit.NANOSECONDS.toMillis(ThreadLocalRandom.current().nextLong(intervalNanos)));
  }

  /**
   * Starts the task; does nothing once started or closed.
   *
   * @param firstMs delay of the first run, 0 or more
   */
  public synchronized PeriodicTask start(long firstMs) {
    if (thread == null && !closed) {
      long now = System.nanoTime();
      dueNanos = now + TimeUnit.MILLISECONDS.toNanos(firstMs);
      dueUnlessRestingNanos = dueNanos;
      agesFromNanos = now;
      isOpen = true;
      thread = DaemonThreadFactory.of(name, work.getClass(), this::runAsLoginUser);
      thread.start();
    }
    return this;
  }

  /**
   * Runs an action once on the task's thread, between two runs.
   *
   * @param delayMs 0 or more
   * @return false if the task is closed or has not started; the action is then dropped
   */
  public boolean once(long delayMs, ThrowingRunnable step) {
    return onceAfterNanos(TimeUnit.MILLISECONDS.toNanos(delayMs), step);
  }

  /** Like {@link #once}, with a delay in ns. */
  public synchronized boolean onceAfterNanos(long delayNanos, ThrowingRunnable step) {
    if (!isOpen) {
      return false;
    }
    steps.add(new Step(step, System.nanoTime() + delayNanos));
    notifyAll();
    return true;
  }

  /**
   * Returns the time since the last successful run, less what the task rests longer than its
   * interval, in ms of a monotonic clock; 0 while the task is not running.
   */
  public long ageMs() {
    long nanos = System.nanoTime() - agesFromNanos;
    return isOpen ? Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanos)) : 0;
  }

  /** Returns the number of failed runs. */
  public long failures() {
    return failures.get();
  }

  /** Ends the task and waits up to a second for a run to end; see {@link #close(long)}. */
  @Override
  public void close() {
    close(CLOSE_MS);
  }

  /**
   * Ends the task for good: interrupts a run, and drops actions that have not begun. May be called
   * again, and by the task's own work, which is then not interrupted.
   *
   * @param timeoutMs maximum time to wait for a run to end, in ms
   * @return whether nothing runs any more
   */
  public boolean close(long timeoutMs) {
    Thread ending;
    synchronized (this) {
      closed = true;
      isOpen = false;
      steps.clear();
      notifyAll();
      ending = thread;
    }
    if (ending == null || ending == Thread.currentThread()) {
      return ending == null;
    }
    ending.interrupt();
    try {
      TimeUnit.MILLISECONDS.timedJoin(ending, Math.max(1, timeoutMs));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !ending.isAlive();
  }

  /**
   * Runs the loop as the login user; otherwise it would keep the identity and tokens of the caller
   * that started it.
   */
  private void runAsLoginUser() {
    UserGroupInformation login;
    try {
      login = UserGroupInformation.getLoginUser();
    } catch (Exception | LinkageError e) {
      LOG.warn("{} runs without the login user, which is unknown", name, e);
      loop();
      return;
    }
    login.doAs(
        (PrivilegedAction<Void>)
            () -> {
              loop();
              return null;
            });
  }

  private void loop() {
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = runNext();
      } catch (Throwable t) {
        goesOn = isOpen; // otherwise it was interrupted by close
        if (goesOn) {
          failed(t);
        }
      }
    }
  }

  /** Returns false once closed. */
  private boolean runNext() throws Exception {
    ThrowingRunnable next = await();
    if (next == null) {
      return false;
    }
    boolean succeeded = false;
    long restNanos = 0;
    try {
      next.run();
      restNanos = next == work ? TimeUnit.MILLISECONDS.toNanos(restMs.getAsLong()) : 0;
      succeeded = true;
    } finally {
      Thread.interrupted(); // the interrupted step has ended
      if (next == work) {
        plan(succeeded, restNanos);
      }
    }
    return true;
  }

  /** Waits for the next due action and returns it; returns null once closed. */
  private synchronized ThrowingRunnable await() throws InterruptedException {
    while (!closed) {
      Step first = steps.peek();
      long now = System.nanoTime();
      if (first != null && first.dueNanos - now <= 0) {
        return steps.remove().work;
      }
      long inNanos = dueNanos - now;
      if (inNanos <= 0) {
        isWoken = false;
        return work;
      }
      long nanos = first == null ? inNanos : Math.min(inNanos, first.dueNanos - now);
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
    return null;
  }

  private synchronized void plan(boolean succeeded, long restNanos) {
    long now = System.nanoTime();
    long nanos = intervalNanos;
    if (succeeded) {
      agesFromNanos = now;
      if (failuresInARow > 0) {
        LOG.debug("{} works again after {} failures", name, failuresInARow);
      }
      failuresInARow = 0;
    } else {
      failuresInARow = Math.min(failuresInARow + 1, 30);
      boolean backsOff = !isUrgent.getAsBoolean();
      nanos *= backsOff ? Math.min(MAX_BACKOFF, 1 << Math.min(failuresInARow, MAX_BACKOFF)) : 1;
    }
    nanos = jitter ? nanos / 2 + ThreadLocalRandom.current().nextLong(nanos) : nanos;
    dueUnlessRestingNanos = now + nanos;
    long moreNanos = isWoken ? 0 : Math.max(0, restNanos - nanos);
    dueNanos = dueUnlessRestingNanos + moreNanos;
    agesFromNanos += succeeded ? moreNanos : 0;
  }

  /** Records and logs a failure; called by the task's own thread only. */
  private void failed(Throwable t) {
    try {
      failures.incrementAndGet();
      String kind = t.getClass().getName();
      long now = System.nanoTime();
      Long last = loggedNanos.get(kind);
      if (last == null ? loggedNanos.size() < MAX_KINDS : now - last > LOG_AGAIN_NANOS) {
        loggedNanos.put(kind, now);
        LOG.warn("{} failed, {} times so far, and will run again", name, failures.get(), t);
      }
    } catch (Throwable unloggable) {
      // There is no memory for a log line; the loop must continue.
    }
  }
}
