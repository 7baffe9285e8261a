// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** Requests that wait too long move to less loaded sub-clusters. */
public class SplitLedgerMoveTest extends SplitLedgerTestBase {
  @Test
  public void requestsWaitingTooLongMoveAfterTheirWithdrawal() {
    open.set(1, load("b", 0, 0.9));
    split(at("b1", 4), at("*", 4));
    nowMs += RELAX_MS - 1;
    assertTrue("not yet", split().isEmpty());
    nowMs += 1;
    assertEquals(
        "first less in one", "{b=[20/0/1024MB b1=0, 20/0/1024MB *=0]}", split().toString());
    assertTrue("b could still grant them", split().isEmpty());
    assertEquals(Grant.ABSORBED, ledger.granted(MAP, "b", "b1", null, nowMs));
    ledger.requests().answered("b", ledger.requests().calls());
    assertEquals("then more in the other", "{a=[20/0/1024MB *=3]}", split().toString());
    assertEquals(Long.valueOf(4), ledger.ledger().get("relaxed"));
  }

  @Test
  public void requestsExpectedToBeServedSoonStay() {
    open.set(1, load("b", 0, 0.9));
    split(at("b1", 12), at("*", 12));
    for (int i = 0; i < 6; i++) {
      nowMs += RELAX_MS / 6;
      assertEquals(Grant.EXPECTED, ledger.granted(MAP, "b", "b1", null, nowMs));
    }
    split();
    assertEquals("as it granted some", 2, ledger.requests().outstanding("b"));
    assertEquals(4, ledger.requests().outstanding("a"));
    nowMs += RELAX_MS;
    split();
    assertEquals("it granted nothing in this one", 0, ledger.requests().outstanding("b"));
  }

  @Test
  public void requestsExpectedToBeServedSoonLeaveForASubClusterThatIdlesForAnInterval() {
    open.set(1, load("b", 0, 0.9));
    split(at("b1", 12), at("*", 12));
    nowMs += RELAX_MS / 2;
    grant("b", 6);
    nowMs += RELAX_MS / 2;
    split();
    answerAll();
    split();
    answerAll();
    grant("a", 4);
    split();
    nowMs += RELAX_MS / 2;
    grant("b", 1);
    nowMs += RELAX_MS / 2 - 1;
    split();
    assertEquals("as it granted one", 1, ledger.requests().outstanding("b"));
    nowMs += 1;
    split();
    assertEquals("a has idled for an interval", 0, ledger.requests().outstanding("b"));
  }

  private void grant(String subCluster, int containers) {
    for (int i = 0; i < containers; i++) {
      assertEquals(Grant.EXPECTED, ledger.granted(MAP, subCluster, subCluster + 1, null, nowMs));
    }
  }

  @Test
  public void nothingMovesToAnEquallyLoadedSubCluster() {
    split(at("b1", 4), at("*", 4));
    nowMs += 10 * RELAX_MS;
    assertTrue(split().isEmpty());
  }

  @Test
  public void waitBeforeAMoveShrinksWithTheLoadDifference() {
    rules = new SplitSettings(Relaxation.LOAD, RELAX_MS, 1, 0.1);
    open.set(1, load("b", 0, 1.0));
    split(at("b1", 4), at("*", 4));
    nowMs += RELAX_MS / 2 - 1;
    assertTrue(split().isEmpty());
    nowMs += 1;
    assertEquals("[b]", split().keySet().toString());
  }

  @Test
  public void weightRelaxationMovesRequestsRegardlessOfLoad() {
    rules = new SplitSettings(Relaxation.WEIGHT, RELAX_MS, 1, 0.1);
    open.set(0, load("a", 0, 5));
    open.set(1, load("b", 0, 0));
    split(at("b1", 20), at("*", 20));
    nowMs += RELAX_MS;
    split();
    assertEquals("as the weights", 10, ledger.requests().outstanding("a"));
    waitFor(20);
    assertEquals(10, ledger.requests().outstanding("a"));
  }

  /**
   * The wanted sub-cluster is full, the other one idle: more requests move there than fit at once,
   * so that it does not idle until the next ones arrive.
   */
  @Test
  public void moreRequestsMoveThanFitIfWaitsAreShorterThen() {
    open.set(0, load("a", 4, 0.1));
    open.set(1, load("b", 0, 3));
    split(at("b1", 12), at("*", 12));
    answerAll();
    nowMs += RELAX_MS;
    split();
    assertEquals("4 at once and 5 later", 9, ledger.requests().outstanding("a"));
    assertEquals(3, ledger.requests().outstanding("b"));
  }

