// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** How long opportunistic containers take to start. */
public class StartDelayEstimatorTest {
  private static final double EXACTLY = 1e-9;

  private final StartDelayEstimator<String> starts = new StartDelayEstimator<>();

  @Test
  public void delayIsUnknownBeforeTheFirstRequest() {
    starts.started("a", 5);
    starts.endedUnstarted("b", 5);
    assertTrue(Double.isNaN(starts.meanMs(5)));
  }

  @Test
  public void delayIsTheMeanOfStartedContainers() {
    starts.onRequested("a", 0);
    starts.onRequested("b", 0);
    starts.started("a", 1_000);
    starts.started("b", 3_000);
    assertEquals(2_000, starts.meanMs(3_000), EXACTLY);
  }

  @Test
  public void waitingAndFailedRequestsLengthenTheDelay() {
    starts.onRequested("a", 0);
    starts.onRequested("b", 0);
    starts.onRequested("c", 0);
    starts.started("a", 1_000);
    starts.endedUnstarted("b", 4_000);
    assertEquals("one in three, others longer", 3_000, starts.meanMs(4_000), EXACTLY);
    assertEquals("c still waits", 1_000 / 3.0 + 10_000 * 2 / 3.0, starts.meanMs(10_000), EXACTLY);
  }

  @Test
  public void requestsOlderThanAMinuteAreForgotten() {
    starts.onRequested("a", 0);
    starts.endedUnstarted("a", 30_000);
    assertEquals(30_000, starts.meanMs(90_000), EXACTLY);
    assertTrue("so that somebody tries again", Double.isNaN(starts.meanMs(90_500)));
  }

  @Test
  public void noneStartsIsReportedAfterGivingUpUntilALaterStart() {
    starts.givenUp("nobody", 0);
    assertFalse(starts.noneStarts());
    for (String task : new String[] {"a", "b", "c"}) {
      starts.onRequested(task, 0);
    }
    starts.givenUp("a", 30_000);
    assertEquals("they wait", 30_000, starts.meanMs(30_000), EXACTLY);
    starts.endedUnstarted("b", 30_000);
    starts.started("b", 30_000);
    assertTrue("not b's", starts.noneStarts());
    starts.started("c", 40_000);
    assertFalse(starts.noneStarts());
  }

  @Test
  public void nextDagTriesAgain() {
    starts.onRequested("a", 0);
    starts.givenUp("a", 30_000);
    starts.onDagEnded();
    assertFalse(starts.noneStarts());
  }

  @Test
  public void meanIsNotRecomputedForEachRequestOfABurst() {
    starts.onRequested("a", 0);
    assertEquals(100, starts.meanMs(100), EXACTLY);
    starts.onRequested("b", 100);
    assertEquals(100, starts.meanMs(599), EXACTLY);
    assertEquals(600, starts.meanMs(600), EXACTLY);
  }

  @Test
  public void requestWaitingAtTheEndOfTheDagIsIgnored() {
    starts.onRequested("a", 0);
    starts.onRequested("b", 0);
    starts.started("b", 700);
    starts.onDagEnded();
    starts.started("a", 9_000);
    assertEquals(700, starts.meanMs(9_000), EXACTLY);
  }
}
