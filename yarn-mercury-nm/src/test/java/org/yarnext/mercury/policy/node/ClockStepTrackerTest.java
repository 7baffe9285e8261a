// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** A wall clock that is set shows; one that runs a little fast does not. */
public class ClockStepTrackerTest {
  private final ClockStepTracker tracker = new ClockStepTracker();

  @Test
  public void clockThatRunsMakesNoSteps() {
    assertEquals(0, tracker.stepMs(1_700_000_000_000L, 5_000));
    assertEquals(0, tracker.stepMs(1_700_000_060_000L, 65_000));
    assertEquals("slewed", 0, tracker.stepMs(1_700_000_061_500L, 66_000));
  }

  @Test
  public void eachStepShowsOnce() {
    tracker.stepMs(10_000, 0);
    assertEquals(-4_000, tracker.stepMs(7_000, 1_000));
    assertEquals(0, tracker.stepMs(8_000, 2_000));
    assertEquals(3_600_000, tracker.stepMs(3_609_000, 3_000));
    assertEquals(0, tracker.stepMs(3_609_000, 3_000));
  }

  @Test
  public void smallStepsAddUp() {
    tracker.stepMs(0, 0);
    assertEquals(0, tracker.stepMs(1_600, 1_000));
    assertEquals(1_200, tracker.stepMs(3_200, 2_000));
    assertEquals(0, tracker.stepMs(4_200, 3_000));
  }
}
