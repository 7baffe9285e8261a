// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

import static java.util.Arrays.asList;
import static java.util.Collections.emptyList;
import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;

/** Four containers of 1 GB and 1 core, 10 s each, on a node of one such size: 40 s of work. */
public class LastToRunSheddingTest {
  private static final ResourceVector CAPACITY = ResourceVector.of(1024, 1);

  private final OpportunisticQueue queue = new OpportunisticQueue(new FifoOrder(), 1_000_000);

  @Before
  public void fourWait() {
    for (String id : asList("a", "b", "c", "d")) {
      queue.add(ContainerViews.waiting(id, ContainerViews.JOB, 0, 1024, 1, 10_000, id.charAt(0)));
    }
  }

  private Decision<List<String>> shed(int maxLength, long maxWaitMs, double fixedMs, int atMost) {
    List<ContainerView> inOrder = new ArrayList<>();
    queue.inOrder(0).forEach(inOrder::add);
    return new LastToRunShedding()
        .decide(
            inOrder,
            queue.work(),
            CAPACITY,
            fixedMs,
            new SheddingLimits(maxLength, maxWaitMs),
            atMost);
  }

  @Test
  public void noContainerIsShedWithinTheLimits() {
    for (Decision<List<String>> d :
        asList(shed(4, -1, 0, 9), shed(-1, 40_000, 0, 9), shed(-1, -1, 1e9, 9))) {
      assertEquals(emptyList(), d.value());
      assertEquals(MercuryReason.SHED_NOT_NEEDED, d.reason());
    }
  }

  @Test
  public void tooLongQueueShedsItsTail() {
    Decision<List<String>> d = shed(2, -1, 0, 9);
    assertEquals(asList("d", "c"), d.value());
    assertEquals(MercuryReason.SHED_LENGTH_LIMIT, d.reason());
    assertEquals(asList("d", "c", "b", "a"), shed(0, -1, 0, 9).value());
  }

  @Test
  public void tooLongWaitShedsJustEnough() {
    Decision<List<String>> d = shed(-1, 25_000, 0, 9);
    assertEquals(asList("d", "c"), d.value());
    assertEquals(MercuryReason.SHED_WAIT_LIMIT, d.reason());
    assertEquals(Long.valueOf(40_000), d.inputs().get("waitMs"));
    assertEquals(asList("d", "c"), shed(-1, 20_000, 0, 9).value());
    assertEquals(asList("d"), shed(-1, 39_999, 0, 9).value());
  }

  @Test
  public void fixedPartOfTheWaitCounts() {
    assertEquals(asList("d", "c", "b"), shed(-1, 25_000, 10_000, 9).value());
  }

  @Test
  public void bothLimitsMustBeMet() {
    assertEquals(asList("d", "c", "b"), shed(3, 10_000, 0, 9).value());
    assertEquals(asList("d", "c", "b"), shed(1, 30_000, 0, 9).value());
  }

  @Test
  public void sheddingIsBoundedByItsMaximum() {
    assertEquals(asList("d"), shed(0, 0, 1e12, 1).value());
  }
}
