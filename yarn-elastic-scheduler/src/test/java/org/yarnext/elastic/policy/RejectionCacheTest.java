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
package org.yarnext.elastic.policy;

import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.util.function.DoubleSupplier;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** Tests that a refusal is remembered as long as, and where, it would be one again. */
public class RejectionCacheTest {
  private static final Decision<Long> NO = Decision.of(null, ElasticReason.ELASTIC_DISK_BUDGET);

  private final RejectionCache refusals = new RejectionCache();

  private Decision<Long> of(long estimate, int priority, long freeMb) {
    return refusals.of(estimate, priority, 1024, 1, freeMb, 4, () -> 10);
  }

  private void decided(long estimate, int priority, long freeMb, Decision<Long> decision) {
    refusals.decided(estimate, priority, 1024, 1, freeMb, 4, 10, decision);
  }

  @Test
  public void sameAskInTheSameRoomIsRefusedAgain() {
    decided(3, 20, 512, NO);
    decided(3, 10, 512, Decision.of(null, ElasticReason.ELASTIC_NO_GAIN));
    assertSame(NO, of(3, 20, 512));
  }

  @Test
  public void anythingElseIsAskedAbout() {
    decided(3, 20, 512, NO);
    assertNull(of(3, 10, 512));
    assertNull(of(3, 20, 768));
    assertNull(of(3, 20, 256));
    assertNull(refusals.of(3, 20, 2048, 1, 512, 4, () -> 10));
    assertNull(refusals.of(3, 20, 1024, 2, 512, 4, () -> 10));
  }

  @Test
  public void moreOfTheDisksIsAskedAboutAndLessIsNot() {
    decided(3, 20, 512, NO);
    assertNull(refusals.of(3, 20, 1024, 1, 512, 4, () -> 9));
    assertSame(NO, refusals.of(3, 20, 1024, 1, 512, 3, () -> 11));
  }

  @Test
  public void disksAreNotReadWhereTheyDoNotMatter() {
    DoubleSupplier unread =
        () -> {
          throw new AssertionError("read");
        };
    assertNull("nothing is known", refusals.of(3, 20, 1024, 1, 512, 4, unread));
    refusals.decided(3, 20, 1024, 1, 512, 4, 0, NO);
    assertSame("none could be less used", NO, refusals.of(3, 20, 1024, 1, 512, 4, unread));
    assertNull(refusals.of(3, 20, 1024, 2, 512, 4, unread));
  }

  @Test
  public void moreCoresAreAskedAboutWhereTheyWereTooFew() {
    decided(3, 20, 512, NO);
    assertSame(NO, refusals.of(3, 20, 1024, 1, 512, 5, () -> 10));
    refusals.decided(3, 10, 1024, 2, 512, 1, 10, NO);
    assertNull(refusals.of(3, 10, 1024, 2, 512, 2, () -> 10));
    assertSame(NO, refusals.of(3, 10, 1024, 2, 512, 0, () -> 10));
  }

  @Test
  public void nothingHoldsBeyondItsEstimate() {
    decided(3, 20, 512, NO);
    assertNull(of(4, 20, 512));
    decided(4, 20, 256, NO);
    assertNull("of an earlier estimate", of(4, 20, 512));
  }

  @Test
  public void grantsAndWhatHasNoEstimateAreNotRemembered() {
    decided(3, 20, 512, Decision.of(512L, ElasticReason.ELASTIC_PLACED));
    assertNull(of(3, 20, 512));
    decided(-1, 20, 512, NO);
    assertNull(of(-1, 20, 512));
  }

  @Test
  public void isBounded() {
    decided(3, 20, 1, NO);
    for (int i = 0; i < RejectionCache.MOST; i++) {
      decided(3, 20, 1000 + i, NO);
    }
    assertNull(of(3, 20, 1));
    assertSame(NO, of(3, 20, 1000 + RejectionCache.MOST - 1));
  }
}
