// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement.ranking;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class StartShareTrackerTest {
  private final StartShareTracker user = StartShareTracker.ofUser(0);
  private final StartShareTracker application = user.ofApplication(0);

  private static void record(StartShareTracker of, int started, int notStarted) {
    for (int i = 0; i < started; i++) {
      of.record(1, 0, 7);
    }
    for (int i = 0; i < notStarted; i++) {
      of.record(0, 1, 7);
    }
  }

  @Test
  public void halfIsExpectedOfAnUnknownUser() {
    assertEquals(StartShareTracker.ALL / 2, application.share());
    assertFalse("not yet", application.startsFew());
  }

  @Test
  public void shareFollowsWhatIsStarted() {
    record(application, 100, 0);
    assertTrue("" + application.share(), application.share() > 950);
    record(application, 0, 100);
    assertEquals(500, application.share(), 50);
    record(application, 0, 900);
    assertTrue(application.startsFew());
    assertTrue("" + application.share(), application.share() < 100);
  }

  /** Else a tenant would begin anew with each application. */
  @Test
  public void nextApplicationBeginsWithItsUsersShare() {
    record(application, 0, 500);
    StartShareTracker next = user.ofApplication(8);
    assertTrue("" + next.share(), next.share() < 10);
    assertTrue(next.startsFew());
    record(next, StartShareTracker.PRIOR + 1, 0);
    assertFalse("few containers tell more than its user's others", next.startsFew());
    assertEquals(7, user.lastMs());
  }

  @Test
  public void oneApplicationOfAUserDoesNotChangeTheShareOfAnother() {
    StartShareTracker other = user.ofApplication(0);
    record(other, 50, 0);
    int before = other.share();
    record(application, 0, 5_000);
    assertEquals(before, other.share());
  }

  @Test
  public void containerThatIsStartedLateCountsAsStarted() {
    record(application, 0, 20);
    assertTrue(application.startsFew());
    for (int i = 0; i < 20; i++) {
      application.record(1, -1, 9);
    }
    assertTrue("" + application.share(), application.share() > 900);
    assertTrue("" + user.share(), user.share() > 900);
  }

  @Test
  public void oldContainersAreForgotten() {
    record(application, 0, 100_000);
    record(application, StartShareTracker.WINDOW, 0);
    assertFalse("" + application.share(), application.startsFew());
  }
}
