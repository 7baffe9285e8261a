// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.elastic.policy.trust.UndersizedEnd.Outcome;

/** A profile that proved wrong is not followed for a time. */
public class ProfileTrustTest {
  private static final long FOR = 1000;
  private static final TaskClass MAPS = new TaskClass("app_1", "etl", "map");
  private static final TaskClass NEXT_RUN = new TaskClass("app_2", "etl", "map");

  private final ProfileTrust trust = new ProfileTrust(new TrustRules(FOR, 2.0, 5));
  private long now = 50_000;

  private static UndersizedEnd end(Outcome outcome, long ranMs) {
    return new UndersizedEnd(1024, 512, true, ranMs, outcome);
  }

  private void ranOut(TaskClass task) {
    trust.ended(task, end(Outcome.OUT_OF_MEMORY, 10), 100, now);
  }

  private void ran(TaskClass task, long ranMs) {
    trust.ended(task, end(Outcome.WELL, ranMs), 100, now);
  }

  private boolean trusted(TaskClass task) {
    return trust.trusted(task, now).value();
  }

  /** Returns how long it is distrusted from now on. */
  private long distrustedFor(TaskClass task) {
    long from = now;
    while (!trusted(task)) {
      now++;
    }
    long lasted = now - from;
    now = from;
    return lasted;
  }

  @Test
  public void outOfMemoryCostsTheTaskClassItsTrust() {
    assertEquals(TrustReason.TRUST_KEPT, trust.trusted(MAPS, now).reason());
    ranOut(MAPS);
    assertEquals("TRUST_LOST_MEMORY{forMs=1000}", trust.trusted(MAPS, now).toString());
    assertFalse("the next run of the job", trusted(NEXT_RUN));
    assertTrue("another class", trusted(new TaskClass("app_1", "etl", "reduce")));
    assertTrue("another job", trusted(new TaskClass("app_3", "adhoc", "map")));
    assertEquals(FOR, distrustedFor(MAPS));
    assertEquals(FOR, distrustedFor(NEXT_RUN));
  }

  private void lasted(TaskClass task, boolean whole, long ms) {
    trust.lasted(task, false, whole, ms, 100_000, now);
  }

  private boolean proved(TaskClass task, boolean undersized) {
    return trust.evidence(task, undersized).isProved();
  }

  @Test
  public void claimedProfileIsProvedByThreeTasksOfItsRunTime() {
    lasted(MAPS, true, 100_000);
    lasted(MAPS, true, 209_999);
    assertFalse(proved(MAPS, false));
    lasted(MAPS, true, 45_001);
    assertTrue(proved(MAPS, false));
    assertTrue("in the next run", proved(NEXT_RUN, false));
    assertFalse("of less memory", proved(MAPS, true));
    assertFalse("other numbers", proved(new TaskClass("app_1", "etl", "map", "ms=1"), false));
  }

  @Test
  public void tooLongOrTooShortTasksProveNothing() {
    for (long ms : new long[] {210_001, 44_999}) {
      TaskClass task = new TaskClass("app_" + ms, null, "map");
      for (int i = 0; i < 4; i++) {
        lasted(task, true, i == 0 ? ms : 100_000);
      }
      assertFalse(proved(task, false));
      lasted(task, true, 100_000);
      assertTrue("one in five", proved(task, false));
    }
  }

  @Test
  public void stoppedTaskIsEvidenceOnlyIfItRanTooLong() {
    for (int i = 0; i < 10; i++) {
      lasted(MAPS, false, 100_000);
    }
    assertEquals(RunEvidence.NONE, trust.evidence(MAPS, false));
    lasted(MAPS, false, 210_001);
    assertEquals(210_001, trust.evidence(MAPS, false).runMs(1, 1), 0);
  }

  @Test
  public void unprovedRunTimeIsBoundedByObservationsOrTheLimit() {
    assertEquals(7, RunEvidence.NONE.runMs(7, 60), 0);
    assertEquals(60, RunEvidence.NONE.runMs(700, 60), 0);
    lasted(MAPS, true, 20_000);
    lasted(MAPS, true, 1_000_000);
    lasted(MAPS, true, 30_000);
    assertEquals("the median", 30_000, trust.evidence(MAPS, false).runMs(100_000, 60_000), 0);
    for (int i = 0; i < 10; i++) {
      lasted(MAPS, true, 100_000);
    }
    assertEquals("proved", 100_000, trust.evidence(MAPS, false).runMs(100_000, 60_000), 0);
  }

  /** Tasks of full size count, too. */
  @Test
  public void persistentlyTooLongTasksCostTheTaskClassItsTrust() {
    for (int i = 0; i < 5; i++) {
      assertTrue(trusted(MAPS));
      lasted(MAPS, true, 300_000);
    }
    assertEquals(TrustReason.TRUST_LOST_RUN_TIMES, trust.trusted(NEXT_RUN, now).reason());
  }

