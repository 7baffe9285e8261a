// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.function.DoubleSupplier;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** Tests that a refusal is remembered as long as, and where, it would be one again. */
public class SizeRejectionCacheTest {
  private static final Decision<Long> NO = Decision.of(null, ElasticReason.ELASTIC_DISK_BUDGET);

  private static final long ANY = SizeRejectionCache.ANY_TIME_LEFT;
  private static final long UNTIL = 1_000;

  private final SizeRejectionCache refusals = new SizeRejectionCache();
  private long leftMs = 60_000;

  private static SizeRejectionCache.Offer offer(int priority, long freeMb) {
    return new SizeRejectionCache.Offer(priority, 1024, 1, freeMb, 4);
  }

  private Decision<Long> of(SizeRejectionCache.Offer offer, DoubleSupplier usedDisk) {
    return refusals.of(3, 0, offer, () -> leftMs, usedDisk);
  }

  private Decision<Long> of(int priority, long freeMb) {
    return of(offer(priority, freeMb), () -> 10);
  }

  private void refused(SizeRejectionCache.Offer offer, double usedDisk, Decision<Long> why) {
    refusals.refused(3, new SizeRejectionCache.Refusal(offer, usedDisk, why, ANY, UNTIL));
  }

  private void refusedUpTo(long maxRemainingMs) {
    refusals.refused(
        3, new SizeRejectionCache.Refusal(offer(20, 512), 10, NO, maxRemainingMs, UNTIL));
  }

  private boolean allHold(long nowNanos) {
    return refusals.allHold(3, nowNanos, () -> leftMs);
  }

  @Test
  public void sameRequestInTheSameRoomIsRefusedAgain() {
    refused(offer(20, 512), 10, NO);
    refused(offer(10, 512), 10, Decision.of(null, ElasticReason.ELASTIC_NO_GAIN));
    assertSame(NO, of(20, 512));
  }

  @Test
  public void differentRequestOrRoomIsEvaluated() {
    refused(offer(20, 512), 10, NO);
    assertNull(of(10, 512));
    assertNull(of(20, 768));
    assertNull(of(20, 256));
    assertNull(of(new SizeRejectionCache.Offer(20, 2048, 1, 512, 4), () -> 10));
    assertNull(of(new SizeRejectionCache.Offer(20, 1024, 2, 512, 4), () -> 10));
  }

  @Test
  public void refusalIsVoidOnlyWithLessDiskUse() {
    refused(offer(20, 512), 10, NO);
    assertNull(of(offer(20, 512), () -> 9));
    assertSame(NO, of(offer(20, 512), () -> 11));
  }

  @Test
  public void diskUseIsReadOnlyWhereItMatters() {
    DoubleSupplier unread =
        () -> {
          throw new AssertionError("read");
        };
    assertNull("nothing is known", of(offer(20, 512), unread));
    refused(offer(20, 512), 0, NO);
    assertSame("none could be less used", NO, of(offer(20, 512), unread));
    assertNull(of(new SizeRejectionCache.Offer(20, 1024, 2, 512, 4), unread));
  }

  @Test
  public void refusalForTooFewCoresIsVoidWithMoreCores() {
    refused(offer(20, 512), 10, NO);
    assertSame(NO, of(new SizeRejectionCache.Offer(20, 1024, 1, 512, 5), () -> 10));
    refused(new SizeRejectionCache.Offer(10, 1024, 2, 512, 1), 10, NO);
    assertNull(of(new SizeRejectionCache.Offer(10, 1024, 2, 512, 2), () -> 10));
    assertSame(NO, of(new SizeRejectionCache.Offer(10, 1024, 2, 512, 0), () -> 10));
  }

  @Test
  public void refusalIsVoidOnlyWithMoreTimeLeft() {
    refusedUpTo(60_000);
    assertSame(NO, of(20, 512));
    leftMs = 59_000;
    assertSame(NO, of(20, 512));
    leftMs = -1;
    assertSame("an end that is not known lets nobody in", NO, of(20, 512));
    leftMs = 60_001;
    assertNull(of(20, 512));
  }

  @Test
  public void refusalForAnUnknownEndIsVoidOnceTheEndIsKnown() {
    refusedUpTo(-1);
    leftMs = -1;
    assertSame(NO, of(20, 512));
    leftMs = 0;
    assertNull(of(20, 512));
  }

  @Test
  public void refusalIsVoidAfterItsTimeOrVersion() {
    refused(offer(20, 512), 10, NO);
    assertNull(refusals.of(3, UNTIL, offer(20, 512), () -> leftMs, () -> 10));
    assertNull(refusals.of(4, 0, offer(20, 512), () -> leftMs, () -> 10));
  }

  @Test
  public void allRefusalsHoldOnlyWhileEachHolds() {
    assertTrue("there are none", allHold(0));
    refusedUpTo(60_000);
    assertTrue(allHold(0));
    leftMs = 60_001;
    assertFalse(allHold(0));
    assertTrue("what does not is forgotten", allHold(0));
    refusedUpTo(70_000);
    assertTrue(allHold(UNTIL - 1));
    assertFalse(allHold(UNTIL));
    refusedUpTo(70_000);
    assertFalse("of another version", refusals.allHold(4, 0, () -> leftMs));
  }

  @Test
  public void evictedRefusalNoLongerHolds() {
    refused(offer(20, 1), 10, NO);
    assertTrue(allHold(0));
    for (int i = 0; i < SizeRejectionCache.MAX_ENTRIES; i++) {
      refused(offer(20, 1000 + i), 10, NO);
    }
    assertNull("is bounded", of(20, 1));
    assertSame(NO, of(20, 1000 + SizeRejectionCache.MAX_ENTRIES - 1));
    assertFalse(allHold(0));
    assertTrue(allHold(0));
  }
}
