// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;

/** Requests are divided, granted and cancelled. */
public class HybridLedgerTest extends HybridLedgerTestBase {
  private Long expectedMs;

  /** Half of all are opportunistic, of those that are known to be short. */
  private RequestSplitter halfOfKnown() {
    return splitter(
        new HybridSplit(
            HybridPolicy.parse("hybrid-GQ(10s, 50%)"),
            priority -> expectedMs == null ? null : RunTimeStatistics.of(expectedMs),
            () -> true));
  }

  @Test
  public void newRequestsAreDividedBetweenBothSchedulers() {
    send(8, ask("h1", 30), ask("/r1", 5), ask(ANY, 10));
    assertOutstanding(2, 8);
    assertEquals(Arrays.asList(ask("h1", 2), ask("/r1", 2), ask(ANY, 2)), toGuaranteed);
    assertEquals(8, stock.count(KEY, "h1"));
    assertEquals(5, stock.count(KEY, "/r1"));
    assertEquals(8, stock.outstanding(KEY));
    assertEquals(RequestReason.REQUEST_SPLIT_BY_SHARE, ledger.decisions().get(0).reason());
  }

  @Test
  public void undividedRequestsPassUnchanged() {
    RequestEntry node = ask("h1", 9);
    RequestEntry any = ask(ANY, 10);
    send(0, node, any);
    assertSame(node, toGuaranteed.get(0));
    assertSame(any, toGuaranteed.get(1));
    assertTrue(toOpportunistic.isEmpty());
  }

  @Test
  public void strictLocalityWithdrawsDividedRequests() {
    send(3, ask(ANY, 4));
    send(3, RequestEntry.of(KEY, "/r1", 1, false));
    assertOutstanding(4, 0);
    assertEquals(0, stock.outstanding(KEY));
    assertTrue("not before the other scheduler has less", toGuaranteed.contains(ask(ANY, 1)));
    assertEquals(Collections.singletonList(ask(ANY, 4)), send(3));
  }

  /** The stock book would take the first entry's number for the total. */
  @Test
  public void opportunisticRequestsWithoutATotalWaitForTheTotal() {
    send(0, RequestEntry.of(OWN, "h1", 500, true));
    assertTrue(toOpportunistic.isEmpty());
    assertEquals(0, stock.outstanding(OWN));
    send(0, own(3));
    assertEquals(3, stock.outstanding(OWN));
    assertEquals("no more than all", 3, stock.count(OWN, "h1"));
  }

  @Test
  public void restatementThatReflectsGrantsChangesNothing() {
    send(8, ask(ANY, 10));
    for (int i = 0; i < 3; i++) {
      assertTrue(grant(true));
    }
    assertTrue(grant(false));
    send(8, ask(ANY, 6));
    assertOutstanding(1, 5);
    assertTrue(ledger.decisions().isEmpty());
    assertEquals("the RM may not know yet", Arrays.asList(ask(ANY, 1)), toGuaranteed);
  }

  /** The scheduler may have granted the container before it read the count of the host or rack. */
  @Test
  public void hostOrRackStatedAfterAGrantIsSentAgain() {
    send(0, ask("h1", 1), ask("/r1", 3), ask(ANY, 4));
    ledger.granted(KEY, false, "h1", null);
    assertEquals(
        "as when the application excludes the host",
        Arrays.asList(ask("h1", 0), ask("/r1", 3), ask(ANY, 3)),
        send(0, ask("h1", 0)));
    ledger.granted(KEY, false, "h9", null);
    assertEquals(Arrays.asList(ask("/r1", 2), ask(ANY, 2)), send(0, ask("/r1", 2)));
    assertTrue("nothing is granted since", send(0, ask("/r1", 2)).isEmpty());
  }