  @Test
  public void evidenceOfAnApplicationIsKeptOnlyForARecurringJob() {
    TaskClass alone = new TaskClass("app_1", null, "map");
    lasted(alone, true, 100_000);
    lasted(MAPS, true, 100_000);
    trust.applicationEnded("app_1");
    assertEquals(RunEvidence.NONE, trust.evidence(alone, false));
    assertFalse(RunEvidence.NONE.equals(trust.evidence(MAPS, false)));
  }

  @Test
  public void fittingHeapCostsNoTrustAndIsRemembered() {
    UndersizedEnd fits = UndersizedEnd.left(1024, 512, UndersizedEnd.FITS, 90, Outcome.WELL);
    trust.ended(MAPS, fits.withHeapMb(256), 100, now);
    trust.ended(MAPS, fits.withHeapMb(200), 100, now);
    assertTrue(trusted(MAPS));
    assertEquals("the largest", 256, trust.heapMb(MAPS));
    assertEquals("of the application", -1, trust.heapMb(NEXT_RUN));
    trust.applicationEnded(MAPS.application());
    assertEquals(-1, trust.heapMb(MAPS));
  }

  @Test
  public void applicationWithoutAJobNameIsJudgedByItself() {
    ranOut(new TaskClass("app_1", null, "map"));
    assertFalse(trusted(new TaskClass("app_1", null, "map")));
    assertFalse("its job is found later", trusted(MAPS));
    assertTrue(trusted(new TaskClass("app_2", null, "map")));
  }

  @Test
  public void heapThatCannotBeShrunkIsNotTriedAgain() {
    trust.ended(MAPS, new UndersizedEnd(1024, 512, false, 90, Outcome.WELL), 100, now);
    assertEquals(TrustReason.TRUST_LOST_HEAP_LEFT, trust.trusted(MAPS, now).reason());
  }

  @Test
  public void stoppedTasksAndUnknownTimesAreNoEvidence() {
    for (int i = 0; i < 20; i++) {
      trust.ended(MAPS, end(Outcome.STOPPED, 9999), 100, now);
      trust.ended(MAPS, end(Outcome.WELL, -1), 100, now);
      trust.ended(MAPS, end(Outcome.WELL, 9999), 0, now);
    }
    assertTrue(trusted(MAPS));
    assertEquals(0, trust.remembered());
  }

  private void failed(TaskClass task) {
    trust.ended(task, end(Outcome.FAILED, 10), 100, now);
  }

  @Test
  public void twoFailuresCostTheTaskClassItsTrustInTheApplication() {
    failed(MAPS);
    assertTrue("one may be an accident", trusted(MAPS));
    failed(MAPS);
    assertEquals(TrustReason.TRUST_LOST_FAILURES, trust.trusted(MAPS, now).reason());
    assertEquals(now + FOR, trust.distrustedUntilMs());
    assertTrue("of other applications nothing is known yet", trusted(NEXT_RUN));
    assertTrue("another class", trusted(new TaskClass("app_1", "etl", "reduce")));
  }

  @Test
  public void jobWhoseTasksFailInEachRunLosesItsTrust() {
    for (int run = 1; run <= 3; run++) {
      TaskClass maps = new TaskClass("app_" + run, "etl", "map");
      assertTrue("run " + run, trusted(maps));
      failed(maps);
      if (run < 3) {
        ran(maps, 100);
      }
    }
    assertEquals(
        TrustReason.TRUST_LOST_FAILURES,
        trust.trusted(new TaskClass("app_6", "etl", "map"), now).reason());
    assertTrue(trusted(new TaskClass("app_7", "adhoc", "map")));
  }

  @Test
  public void fewFailuresAmongManyGoodEndsCostNoTrust() {
    for (int i = 0; i < 50; i++) {
      ran(MAPS, 100);
      if (i % 5 == 0) {
        failed(MAPS);
      }
      assertTrue(trusted(MAPS));
    }
  }

  private void left(TaskClass task, Outcome outcome) {
    trust.ended(task, UndersizedEnd.left(1024, 512, UndersizedEnd.NODE, 9_999, outcome), 100, now);
  }

  @Test
  public void heapLeftByTheNodeCostsTheJobNoTrust() {
    for (int i = 0; i < 20; i++) {
      left(MAPS, Outcome.WELL);
    }
    assertTrue(trusted(MAPS));
    assertEquals(0, trust.remembered());
    left(MAPS, Outcome.OUT_OF_MEMORY);
    assertFalse("the task is asked for again", trusted(MAPS));
    assertTrue("but other runs had no part in it", trusted(NEXT_RUN));
    trust.ended(
        NEXT_RUN, UndersizedEnd.left(1024, 512, "HEAP_LEFT_NO_FLAG", 9, Outcome.WELL), 0, now);
    assertEquals(TrustReason.TRUST_LOST_HEAP_LEFT, trust.trusted(NEXT_RUN, now).reason());
  }

