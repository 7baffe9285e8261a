// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.function.DoubleSupplier;
import org.junit.Test;

/** Tests that an offer is taken for a vain one as long as, and where, it would be one again. */
public class OfferRejectionCacheTest {
  private final OfferRejectionCache offers = new OfferRejectionCache();

  private static FreeResource room(long freeMb) {
    return new FreeResource("", freeMb, 4, 10);
  }

  private boolean isVain(long state, long freeMb) {
    return offers.isVain(state, "", freeMb, 4, () -> 10);
  }

  @Test
  public void theSameRoomIsOfferedInVainAgain() {
    assertFalse(isVain(3, 512));
    offers.inVain(3, room(512));
    offers.inVain(3, room(256));
    assertTrue(isVain(3, 512));
    assertTrue(isVain(3, 256));
  }

  @Test
  public void anyOtherRoomIsOffered() {
    offers.inVain(3, room(512));
    assertFalse(isVain(3, 513));
    assertFalse("less may fit the disks", isVain(3, 511));
    assertFalse(offers.isVain(3, "gpu", 512, 4, () -> 10));
  }

  @Test
  public void moreCoresOrLessOfTheDisksUsedAreOffered() {
    offers.inVain(3, room(512));
    assertFalse(offers.isVain(3, "", 512, 5, () -> 10));
    assertFalse(offers.isVain(3, "", 512, 4, () -> 9));
    assertTrue(offers.isVain(3, "", 512, 3, () -> 11));
  }

  @Test
  public void disksAreNotReadWhereTheyDoNotMatter() {
    DoubleSupplier unread =
        () -> {
          throw new AssertionError("read");
        };
    assertFalse("nothing is known", offers.isVain(3, "", 512, 4, unread));
    offers.inVain(3, new FreeResource("", 512, 4, 0));
    assertTrue("none could be less used", offers.isVain(3, "", 512, 4, unread));
    assertFalse(offers.isVain(3, "", 512, 5, unread));
  }

  @Test
  public void nothingHoldsOnceTheStateIsAnother() {
    offers.inVain(3, room(512));
    assertFalse(isVain(4, 512));
    offers.inVain(4, room(256));
    assertFalse("of an earlier state", isVain(4, 512));
  }

  @Test
  public void withoutANumberAllIsOffered() {
    assertFalse(isVain(-1, 512));
    offers.inVain(-1, room(512));
    assertFalse(isVain(-1, 512));
  }

  @Test
  public void isBounded() {
    offers.inVain(3, room(1));
    for (int i = 0; i < OfferRejectionCache.MOST; i++) {
      offers.inVain(3, room(1000 + i));
    }
    assertFalse(isVain(3, 1));
    assertTrue(isVain(3, 1000 + OfferRejectionCache.MOST - 1));
  }
}