  @Test
  public void undecidedRequestsAreDividedOnceTheirRunTimeIsKnown() {
    assertEquals(
        Arrays.asList(ask("h1", 10), ask(ANY, 10)),
        send(halfOfKnown(), ask("h1", 10), ask(ANY, 10)));
    grant(false);
    grant(false);
    assertTrue("nothing is known yet", send(halfOfKnown()).isEmpty());
    assertOutstanding(8, 0);

    expectedMs = 2_000L;
    send(halfOfKnown());
    assertOutstanding(4, 4);
    assertEquals(RequestReason.REQUEST_SPLIT_BY_SHARE, ledger.decisions().get(0).reason());
    assertTrue(toGuaranteed.contains(ask(ANY, 4)));
    assertEquals("not before the other scheduler has less", 0, stock.outstanding(KEY));
    send(halfOfKnown());
    assertEquals(4, stock.outstanding(KEY));
    assertEquals(4, stock.count(KEY, "h1"));
    assertTrue("once", ledger.decisions().isEmpty());
    send(halfOfKnown(), ask(ANY, 8));
    assertOutstanding(4, 4);
    assertEquals(10, count("asked"));
  }

  @Test
  public void requestsFoundToBeLongStayGuaranteed() {
    send(halfOfKnown(), ask(ANY, 6));
    expectedMs = 20_000L;
    send(halfOfKnown());
    assertEquals(RequestReason.REQUEST_RUN_TIME_TOO_LONG, ledger.decisions().get(0).reason());
    expectedMs = 2_000L;
    send(halfOfKnown());
    assertOutstanding(6, 0);
  }

  /** The first container of a kind may be far from the mean: the next ones tell. */
  @Test
  public void requestsOfUncertainLengthAreDividedOnceItIsCertain() {
    send(halfOfKnown(), ask(ANY, 6));
    expectedMs = 8_000L;
    send(halfOfKnown());
    assertOutstanding(6, 0);
    assertTrue("nothing is decided", ledger.decisions().isEmpty());
    expectedMs = 5_000L;
    send(halfOfKnown());
    assertOutstanding(3, 3);
  }

  @Test
  public void requestsThatBecomeStrictStayGuaranteed() {
    send(halfOfKnown(), ask("h1", 6), ask(ANY, 6));
    send(halfOfKnown(), RequestEntry.of(KEY, "h1", 6, false), ask(ANY, 6));
    expectedMs = 2_000L;
    send(halfOfKnown());
    assertOutstanding(6, 0);
  }

  @Test
  public void undecidedRequestsStayUndecidedAfterARestart() {
    send(halfOfKnown(), ask(ANY, 6));
    restart();
    expectedMs = 2_000L;
    send(halfOfKnown());
    assertOutstanding(3, 3);
  }

  @Test
  public void cancelledAndGrantedRequestsAreNotDividedLater() {
    send(halfOfKnown(), ask(ANY, 6));
    send(halfOfKnown(), ask(ANY, 2));
    grant(false);
    expectedMs = 20_000L;
    send(halfOfKnown(), ask(ANY, 5));
    assertOutstanding(5, 0);
    expectedMs = 2_000L;
    send(halfOfKnown(), ask(ANY, 7));
    assertOutstanding(6, 1);
  }

  @Test
  public void cancellationsTakeOpportunisticRequestsFirst() {
    send(8, ask(ANY, 10));
    send(8, ask(ANY, 4));
    assertOutstanding(2, 2);
    send(8, ask(ANY, 1));
    assertOutstanding(1, 0);
    assertEquals(0, stock.outstanding(KEY));
    assertEquals(Arrays.asList(ask(ANY, 0)), send(8, ask(ANY, 0)));
    assertEquals(9 + 1, count("cancelled"));
  }

  @Test
  public void grantBeyondOnePartIsTakenFromTheOtherPart() {
    send(8, ask(ANY, 10));
    for (int i = 0; i < 4; i++) {
      assertTrue(grant(false));
    }
    assertOutstanding(0, 6);
    assertEquals(2, count("crossed"));
    send(0);
    assertEquals("told without being asked", 6, stock.outstanding(KEY));
    assertTrue(toGuaranteed.isEmpty());
  }