  @Test
  public void requestMovesOnceAndThenOnceInTenIntervals() {
    rules = new SplitSettings(Relaxation.WEIGHT, RELAX_MS, 1, 0.1);
    open.set(0, load("a", 0, 1));
    open.set(1, load("b", 0, 1));
    split(at("b1", 20), at("*", 20));
    for (int i = 0; i < 9; i++) {
      // The operator turns the weights round again and again.
      open.set(i % 2, SubClusterLoad.of(i % 2 == 0 ? "a" : "b", 9, 0, 1));
      open.set(1 - i % 2, SubClusterLoad.of(i % 2 == 0 ? "b" : "a", 1, 0, 1));
      waitFor(1);
    }
    assertEquals(Long.valueOf(20), ledger.ledger().get("relaxed"));
    waitFor(11);
    assertTrue(ledger.ledger().get("relaxed") <= 40);
  }

  /** Nothing is granted for so many intervals. */
  private void waitFor(int intervals) {
    for (int i = 0; i < intervals; i++) {
      answerAll();
      nowMs += RELAX_MS;
      split();
    }
  }

  @Test
  public void requestsInTwoFullSubClustersStay() {
    open.set(0, load("a", 30, 4));
    open.set(1, load("b", 30, 4));
    split(at("*", 60));
    open.set(0, load("a", 0, 4));
    open.set(1, load("b", 0, 3.8));
    waitFor(100);
    assertEquals(30, ledger.requests().outstanding("a"));
    assertEquals(Long.valueOf(0), ledger.ledger().get("relaxed"));
  }

  @Test
  public void requestsOfOneApplicationKeepNoOtherFromMovingToAFullSubCluster() {
    open.set(0, load("a", 0, 1_000_000));
    open.set(1, load("b", 0, 4));
    split(at("b1", 30), at("*", 30));
    waitFor(1);
    assertEquals("until the waits are equal", 20, ledger.requests().outstanding("a"));
  }

  @Test
  public void noMoreRequestsMoveThanThereIsHeadroom() {
    open.set(0, load("a", 8, 4));
    open.set(1, load("b", 0, 1));
    split(at("b1", 30), at("*", 30));
    nowMs += RELAX_MS;
    split();
    assertEquals(8, ledger.requests().outstanding("a"));
  }

  @Test
  public void headroomWithoutGrantsIsTrustedOnce() {
    open.set(0, load("a", 8, 4));
    open.set(1, load("b", 0, 4));
    split(at("b1", 8), at("*", 8));
    nowMs += RELAX_MS;
    split();
    assertEquals(8, ledger.requests().outstanding("a"));
    waitFor(4);
    open.set(1, load("b", 8, 4));
    waitFor(1);
    assertEquals("b has room", 8, ledger.requests().outstanding("b"));
    open.set(1, load("b", 0, 4));
    long moved = ledger.ledger().get("relaxed");
    waitFor(4);
    assertEquals("a had, and granted nothing", moved, (long) ledger.ledger().get("relaxed"));
  }

  @Test
  public void staleResponseMovesNothing() {
    open.set(0, load("a", 8, 0.1).stale());
    open.set(1, load("b", 0, 4));
    split(at("b1", 8), at("*", 8));
    waitFor(30);
    assertEquals(8, ledger.requests().outstanding("b"));
  }

  @Test
  public void hostRequestsWaitForHostThenRackThenAnyNode() {
    rules = rules.near(1_000, 2_000);
    assertEquals(
        "{a=[20/0/1024MB a1=2, 20/0/1024MB /ra=2!, 20/0/1024MB *=2!]}",
        split(at("a1", 2), at("/ra", 2), at("*", 2)).toString());
    answerAll();
    nowMs += 999;
    assertEquals("{}", split().toString());
    nowMs += 1;
    assertEquals("{a=[20/0/1024MB /ra=2, 20/0/1024MB *=2!]}", split().toString());
    nowMs += 999;
    assertEquals("{}", split().toString());
    nowMs += 1;
    assertEquals("{a=[20/0/1024MB *=2]}", split().toString());
    assertEquals("{}", split().toString());
  }

  @Test
  public void grantOnTheHostRestartsTheWaitAndAGrantElsewhereDoesNot() {
    rules = rules.near(1_000, 1_000);
    split(at("a1", 3), at("/ra", 3), at("*", 3));
    answerAll();
    nowMs += 900;
    ledger.granted(MAP, "a", "a1", "/ra", nowMs);
    nowMs += 900;
    assertEquals("{}", split(at("*", 2)).toString());
    nowMs += 100;
    assertEquals("{a=[20/0/1024MB /ra=2, 20/0/1024MB *=2]}", split().toString());
    answerAll();
    ledger.granted(MAP, "a", "a9", "/ra", nowMs);
    assertEquals(
        "{a=[20/0/1024MB a1=1, 20/0/1024MB *=1]}", split(at("a1", 1), at("*", 1)).toString());
  }

  @Test
  public void requestsWithoutAHostDoNotWaitForAHost() {
    rules = rules.near(1_000, 1_000);
    open.remove(1);
    assertEquals("{a=[20/0/1024MB *=2]}", split(at("*", 2)).toString());
    assertEquals(
        "some of them may be anywhere",
        "{a=[20/0/1024MB a1=2, 20/0/1024MB *=3]}",
        split(at("a1", 2), at("*", 3)).toString());
    assertEquals(
        "by its rack alone",
        "{a=[20/0/1024MB a1=0, 20/0/1024MB /ra=3, 20/0/1024MB *=3]}",
        split(at("a1", 0), at("/ra", 3), at("*", 3)).toString());
  }