  @Test
  public void trustIsLostOnlyByPersistentlyLongRunTimes() {
    for (int i = 0; i < 20; i++) {
      ran(MAPS, i % 5 < 2 ? 201 : 200);
      assertTrue(trusted(MAPS));
    }
    ran(MAPS, 201);
    ran(MAPS, 201);
    assertTrue("two in five", trusted(MAPS));
    ran(MAPS, 201);
    assertEquals(TrustReason.TRUST_LOST_RUN_TIMES, trust.trusted(MAPS, now).reason());
  }

  @Test
  public void fewRunTimesAreNotJudged() {
    for (int i = 0; i < 4; i++) {
      ran(MAPS, 99_999);
      assertTrue(trusted(MAPS));
    }
    ran(MAPS, 99_999);
    assertFalse(trusted(MAPS));
  }

  @Test
  public void shorterRunTimesCostNoTrust() {
    for (int i = 0; i < 20; i++) {
      ran(MAPS, 0);
    }
    assertTrue(trusted(MAPS));
  }

  @Test
  public void repeatedDistrustDoublesUpToSixteenTimes() {
    long expected = FOR;
    for (int i = 0; i < 7; i++) {
      ranOut(MAPS);
      assertEquals(Math.min(expected, 16 * FOR), distrustedFor(MAPS));
      now += Math.min(expected, 16 * FOR) + 1;
      expected *= 2;
    }
    now += 16 * FOR;
    ranOut(MAPS);
    assertEquals("long after it is as the first time", FOR, distrustedFor(MAPS));
  }

  @Test
  public void failuresBeforeALossOfTrustDoNotCountAfterIt() {
    failed(MAPS);
    failed(MAPS);
    now += FOR;
    assertTrue(trusted(MAPS));
    failed(MAPS);
    assertTrue("one may be an accident again", trusted(MAPS));
  }

  @Test
  public void waveOfFailuresCountsAsOneFailure() {
    ranOut(MAPS);
    now += 10;
    ranOut(MAPS);
    ranOut(MAPS);
    assertEquals("counted from the last", FOR, distrustedFor(MAPS));
  }

  @Test
  public void failureMayBeLimitedToItsApplication() {
    ranOut(MAPS.inItsApplication());
    assertFalse(trusted(MAPS));
    assertTrue(trusted(NEXT_RUN));
  }

  @Test
  public void endedApplicationIsForgottenButNotItsJob() {
    ranOut(MAPS);
    ranOut(new TaskClass("app_9", null, "map"));
    assertEquals(3, trust.remembered());
    trust.applicationEnded("app_1");
    trust.applicationEnded("app_9");
    assertEquals(1, trust.remembered());
    assertFalse("the job", trusted(NEXT_RUN));
    trust.applicationEnded("app_7");
    assertEquals(1, trust.remembered());
  }

  /** Applications end several times a second, most of them without a record. */
  @Test(timeout = 30_000)
  public void endOfAnApplicationTakesNoTimeForTheRecordsOfOthers() {
    for (int i = 0; i < 2 * ProfileTrust.MAX_REMEMBERED; i++) {
      ranOut(new TaskClass("app_" + i, null, "map"));
    }
    for (int i = 0; i < 1_000_000; i++) {
      trust.applicationEnded("app_" + i % ProfileTrust.MAX_REMEMBERED); // removed before
    }
    assertEquals(ProfileTrust.MAX_REMEMBERED, trust.remembered());
    trust.applicationEnded("app_" + ProfileTrust.MAX_REMEMBERED);
    assertEquals(ProfileTrust.MAX_REMEMBERED - 1, trust.remembered());
  }

  @Test
  public void endOfTheLastDistrustIsKnown() {
    assertTrue(trust.distrustedUntilMs() < 0);
    ran(MAPS, 1);
    assertTrue(trust.distrustedUntilMs() < 0);
    ranOut(MAPS);
    assertEquals(now + FOR, trust.distrustedUntilMs());
  }

  @Test
  public void outOfMemoryInASharedContainerCostsTheApplicationItsTrust() {
    trust.ranOutInShared("app_1", now);
    assertFalse(trusted(MAPS));
    assertFalse(trusted(new TaskClass("app_1", null, "vertex")));
    assertEquals(TrustReason.TRUST_LOST_MEMORY, trust.trusted(MAPS, now).reason());
    assertTrue("another run", trusted(NEXT_RUN));
    assertEquals(now + FOR, trust.distrustedUntilMs());
    assertEquals(FOR, distrustedFor(MAPS));
    trust.applicationEnded("app_1");
    assertTrue(trusted(MAPS));
    assertEquals(0, trust.remembered());
  }
}