  @Test
  public void grantBeyondBothPartsIsCountedAndChangesNothing() {
    send(1, ask(ANY, 1));
    assertTrue(grant(true));
    assertFalse(grant(true));
    assertFalse(ledger.granted(RequestKey.of(99, 0, "x"), false, "h1", null));
    assertOutstanding(0, 0);
    assertEquals(2, count("overGranted"));
  }

  @Test
  public void grantOfARoundedSizeMatchesTheSameSchedulerKey() {
    send(1, ask(ANY, 2));
    RequestKey rounded = RequestKey.of(KEY.priority(), KEY.allocationRequestId(), "2048");
    assertTrue(ledger.granted(rounded, false, "h1", null));
    assertTrue(ledger.granted(rounded, true, "h1", null));
    assertOutstanding(0, 0);
  }

  @Test
  public void quotaHoldsRequestsBackAndReleasesThemLater() {
    room = 4;
    send(9, ask("h1", 9), ask(ANY, 9));
    assertOutstanding(0, 9);
    assertEquals(4, stock.outstanding(KEY));
    room = 6;
    send(9);
    assertEquals(ask(ANY, 6), toOpportunistic.get(0));
    assertEquals(6, stock.outstanding(KEY));
  }

  @Test
  public void mostUrgentRequestsAreSentFirst() {
    RequestEntry urgent = RequestEntry.of(ModelMaster.key(1), ANY, 3, true);
    room = 4;
    send(3, ask(ANY, 3), urgent);
    assertEquals(1, stock.outstanding(KEY));
    assertEquals(3, stock.outstanding(urgent.key()));
  }

  @Test
  public void turningOffMakesAllRequestsGuaranteed() {
    send(8, ask("h1", 5), ask(ANY, 10));
    ledger.toGuaranteed();
    send(0);
    assertEquals(0, stock.outstanding(KEY));
    assertEquals(0, stock.count(KEY, "h1"));
    assertEquals(Arrays.asList(ask("h1", 5), ask(ANY, 10)), send(0));
  }

  @Test
  public void opportunisticRequestsOfTheMasterPassUnchanged() {
    send(0, own(5));
    assertEquals(Collections.singletonList(own(5)), toOpportunistic);
    assertTrue(toGuaranteed.isEmpty());
    ledger.toGuaranteed();
    assertEquals("they cannot be moved", 5, ledger.queueable());
  }

  /** As stock's allocators do; otherwise the hosts of every earlier call would be sent again. */
  @Test
  public void hostsAreForgottenOnceAllIsGranted() {
    send(0, RequestEntry.of(OWN, "h1", 1, true), own(1));
    assertTrue(ledger.granted(OWN, true, "h9", null));
    send(0, own(2));
    assertEquals(Collections.singletonList(own(2)), toOpportunistic);
  }

  @Test
  public void callsSendNothingIfNothingIsRequested() {
    room = 0;
    send(0, own(1));
    assertEquals(1, ledger.held());
    room = 1;
    send(0);
    assertTrue(ledger.granted(OWN, true, "h9", null));
    room = 0;
    open(give(0));
    assertTrue(toGuaranteed.isEmpty() && toOpportunistic.isEmpty());
    assertEquals(0, ledger.held());
    ledger.reject();
    send(0, own(1));
    assertEquals(1, ledger.held());
  }

  @Test
  public void dividedRequestsYieldToOpportunisticRequestsOfTheMaster() {
    send(4, ask("h1", 4), ask(ANY, 4));
    send(4, own(7));
    assertOutstanding(4, 0);
    assertEquals(7, stock.outstanding(KEY));
    assertEquals("of the divided ones", 0, stock.count(KEY, "h1"));
    send(4, ask(ANY, 6));
    assertOutstanding(6, 0);
    assertEquals(7, stock.outstanding(KEY));
    for (int i = 0; i < 7; i++) {
      assertTrue(grant(true));
    }
    assertOutstanding(6, 0);
    send(4, own(0));
    send(1, ask(ANY, 7));
    assertOutstanding(6, 1);
  }
}
