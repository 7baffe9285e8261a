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
package org.yarnext.common.periodic;

import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.common.metrics.FeatureMetrics;

/**
 * Repeats work on a daemon thread of its own until it is closed, whatever the work throws.
 *
 * <p>The next run begins an interval after the end of the last one. After failures the interval
 * doubles each time, up to {@value #MAX_BACKOFF} intervals; a success restores it. Each kind of
 * failure is logged once an hour at most. {@link #ageMs} grows while runs fail, and while one is
 * stuck. The thread runs as the daemon's login user, whoever's call started it. Thread-safe.
 */
public final class PeriodicTask implements AutoCloseable {
  /** The longest interval after failures, in intervals. */
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
  private Thread thread;
  private boolean closed;
  private long dueNanos;
  private int failuresInARow;

  /** When the last run succeeded, or the first was planned. */
  private volatile long succeededNanos;

  private volatile boolean isOpen;

  /** What is done once. */
  private static final class Step {
    private final ThrowingRunnable work;
    private final long dueNanos;

    private Step(ThrowingRunnable work, long dueNanos) {
      this.work = work;
      this.dueNanos = dueNanos;
    }
  }

  /**
   * A task that has not started.
   *
   * @param name the thread's name
   * @param intervalMs above 0
   * @param work may block, and throw anything; interrupted when the task is closed
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
   * Draws each interval between half and one and a half of what it is, so that daemons that start
   * together do not call a shared service together for ever. To be called before the start.
   */
  public synchronized PeriodicTask withJitter() {
    jitter = true;
    return this;
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
   * The same for a task that is made later.
   *
   * @param ageMs as {@link #ageMs}
   * @param failures as {@link #failures}
   */
  public static void show(
      FeatureMetrics metrics, String metric, LongSupplier ageMs, LongSupplier failures) {
    metrics.gauge(
        metric + "AgeMillis", "Time since the last run that succeeded; 0 while stopped", ageMs);
    metrics.counter(metric + "Failures", "Runs that failed; each is tried again", failures);
  }

  /** Starts, with the first run after one interval. */
  public PeriodicTask start() {
    return start(TimeUnit.NANOSECONDS.toMillis(intervalNanos));
  }

  /** Starts, with the first run at a random moment of the first interval. */
  public PeriodicTask startAtRandom() {
    return start(
        TimeUnit.NANOSECONDS.toMillis(ThreadLocalRandom.current().nextLong(intervalNanos)));
  }

  /**
   * Starts; does nothing once started or closed.
   *
   * @param firstMs after how long the first run begins, 0 or more
   */
  public synchronized PeriodicTask start(long firstMs) {
    if (thread == null && !closed) {
      long now = System.nanoTime();
      dueNanos = now + TimeUnit.MILLISECONDS.toNanos(firstMs);
      succeededNanos = now;
      isOpen = true;
      thread = DaemonThreadFactory.of(name, work.getClass(), this::runAsLoginUser);
      thread.start();
    }
    return this;
  }

  /**
   * Does something once on the task's thread, between two runs.
   *
   * @param delayMs 0 or more
   * @return false if the task is closed, or has not started; then nothing is done
   */
  public boolean once(long delayMs, ThrowingRunnable step) {
    return onceAfterNanos(TimeUnit.MILLISECONDS.toNanos(delayMs), step);
  }

  /** The same with a delay in ns. */
  public synchronized boolean onceAfterNanos(long delayNanos, ThrowingRunnable step) {
    if (!isOpen) {
      return false;
    }
    steps.add(new Step(step, System.nanoTime() + delayNanos));
    notifyAll();
    return true;
  }

  /** Since when no run succeeded, in ms of a monotonic clock; 0 while the task is not running. */
  public long ageMs() {
    return isOpen ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - succeededNanos) : 0;
  }

  /** How many runs have failed. */
  public long failures() {
    return failures.get();
  }

  /** Ends the task, and waits a second at most for a run to end; see {@link #close(long)}. */
  @Override
  public void close() {
    close(CLOSE_MS);
  }

  /**
   * Ends the task for good: interrupts a run, and drops what has not begun. May be called again,
   * and by the task's own work, which is not interrupted then.
   *
   * @param patienceMs how long to wait for a run to end, in ms
   * @return whether nothing runs any more
   */
  public boolean close(long patienceMs) {
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
      TimeUnit.MILLISECONDS.timedJoin(ending, Math.max(1, patienceMs));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !ending.isAlive();
  }

  /** Else it would keep the identity, and the tokens, of the caller that happened to start it. */
  private void runAsLoginUser() {
    UserGroupInformation login;
    try {
      login = UserGroupInformation.getLoginUser();
    } catch (Exception | LinkageError e) {
      LOG.warn("{} runs without the login user, which is not known", name, e);
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
        goesOn = isOpen; // else it was interrupted, however it says so
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
    try {
      next.run();
      succeeded = true;
    } finally {
      Thread.interrupted(); // whatever it was meant for has ended
      if (next == work) {
        plan(succeeded);
      }
    }
    return true;
  }

  /** What is due, once something is; null once closed. */
  private synchronized ThrowingRunnable await() throws InterruptedException {
    while (!closed) {
      Step first = steps.peek();
      long now = System.nanoTime();
      if (first != null && first.dueNanos - now <= 0) {
        return steps.remove().work;
      }
      long inNanos = dueNanos - now;
      if (inNanos <= 0) {
        return work;
      }
      long nanos = first == null ? inNanos : Math.min(inNanos, first.dueNanos - now);
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
    return null;
  }

  private synchronized void plan(boolean succeeded) {
    long now = System.nanoTime();
    long nanos = intervalNanos;
    if (succeeded) {
      succeededNanos = now;
      if (failuresInARow > 0) {
        LOG.debug("{} works again after {} failures", name, failuresInARow);
      }
      failuresInARow = 0;
    } else {
      failuresInARow = Math.min(failuresInARow + 1, 30);
      nanos *= Math.min(MAX_BACKOFF, 1 << Math.min(failuresInARow, MAX_BACKOFF));
    }
    dueNanos = now + (jitter ? nanos / 2 + ThreadLocalRandom.current().nextLong(nanos) : nanos);
  }

  /** For the task's own thread. */
  private void failed(Throwable t) {
    try {
      failures.incrementAndGet();
      String kind = t.getClass().getName();
      long now = System.nanoTime();
      Long last = loggedNanos.get(kind);
      if (last == null ? loggedNanos.size() < MAX_KINDS : now - last > LOG_AGAIN_NANOS) {
        loggedNanos.put(kind, now);
        LOG.warn("{} failed, {} times so far, and goes on", name, failures.get(), t);
      }
    } catch (Throwable unloggable) {
      // No memory for a log line: the loop must go on all the same.
    }
  }
}
