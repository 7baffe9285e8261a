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
package org.yarnext.common.guard;

import java.time.Duration;

/**
 * Settings of a {@link Guard}: how long a call may take, how much failure trips it, and how long it
 * then stays away.
 *
 * <p>Immutable and thread-safe.
 */
public final class GuardSettings {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int MOST_FAILURES = 1000;

  /** What counts towards tripping. */
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
   * Settings, each checked.
   *
   * @param deadline how long one call may take, 1 ms to 1 day
   * @param failuresToTrip how many failures within the window trip the guard, 1 to 1000
   * @param failureWindow the span in which failures add up, 1 ms to 1 day
   * @param coolDown how long a tripped guard waits before its first trial, 1 ms to 1 day
   * @throws IllegalArgumentException if a value is outside, naming it
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
    if (failuresToTrip < 1 || failuresToTrip > MOST_FAILURES) {
      throw new IllegalArgumentException(
          "failuresToTrip=" + failuresToTrip + " is outside 1.." + MOST_FAILURES);
    }
    this.failuresToTrip = failuresToTrip;
    this.failureWindow = span("failureWindow", failureWindow);
    this.coolDown = span("coolDown", coolDown);
    this.trips = trips;
  }

  /** Deadline 250 ms, 5 failures within 60 s, cool-down 60 s. */
  public static GuardSettings defaults() {
    return new GuardSettings(
        Duration.ofMillis(250), 5, Duration.ofSeconds(60), Duration.ofSeconds(60));
  }

  /** The same settings with another deadline. */
  public GuardSettings withDeadline(Duration newDeadline) {
    return new GuardSettings(newDeadline, failuresToTrip, failureWindow, coolDown, trips);
  }

  /** The same settings with another number of failures within another window. */
  public GuardSettings withFailures(int newFailuresToTrip, Duration newFailureWindow) {
    return new GuardSettings(deadline, newFailuresToTrip, newFailureWindow, coolDown, trips);
  }

  /** The same settings with another cool-down. */
  public GuardSettings withCoolDown(Duration newCoolDown) {
    return new GuardSettings(deadline, failuresToTrip, failureWindow, newCoolDown, trips);
  }

  /**
   * The same settings, but an answer that was used although it came late is no failure: for hooks
   * whose stock behaviour would be worse than waiting.
   */
  public GuardSettings bearingLateAnswers() {
    return new GuardSettings(deadline, failuresToTrip, failureWindow, coolDown, Trips.NOT_BY_LATE);
  }

  /**
   * The same settings for a guard that never trips: for calls that must not be left out, since they
   * keep account of something, of users that each have a fallback of their own.
   */
  public GuardSettings withoutTripping() {
    return new GuardSettings(deadline, failuresToTrip, failureWindow, coolDown, Trips.NEVER);
  }

  /** How long one call may take. */
  public Duration deadline() {
    return deadline;
  }

  /** How many failures within {@link #failureWindow} trip the guard. */
  public int failuresToTrip() {
    return failuresToTrip;
  }

  /** The span in which failures add up. */
  public Duration failureWindow() {
    return failureWindow;
  }

  /** How long a tripped guard waits before its first trial. */
  public Duration coolDown() {
    return coolDown;
  }

  /** Whether failures trip the guard at all. */
  boolean trips() {
    return trips != Trips.NEVER;
  }

  /** Whether an answer that was used although it came late counts as a failure. */
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
