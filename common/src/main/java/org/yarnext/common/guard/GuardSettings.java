// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.time.Duration;

/**
 * Settings of a {@link Guard}: the deadline of a call, the failures that trip it, and the
 * cool-down.
 *
 * <p>Immutable and thread-safe.
 */
public final class GuardSettings {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int MAX_FAILURES = 1000;

  /** Kinds of failures that count towards tripping. */
  private enum Trips {
    BY_ALL(""),
    NOT_BY_LATE(", bearing late answers"),
    NEVER(", never trips");

    private final String text;

    Trips(String text) {
      this.text = text;
    }
  }

  private final Duration deadline;
  private final int failuresToTrip;
  private final Duration failureWindow;
  private final Duration coolDown;
  private final Trips trips;

  /**
   * Creates settings, checking each value.
   *
   * @param deadline maximum duration of one call, 1 ms to 1 day
   * @param failuresToTrip number of failures within the window that trip the guard, 1 to 1000
   * @param failureWindow window within which failures are counted, 1 ms to 1 day
   * @param coolDown time a tripped guard waits before its first trial, 1 ms to 1 day
   * @throws IllegalArgumentException if a value is out of bounds, naming it
   */
  public GuardSettings(
      Duration deadline, int failuresToTrip, Duration failureWindow, Duration coolDown) {
    this(deadline, failuresToTrip, failureWindow, coolDown, Trips.BY_ALL);
  }

  private GuardSettings(
      Duration deadline,
      int failuresToTrip,
      Duration failureWindow,
      Duration coolDown,
      Trips trips) {
    this.deadline = span("deadline", deadline);
    if (failuresToTrip < 1 || failuresToTrip > MAX_FAILURES) {
      throw new IllegalArgumentException(
          "failuresToTrip=" + failuresToTrip + " is outside 1.." + MAX_FAILURES);
    }
    this.failuresToTrip = failuresToTrip;
    this.failureWindow = span("failureWindow", failureWindow);
    this.coolDown = span("coolDown", coolDown);
    this.trips = trips;
  }

  /** Returns the defaults: deadline 250 ms, 5 failures within 60 s, cool-down 60 s. */
  public static GuardSettings defaults() {
    return new GuardSettings(
        Duration.ofMillis(250), 5, Duration.ofSeconds(60), Duration.ofSeconds(60));
  }

  /** Returns a copy with another deadline. */
  public GuardSettings withDeadline(Duration newDeadline) {
    return new GuardSettings(newDeadline, failuresToTrip, failureWindow, coolDown, trips);
  }

  /** Returns a copy with another number of failures within another window. */
  public GuardSettings withFailures(int newFailuresToTrip, Duration newFailureWindow) {
    return new GuardSettings(deadline, newFailuresToTrip, newFailureWindow, coolDown, trips);
  }

  /** Returns a copy with another cool-down. */
  public GuardSettings withCoolDown(Duration newCoolDown) {
    return new GuardSettings(deadline, failuresToTrip, failureWindow, newCoolDown, trips);
  }

  /**
   * Returns a copy in which a late result that was used is no failure: for hooks whose stock
   * behaviour would be worse than waiting.
   */
  public GuardSettings bearingLateAnswers() {
    return new GuardSettings(deadline, failuresToTrip, failureWindow, coolDown, Trips.NOT_BY_LATE);
  }

  /**
   * Returns a copy for a guard that never trips: for bookkeeping calls that must not be skipped,
   * made by users that each have their own fallback.
   */
  public GuardSettings withoutTripping() {
    return new GuardSettings(deadline, failuresToTrip, failureWindow, coolDown, Trips.NEVER);
  }

  /** Returns the maximum duration of one call. */
  public Duration deadline() {
    return deadline;
  }

  /** Returns the number of failures within {@link #failureWindow} that trip the guard. */
  public int failuresToTrip() {
    return failuresToTrip;
  }

  /** Returns the window within which failures are counted. */
  public Duration failureWindow() {
    return failureWindow;
  }

  /** Returns the time a tripped guard waits before its first trial. */
  public Duration coolDown() {
    return coolDown;
  }

  /** Returns whether failures trip the guard at all. */
  boolean trips() {
    return trips != Trips.NEVER;
  }

  /** Returns whether a late result that was used counts as a failure. */
  boolean lateAnswersTrip() {
    return trips == Trips.BY_ALL;
  }

  private static Duration span(String name, Duration value) {
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + "=" + value + " is outside 1ms..1d");
    }
    return value;
  }

  @Override
  public String toString() {
    return "deadline="
        + deadline
        + ", failuresToTrip="
        + failuresToTrip
        + ", failureWindow="
        + failureWindow
        + ", coolDown="
        + coolDown
        + trips.text;
  }
}
