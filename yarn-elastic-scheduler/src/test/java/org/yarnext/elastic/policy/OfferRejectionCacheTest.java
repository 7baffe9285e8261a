// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.function.DoubleSupplier;
import org.junit.Test;

/**
 * Tests that an offer is rejected again as long as, and where, it would still be without success.
 */
public class OfferRejectionCacheTest {
  private final OfferRejectionCache offers = new OfferRejectionCache();

  private static FreeResource room(long freeMb) {
    return new FreeResource("", freeMb, 4, 10);
  }

  private boolean isRejected(long state, long freeMb) {
    return offers.isRejected(state, "", freeMb, 4, () -> 10);
  }

  @Test
  public void rejectedOfferIsRememberedForTheSameRoom() {
    assertFalse(isRejected(3, 512));
    offers.rejected(3, room(512));
    offers.rejected(3, room(256));
    assertTrue(isRejected(3, 512));
    assertTrue(isRejected(3, 256));
  }

  @Test
  public void rejectionDoesNotApplyToOtherRoom() {
    offers.rejected(3, room(512));
    assertFalse(isRejected(3, 513));
    assertFalse("less may fit the disks", isRejected(3, 511));
    assertFalse(offers.isRejected(3, "gpu", 512, 4, () -> 10));
  }

  @Test
  public void rejectionIsVoidWithMoreCoresOrLessDiskUse() {
    offers.rejected(3, room(512));
    assertFalse(offers.isRejected(3, "", 512, 5, () -> 10));
    assertFalse(offers.isRejected(3, "", 512, 4, () -> 9));
    assertTrue(offers.isRejected(3, "", 512, 3, () -> 11));
  }

  @Test
  public void diskUseIsReadOnlyWhereItMatters() {
    DoubleSupplier unread =
        () -> {
          throw new AssertionError("read");
        };
    assertFalse("nothing is known", offers.isRejected(3, "", 512, 4, unread));
    offers.rejected(3, new FreeResource("", 512, 4, 0));
    assertTrue("none could be less used", offers.isRejected(3, "", 512, 4, unread));
    assertFalse(offers.isRejected(3, "", 512, 5, unread));
  }

  @Test
  public void rejectionsAreVoidInANewState() {
    offers.rejected(3, room(512));
    assertFalse(isRejected(4, 512));
    offers.rejected(4, room(256));
    assertFalse("of an earlier state", isRejected(4, 512));
  }

  @Test
  public void offersWithoutAStateNumberAreNeverRejected() {
    assertFalse(isRejected(-1, 512));
    offers.rejected(-1, room(512));
    assertFalse(isRejected(-1, 512));
  }

  @Test
  public void numberOfRejectionsIsBounded() {
    offers.rejected(3, room(1));
    for (int i = 0; i < OfferRejectionCache.MAX; i++) {
      offers.rejected(3, room(1000 + i));
    }
    assertFalse(isRejected(3, 1));
    assertTrue(isRejected(3, 1000 + OfferRejectionCache.MAX - 1));
  }
}