  @Test
  public void movedRequestsDoNotWaitForAHost() {
    rules = rules.near(2 * RELAX_MS, 2 * RELAX_MS);
    open.set(1, load("b", 0, 0.9));
    split(at("b1", 4), at("*", 4));
    answerAll();
    nowMs += RELAX_MS;
    split();
    answerAll();
    assertEquals("{a=[20/0/1024MB *=4]}", split().toString());
  }

  @Test
  public void subClusterOfUnknownStateReceivesTheRelaxationToo() {
    rules = rules.near(1_000, 1_000);
    Map<String, List<RequestEntry>> first = split(at("a1", 1), at("/ra", 1), at("*", 1));
    ledger.requests().markUnknown("a");
    assertEquals(first, split());
  }

  @Test
  public void strictRequestsDoNotMove() {
    open.set(1, load("b", 300, 0.9));
    split(at("b1", 4), RequestEntry.of(MAP, "*", 4, false));
    nowMs += 10 * RELAX_MS;
    assertTrue(split().isEmpty());
    open.remove(1);
    assertTrue("not even when it is lost", split().isEmpty());
    assertEquals(4, ledger.requests().outstanding("b"));
  }

  @Test
  public void requestsMoveAtOnceToRoomThatWasUnknownWhenTheyWereDivided() {
    open.set(0, load("a", 4, 0.5));
    open.set(1, SubClusterLoad.unresponsive("b", 1, 0.5));
    assertEquals("{a=[20/0/1024MB a1=8, 20/0/1024MB *=48]}", split(at("a1", 8), at("*", 48)) + "");
    answerAll();
    open.set(1, load("b", 0, 0.5));
    assertTrue("it tells no room yet", split().isEmpty());
    open.set(1, load("b", 12, 0.5));
    assertEquals("as many as fit", "{a=[20/0/1024MB *=36]}", split().toString());
    answerAll();
    assertEquals("{b=[20/0/1024MB *=12]}", split().toString());
    answerAll();
    open.set(1, load("b", 64, 0.5));
    split();
    assertEquals("the local ones stay", 8, ledger.requests().outstanding("a"));
  }

  @Test
  public void waitsAreEqualAtOnceIfSomeRoomWasUnknown() {
    open.set(0, load("a", 4, 0.9));
    open.set(1, SubClusterLoad.unresponsive("b", 1, 0.9));
    assertEquals("{a=[20/0/1024MB *=48]}", split(at("*", 48)).toString());
    answerAll();
    open.set(1, load("b", 12, 0.1));
    assertEquals("4 + 16 and 12 + 16", "{a=[20/0/1024MB *=20]}", split().toString());
    answerAll();
    assertEquals("{b=[20/0/1024MB *=28]}", split().toString());
    answerAll();
    assertTrue(split().isEmpty());
  }

  @Test
  public void requestsWaitBeforeTheyMoveIfAllRoomWasKnown() {
    open.set(1, SubClusterLoad.unresponsive("b", 1, 0.5));
    split(at("*", 1));
    assertEquals(Grant.EXPECTED, ledger.granted(MAP, "a", "a1", null, nowMs));
    nowMs += RELAX_MS;
    open.set(0, load("a", 0, 0.5));
    open.set(1, load("b", 0, 0.5));
    split(at("*", 4));
    answerAll();
    assertEquals(2, ledger.requests().outstanding("a"));
    open.set(1, load("b", 12, 0.5));
    assertTrue(split().isEmpty());
  }

  /** Requests never move to a sub-cluster that was not called. */
  @Test
  public void unusedSubClusterIsCalledThoughTheApplicationRequestsMoreInEachCall() {
    open.set(0, load("a", 4, 0.5));
    open.set(1, SubClusterLoad.unresponsive("b", 1, 0.5));
    for (int count = 8; ledger.unprobed().isEmpty() && count < 20; count++) {
      split(at("*", count));
      answerAll();
      nowMs += 1_000;
    }
    assertEquals(Collections.singleton("b"), ledger.unprobed());
  }

  /** A headroom is distrusted only if requests waited for an interval in spite of it. */
  @Test
  public void headroomIsTrustedWhileRequestsMoveAtOnce() {
    open.set(0, load("a", 4, 0.5));
    open.set(1, SubClusterLoad.unresponsive("b", 1, 0.5));
    split(at("*", 48));
    open.set(1, load("b", 0, 0.5));
    for (int call = 0; call < 6; call++) {
      answerAll();
      nowMs += RELAX_MS / 10;
      assertTrue(split().isEmpty());
    }
    open.set(1, load("b", 100, 0.5));
    assertEquals("what fits stays", "{a=[20/0/1024MB *=4]}", split().toString());
  }
}
