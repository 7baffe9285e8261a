// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import org.junit.Test;
import org.yarnext.mercury.policy.QueuePermissionPolicy;

/** Trust in a user's declared run times, from the actual run times of that user's containers. */
public class UserRunTimeCacheTest {
  private static final int TASK = 20;
  private static final EstimateTolerance TOLERANCE = new EstimateTolerance(3, 1_000, 20, 12, 4);

  private final UserRunTimeCache users = users(5);

  private static UserRunTimeCache users(int minRuns) {
    return new UserRunTimeCache(TOLERANCE::wrong, minRuns, 3);
  }

  private void ran(String user, int times, long ranMs, Long declaredMs, boolean complete) {
    for (int i = 0; i < times; i++) {
      users.observe(user, TASK, new UserRunTimeCache.Run(ranMs, declaredMs, complete));
    }
  }

  private Long corrected(long declaredMs) {
    return users.corrected("a", TASK, declaredMs);
  }

  @Test
  public void declarationsCountOnceEnoughAreRight() {
    ran("a", 4, 30_000, 30_000L, true);
    assertNull(corrected(7_000));
    ran("a", 1, 30_000, 30_000L, true);
    assertEquals(Long.valueOf(7_000), corrected(7_000));
    assertNull("of another task", users.corrected("a", TASK + 1, 7_000));
    assertNull("of another user", users.corrected("b", TASK, 7_000));
  }

  @Test
  public void declarationsCountAtOnceIfConfiguredUntilTheyAreWrong() {
    UserRunTimeCache trusting = users(0);
    assertEquals(Long.valueOf(1), trusting.corrected("a", TASK, 1));
    trusting.observe("a", TASK, new UserRunTimeCache.Run(30_000, 1L, true));
    assertNull(trusting.corrected("a", TASK, 1));
  }

  @Test
  public void consistentlyShortDeclarationIsCorrectedByItsFactor() {
    ran("a", 8, 30_000, 11_000L, true);
    assertEquals(Long.valueOf(30_000), corrected(11_000));
    ran("a", UserRunTimeCache.WINDOW, 900, 1L, true);
    assertEquals("within the slack", Long.valueOf(900), corrected(1));
  }

  /** The number of such containers does not count, because they cost next to nothing. */
  @Test
  public void shortContainersDeclaredRightDoNotOffsetALongContainer() {
    ran("a", UserRunTimeCache.WINDOW - 1, 2_000, 2_000L, true);
    assertEquals(Long.valueOf(5), corrected(5));
    ran("a", 1, 60_000, 1L, true);
    assertNull(corrected(5));
  }

  @Test
  public void failedContainerCountsOnlyIfItRanLongerThanDeclared() {
    ran("a", 8, 30_000, 30_000L, true);
    ran("a", 8, 10, 30_000L, false);
    assertEquals("it might have run for as long", Long.valueOf(30_000), corrected(30_000));
    ran("a", 1, 60_000, 1L, false);
    assertNull(corrected(30_000));
    assertEquals("eight of 30 s, and that one", 300_000.0 / 9, users.meanMs("a", TASK), 1e-6);
  }

  @Test
  public void trustIsRegainedByRightDeclarations() {
    ran("a", 8, 30_000, 1L, true);
    ran("a", UserRunTimeCache.WINDOW - 2, 30_000, 30_000L, true);
    assertNull("two of them are in the window still", corrected(7_000));
    ran("a", 2, 30_000, 30_000L, true);
    assertEquals(Long.valueOf(7_000), corrected(7_000));
  }

  @Test
  public void newTaskOfAUserHasTheMeanOfItsOtherTasks() {
    assertEquals(Double.NaN, users.meanMs("a", TASK), 0);
    ran("a", 2, 30_000, null, true);
    assertEquals(30_000, users.meanMs("a", TASK + 1), 0);
    users.observe("a", TASK + 1, new UserRunTimeCache.Run(4_000, null, true));
    assertEquals(4_000, users.meanMs("a", TASK + 1), 0);
  }

  @Test
  public void leastRecentlySeenUserIsForgotten() {
    ran("a", 8, 30_000, 30_000L, true);
    for (String user : new String[] {"b", "c", "d"}) {
      ran(user, 1, 1, null, true);
    }
    assertNull(corrected(30_000));
    for (int priority = 0; priority < 1_000; priority++) {
      users.observe("d", priority, new UserRunTimeCache.Run(1, null, true));
    }
    int[] runs = new int[1];
    users.forEach((user, priority, run) -> runs[0]++);
    assertEquals("64 priorities of d, and two more users", 66, runs[0]);
  }

  @Test
  public void nodeFollowsTheSignedAcceptanceIfQueuesDiffer() {
    QueuePermissionPolicy all = new QueuePermissionPolicy(true, "");
    assertEquals(true, all.accepts(false));
    assertEquals("nobody needs to be told", false, all.signs("root.a"));
    assertEquals(false, new QueuePermissionPolicy(false, " ; ").accepts(true));
    QueuePermissionPolicy some =
        new QueuePermissionPolicy(true, "root.adhoc:false;root.adhoc.good:true");
    assertEquals(false, some.accepts(false));
    assertEquals(true, some.accepts(true));
    assertEquals(true, some.signs("root.etl"));
    assertEquals(false, some.signs("root.adhoc.any"));
    assertEquals(true, some.signs("root.adhoc.good"));
  }
}
