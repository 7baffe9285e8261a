// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.time.Duration;
import org.junit.Test;

public class GuardSettingsTest {
  private final GuardSettings defaults = GuardSettings.defaults();

  @Test
  public void defaults() {
    assertEquals(Duration.ofMillis(250), defaults.deadline());
    assertEquals(5, defaults.failuresToTrip());
    assertEquals(Duration.ofSeconds(60), defaults.failureWindow());
    assertEquals(Duration.ofSeconds(60), defaults.coolDown());
  }

  @Test
  public void eachSettingMayBeReplaced() {
    Duration second = Duration.ofSeconds(1);
    assertEquals(
        "deadline=PT1S, failuresToTrip=2, failureWindow=PT1S, coolDown=PT1S",
        defaults.withDeadline(second).withFailures(2, second).withCoolDown(second).toString());
    assertEquals(
        "deadline=PT1S, failuresToTrip=2, failureWindow=PT1S, coolDown=PT1S, never trips",
        defaults
            .withoutTripping()
            .withDeadline(second)
            .withFailures(2, second)
            .withCoolDown(second)
            .toString());
  }

  @Test
  public void toleranceOfLateAnswersIsKept() {
    Duration second = Duration.ofSeconds(1);
    assertEquals(
        "deadline=PT1S, failuresToTrip=2, failureWindow=PT1S, coolDown=PT1S, bearing late answers",
        defaults
            .bearingLateAnswers()
            .withDeadline(second)
            .withFailures(2, second)
            .withCoolDown(second)
            .toString());
  }

  @Test
  public void invalidValuesAreRefused() {
    assertRefused("deadline=PT0S is outside 1ms..1d", () -> defaults.withDeadline(Duration.ZERO));
    assertRefused(
        "deadline=PT48H is outside 1ms..1d", () -> defaults.withDeadline(Duration.ofDays(2)));
    assertRefused(
        "coolDown=PT-1S is outside 1ms..1d", () -> defaults.withCoolDown(Duration.ofSeconds(-1)));
    assertRefused(
        "failuresToTrip=0 is outside 1..1000",
        () -> defaults.withFailures(0, Duration.ofSeconds(1)));
    assertRefused(
        "failureWindow=PT0S is outside 1ms..1d", () -> defaults.withFailures(1, Duration.ZERO));
  }

  private static void assertRefused(String message, org.junit.function.ThrowingRunnable use) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, use).getMessage());
  }
}
