// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Runs events in the order of their virtual time; events of the same time run in the order in which
 * they were scheduled. Single-threaded; an event may schedule others.
 */
public final class SimulationEngine {
  private final PriorityQueue<PlannedEvent> planned = new PriorityQueue<>(1024);
  private final VirtualClock clock;
  private long sequence;
  private long eventsRun;
  private boolean stopped;

  private static final class PlannedEvent implements Comparable<PlannedEvent> {
    final long atMs;
    final long sequence;
    final Runnable event;

    PlannedEvent(long atMs, long sequence, Runnable event) {
      this.atMs = atMs;
      this.sequence = sequence;
      this.event = event;
    }

    @Override
    public int compareTo(PlannedEvent other) {
      return atMs == other.atMs
          ? Long.compare(sequence, other.sequence)
          : Long.compare(atMs, other.atMs);
    }
  }

  /**
   * @param startMs initial time of the clock, in ms
   */
  public SimulationEngine(long startMs) {
    clock = new VirtualClock(startMs);
  }

  public VirtualClock clock() {
    return clock;
  }

  /** Returns the virtual time in ms. */
  public long nowMs() {
    return clock.getTime();
  }

  /**
   * Schedules an event.
   *
   * @param atMs virtual time, not before now
   * @throws IllegalArgumentException if it is in the past
   */
  public void at(long atMs, Runnable event) {
    if (atMs < nowMs()) {
      throw new IllegalArgumentException("it is " + nowMs() + " ms, too late for " + atMs);
    }
    planned.add(new PlannedEvent(atMs, sequence++, event));
  }

  /**
   * Schedules an event.
   *
   * @param delayMs delay from now; not negative
   */
  public void after(long delayMs, Runnable event) {
    at(Math.addExact(nowMs(), delayMs), event);
  }

  /**
   * Schedules an event that repeats as long as it returns true.
   *
   * @param firstDelayMs delay to the first time; not negative
   * @param intervalMs above 0
   */
  public void every(long firstDelayMs, long intervalMs, BooleanSupplier event) {
    if (intervalMs <= 0) {
      throw new IllegalArgumentException("an interval of " + intervalMs + " ms never ends");
    }
    after(
        firstDelayMs,
        () -> {
          if (event.getAsBoolean()) {
            every(intervalMs, intervalMs, event);
          }
        });
  }

  /**
   * Runs events until none is left, one calls {@link #stop}, or the next is beyond the limit.
   *
   * @param limitMs the last virtual time at which events run
   * @return whether the run ended before the limit
   */
  public boolean run(long limitMs) {
    stopped = false;
    while (!stopped && !planned.isEmpty()) {
      if (planned.peek().atMs > limitMs) {
        return false;
      }
      PlannedEvent next = planned.poll();
      clock.set(next.atMs);
      eventsRun++;
      next.event.run();
    }
    return true;
  }

  /** Ends {@link #run} after the current event. */
  public void stop() {
    stopped = true;
  }

  /** Returns the number of events that have run. */
  public long eventsRun() {
    return eventsRun;
  }
}
