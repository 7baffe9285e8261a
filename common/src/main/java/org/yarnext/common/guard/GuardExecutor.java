// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs feature code on a few daemon threads so that a caller can stop waiting for it.
 *
 * <p>A caller owns one worker from taking it to giving it back, so a caller that finished never
 * finds its own worker still busy. A worker whose caller stopped waiting is interrupted and ends
 * with its task; until then it counts as stuck and towards the bound, so threads never pile up.
 * Thread-safe.
 */
final class GuardExecutor implements AutoCloseable {
  private static final long KEEP_ALIVE_SECONDS = 60;
  private static final long WAKEFUL_NANOS = 20_000;
  private static final Runnable RETIRE = () -> {};
  private static final Runnable ABANDONED = () -> {};

  private final String threadPrefix;
  private final int maxWorkers;
  private final Deque<Worker> idle = new ConcurrentLinkedDeque<>();
  private final AtomicInteger alive = new AtomicInteger();
  private final AtomicInteger stuck = new AtomicInteger();
  private final AtomicInteger number = new AtomicInteger();
  private volatile boolean closed;

  /**
   * Creates an executor; threads are started on demand.
   *
   * @param threadPrefix prefix of the thread names, followed by a number from 1
   * @param maxWorkers maximum number of live threads, stuck ones included
   */
  GuardExecutor(String threadPrefix, int maxWorkers) {
    this.threadPrefix = threadPrefix;
    this.maxWorkers = maxWorkers;
  }

  /**
   * Runs a task on a worker and waits for it.
   *
   * @return the task's result or exception
   * @throws ExecutionException if there was not enough memory to record the task's exception
   * @throws TimeoutException if the task did not end in time; its worker is interrupted and
   *     abandoned
   * @throws InterruptedException if the caller was interrupted; the worker is interrupted and
   *     abandoned
   * @throws RejectedExecutionException if no worker is free and no more may be started
   */
  <T> GuardedResult<T> run(Callable<T> action, long deadlineNanos)
      throws ExecutionException, TimeoutException, InterruptedException {
    FutureTask<GuardedResult<T>> task = new FutureTask<>(() -> GuardedResult.of(action));
    Worker worker = take();
    if (worker == null) {
      throw new RejectedExecutionException("no free worker");
    }
    try {
      worker.inbox.add(task);
      return await(task, deadlineNanos);
    } catch (TimeoutException e) {
      if (task.cancel(true)) {
        throw e;
      }
      return task.get(); // it has just ended
    } finally {
      if (task.cancel(true) || task.isCancelled()) {
        stuck.incrementAndGet();
        worker.inbox.add(ABANDONED);
      } else {
        giveBack(worker);
      }
    }
  }

  /** Returns how many abandoned workers are still busy. */
  int stuck() {
    return stuck.get();
  }

  /** Returns how many threads are alive, stuck ones included. */
  int alive() {
    return alive.get();
  }

  /** Ends idle workers now and busy ones after their task; later tasks are rejected. */
  @Override
  public void close() {
    closed = true;
    for (Worker worker = idle.poll(); worker != null; worker = idle.poll()) {
      worker.inbox.add(RETIRE);
    }
  }

  /**
   * Waits for the task. It first spins, since most tasks end sooner than a thread wakes up. It then
   * waits in two parts: if a pause of the whole process consumes the first part, the worker, which
   * was paused as well, still has the second.
   */
  private static <T> T await(FutureTask<T> task, long deadlineNanos)
      throws ExecutionException, TimeoutException, InterruptedException {
    long start = System.nanoTime();
    while (!task.isDone() && System.nanoTime() - start < WAKEFUL_NANOS) {
      Thread.yield();
    }
    long reserve = deadlineNanos / 10;
    try {
      return task.get(deadlineNanos - reserve, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return task.get(reserve, TimeUnit.NANOSECONDS);
    }
  }

  private Worker take() {
    if (closed) {
      return null;
    }
    Worker worker = idle.pollFirst();
    return worker != null ? worker : start();
  }

  private Worker start() {
    if (alive.incrementAndGet() > maxWorkers) {
      alive.decrementAndGet();
      return null;
    }
    try {
      Worker worker = new Worker();
      Thread thread = new Thread(worker, threadPrefix + number.incrementAndGet());
      thread.setDaemon(true);
      thread.setContextClassLoader(GuardExecutor.class.getClassLoader());
      thread.start();
      return worker;
    } catch (Throwable t) { // the operating system may refuse a thread with an Error
      alive.decrementAndGet();
      return null;
    }
  }

  private void giveBack(Worker worker) {
    idle.offerFirst(worker);
    if (closed && idle.remove(worker)) {
      worker.inbox.add(RETIRE);
    }
  }

  /** Loop of one worker thread. */
  private final class Worker implements Runnable {
    /** Holds at most one task that has not begun and one signal to end. */
    final BlockingQueue<Runnable> inbox = new LinkedTransferQueue<>();

    @Override
    public void run() {
      boolean abandoned = false;
      try {
        abandoned = serve() == ABANDONED;
      } finally {
        idle.remove(this);
        alive.decrementAndGet();
        if (abandoned) {
          stuck.decrementAndGet();
        }
      }
    }

    /** Runs tasks until a signal to end arrives, and returns that signal. */
    private Runnable serve() {
      while (true) {
        Runnable task = next();
        if (task == RETIRE || task == ABANDONED) {
          return task;
        }
        if (task != null) {
          task.run(); // a FutureTask stores any exception
        } else if (idle.remove(this)) {
          return RETIRE; // idle for long and not taken
        }
      }
    }

    /** Returns the next task, or null if none arrived within the keep-alive time. */
    private Runnable next() {
      while (true) {
        try {
          return inbox.poll(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          // The interrupt was meant for the task that has ended. The flag is cleared now, so
          // continue.
        }
      }
    }
  }
}
