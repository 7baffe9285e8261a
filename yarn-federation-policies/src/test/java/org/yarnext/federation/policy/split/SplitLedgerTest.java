// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** Hosts are named after their sub-cluster: a1 is in a, /ra in a too, /rab in a and b. */
public class SplitLedgerTest {
  private static final RequestKey MAP = RequestKey.of(20, 0, "1024MB");
  private static final long RELAX_MS = 3_000;

  private final SplitLedger ledger = new SplitLedger();
  private SplitSettings rules = new SplitSettings(Relaxation.TIME, RELAX_MS, 1, 0.1);
  private final List<SubClusterLoad> open =
      new ArrayList<>(Arrays.asList(load("a", 100, 0.5), load("b", 300, 0.5)));
  private long nowMs = 1_000;

  private static SubClusterLoad load(String name, double headroom, double load) {
    return SubClusterLoad.of(name, 1, headroom, load);
  }

  private static Set<String> owners(String name) {
    if (name.startsWith("x")) {
      return Collections.emptySet();
    }
    return "/rab".equals(name)
        ? new java.util.TreeSet<>(Arrays.asList("a", "b"))
        : Collections.singleton(name.substring(name.startsWith("/r") ? 2 : 0).substring(0, 1));
  }

  private Map<String, List<RequestEntry>> ask(RequestEntry... asks) {
    return ledger.ask(
        Arrays.asList(asks), SplitView.of(open, "a", SplitLedgerTest::owners, nowMs), rules);
  }

  @Test
  public void aLedgerGoesOnWhereAnEarlierOneLeftOff() {
    ask(at("a1", 2), at("b1", 3), at(RequestEntry.ANY, 5));
    ledger.requests().answered("a", ledger.requests().calls());
    ledger.granted(MAP, "a", "a1", null, nowMs);
    Map<RequestKey, Map<String, Integer>> left = ledger.requests().exposed();
    assertEquals("{20/0/1024MB={a=1, b=3}}", left.toString());
    SplitLedger next = new SplitLedger();
    next.restore(left, nowMs);
    assertEquals("nobody has asked it yet", 0, next.requests().outstanding());
    assertEquals(3, next.requests().exposed("b"));
    Map<String, List<RequestEntry>> sent =
        next.ask(
            Arrays.asList(at("b1", 3), at(RequestEntry.ANY, 3)),
            SplitView.of(open, "a", SplitLedgerTest::owners, nowMs),
            rules);
    assertEquals("[20/0/1024MB *=0]", sent.get("a").toString());
    assertEquals(
        "a could grant one still", "[20/0/1024MB b1=2, 20/0/1024MB *=2]", sent.get("b").toString());
    assertEquals(3, (long) next.ledger().get("asked"));
    next.requests().answered("a", 1);
    next.requests().answered("b", 1);
    assertEquals("{20/0/1024MB={b=2}}", next.requests().exposed().toString());
    SplitView later = SplitView.of(open, "a", SplitLedgerTest::owners, nowMs);
    sent = next.ask(Collections.emptyList(), later, rules);
    assertEquals("{b=[20/0/1024MB b1=3, 20/0/1024MB *=3]}", sent.toString());
  }

  @Test
  public void asksThatWaitAfterARestartAreNotMovedAtOnce() {
    nowMs = 10 * RELAX_MS;
    ask(at("a1", 2), at(RequestEntry.ANY, 2));
    SplitLedger next = new SplitLedger();
    next.restore(ledger.requests().exposed(), nowMs);
    open.set(0, load("a", 0, 2));
    SplitView view = SplitView.of(open, "a", SplitLedgerTest::owners, nowMs);
    next.ask(Arrays.asList(at("a1", 2), at(RequestEntry.ANY, 2)), view, rules);
    assertEquals(2, next.requests().outstanding("a"));
  }

  private static RequestEntry at(String name, int count) {
    return RequestEntry.of(MAP, name, count, true);
  }

  private void answerAll() {
    ledger.requests().answered("a", ledger.requests().calls());
    ledger.requests().answered("b", ledger.requests().calls());
  }

  @Test
  public void whatWasGrantedIsForgottenBeforeMoreOfItIsAsked() {
    open.remove(1);
    for (int id : new int[] {0, -1}) {
      RequestKey key = RequestKey.of(5, id, "1024MB");
      String told = "{a=[5/" + id + "/1024MB *=%d]}";
      assertEquals(
          String.format(told, 3), ask(RequestEntry.of(key, RequestEntry.ANY, 3, true)).toString());
      for (int i = 0; i < 3; i++) {
        assertEquals(
            OutstandingRequests.Grant.EXPECTED, ledger.granted(key, "a", "a1", null, nowMs));
      }
      answerAll();
      String over = ask(RequestEntry.of(key, RequestEntry.ANY, 0, true)).toString();
      assertEquals("YARN's relayer does not count grants", String.format(told, 0), over);
      assertEquals("once", "{}", ask().toString());
      assertEquals("{}", ask(RequestEntry.of(key, RequestEntry.ANY, 0, true)).toString());
      assertEquals(
          String.format(told, 4), ask(RequestEntry.of(key, RequestEntry.ANY, 4, true)).toString());
    }
  }

  @Test
  public void whatIsLeftIsStatedAgainWhenTheApplicationStatesIt() {
    open.remove(1);
    ask(at("*", 5));
    ledger.granted(MAP, "a", "a1", null, nowMs);
    ledger.granted(MAP, "a", "a1", null, nowMs);
    answerAll();
    assertEquals("more than half is left", "{}", ask(at("*", 3)).toString());
    ledger.granted(MAP, "a", "a1", null, nowMs);
    answerAll();
    assertEquals("not in each call", "{}", ask().toString());
    assertEquals("{a=[20/0/1024MB *=2]}", ask(at("*", 2)).toString());
    assertEquals("once", "{}", ask(at("*", 2)).toString());
  }

  @Test
  public void asksWithoutLocalityAreDividedByHeadroom() {
    assertEquals("{a=[20/0/1024MB *=2], b=[20/0/1024MB *=6]}", ask(at("*", 8)).toString());
    assertTrue("told once", ask().isEmpty());
  }

  @Test
  public void orByLoad() {
    rules = new SplitSettings(Relaxation.NONE, 0, 0, 0);
    open.set(0, load("a", 100, 0.9));
    open.set(1, load("b", 0, 0.1));
    assertEquals(
        "five times as loaded with the tenth added",
        "{a=[20/0/1024MB *=2], b=[20/0/1024MB *=10]}",
        ask(at("*", 12)).toString());
  }

  @Test
  public void aSubClusterWithoutWeightGetsLocalAsksOnly() {
    open.set(1, SubClusterLoad.of("b", 0, 300, 0));
    assertEquals("[a]", ask(at("*", 8)).keySet().toString());
    assertEquals(
        "{b=[20/0/1024MB b1=2, 20/0/1024MB *=2]}", ask(at("b1", 2), at("*", 10)).toString());
  }

  @Test
  public void localAsksGoToTheOwner() {
    assertEquals(
        "{a=[20/0/1024MB a1=1, 20/0/1024MB /ra=1, 20/0/1024MB *=1],"
            + " b=[20/0/1024MB b1=3, 20/0/1024MB *=3]}",
        ask(at("a1", 1), at("/ra", 1), at("b1", 3), at("*", 4)).toString());
  }

  @Test
  public void aRackOfSeveralSubClustersIsAskedInEach() {
    assertEquals(
        "{a=[20/0/1024MB /rab=2, 20/0/1024MB *=2], b=[20/0/1024MB /rab=2, 20/0/1024MB *=2]}",
        ask(at("/rab", 4), at("*", 4)).toString());
  }

  @Test
  public void aHostThatNobodyKnowsIsLeftToTheHome() {
    Map<String, List<RequestEntry>> sent = ask(at("x1", 2), at("*", 8));
    assertEquals("[20/0/1024MB x1=2, 20/0/1024MB *=2]", sent.get("a").toString());
    assertEquals("[20/0/1024MB *=6]", sent.get("b").toString());
  }

  @Test
  public void whatWaitsTooLongMovesToLessLoadedOnesAfterItIsTakenBack() {
    open.set(1, load("b", 0, 0.9));
    ask(at("b1", 4), at("*", 4));
    nowMs += RELAX_MS - 1;
    assertTrue("not yet", ask().isEmpty());
    nowMs += 1;
    assertEquals("first less in one", "{b=[20/0/1024MB b1=0, 20/0/1024MB *=0]}", ask().toString());
    assertTrue("b could still grant them", ask().isEmpty());
    assertEquals(Grant.ABSORBED, ledger.granted(MAP, "b", "b1", null, nowMs));
    ledger.requests().answered("b", ledger.requests().calls());
    assertEquals("then more in the other", "{a=[20/0/1024MB *=3]}", ask().toString());
    assertEquals(Long.valueOf(4), ledger.ledger().get("relaxed"));
  }

  @Test
  public void whatWillBeServedInTheNextIntervalStays() {
    open.set(1, load("b", 0, 0.9));
    ask(at("b1", 12), at("*", 12));
    for (int i = 0; i < 6; i++) {
      nowMs += RELAX_MS / 6;
      assertEquals(Grant.EXPECTED, ledger.granted(MAP, "b", "b1", null, nowMs));
    }
    ask();
    assertEquals("as it granted some", 2, ledger.requests().outstanding("b"));
    assertEquals(4, ledger.requests().outstanding("a"));
    nowMs += RELAX_MS;
    ask();
    assertEquals("it granted nothing in this one", 0, ledger.requests().outstanding("b"));
  }

  @Test
  public void nothingMovesToOneAsLoaded() {
    ask(at("b1", 4), at("*", 4));
    nowMs += 10 * RELAX_MS;
    assertTrue(ask().isEmpty());
  }

  @Test
  public void byLoadTheWaitIsShorterTheLargerTheDifference() {
    rules = new SplitSettings(Relaxation.LOAD, RELAX_MS, 1, 0.1);
    open.set(1, load("b", 0, 1.0));
    ask(at("b1", 4), at("*", 4));
    nowMs += RELAX_MS / 2 - 1;
    assertTrue(ask().isEmpty());
    nowMs += 1;
    assertEquals("[b]", ask().keySet().toString());
  }

  @Test
  public void byWeightTheyMoveWhateverTheLoad() {
    rules = new SplitSettings(Relaxation.WEIGHT, RELAX_MS, 1, 0.1);
    open.set(0, load("a", 0, 5));
    open.set(1, load("b", 0, 0));
    ask(at("b1", 20), at("*", 20));
    nowMs += RELAX_MS;
    ask();
    assertEquals("one in ten an interval", 2, ledger.requests().outstanding("a"));
    waitFor(20);
    assertEquals("until they are as the weights", 10, ledger.requests().outstanding("a"));
  }

  /** Nothing is granted for so many intervals. */
  private void waitFor(int intervals) {
    for (int i = 0; i < intervals; i++) {
      answerAll();
      nowMs += RELAX_MS;
      ask();
    }
  }

  @Test
  public void whatWaitsInTwoThatAreFullStaysThere() {
    open.set(0, load("a", 30, 4));
    open.set(1, load("b", 30, 4));
    ask(at("*", 60));
    open.set(0, load("a", 0, 4));
    open.set(1, load("b", 0, 3.8));
    waitFor(100);
    assertEquals(30, ledger.requests().outstanding("a"));
    assertEquals(Long.valueOf(0), ledger.ledger().get("relaxed"));
  }

  @Test
  public void noMoreMovesThanThereIsRoomFor() {
    open.set(0, load("a", 8, 4));
    open.set(1, load("b", 0, 4));
    ask(at("b1", 30), at("*", 30));
    nowMs += RELAX_MS;
    ask();
    assertEquals(8, ledger.requests().outstanding("a"));
  }

  @Test
  public void aRoomInWhichNothingIsGrantedIsBelievedOnce() {
    open.set(0, load("a", 8, 4));
    open.set(1, load("b", 0, 4));
    ask(at("b1", 8), at("*", 8));
    nowMs += RELAX_MS;
    ask();
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
  public void anOldAnswerMovesNothing() {
    open.set(0, load("a", 8, 0.1).stale());
    open.set(1, load("b", 0, 4));
    ask(at("b1", 8), at("*", 8));
    waitFor(30);
    assertEquals(8, ledger.requests().outstanding("b"));
  }

  @Test
  public void whatNamesHostsWaitsForThemThenForTheirRacksThenForAnyNode() {
    rules = rules.near(1_000, 2_000);
    assertEquals(
        "{a=[20/0/1024MB a1=2, 20/0/1024MB /ra=2!, 20/0/1024MB *=2!]}",
        ask(at("a1", 2), at("/ra", 2), at("*", 2)).toString());
    answerAll();
    nowMs += 999;
    assertEquals("{}", ask().toString());
    nowMs += 1;
    assertEquals("{a=[20/0/1024MB /ra=2, 20/0/1024MB *=2!]}", ask().toString());
    nowMs += 999;
    assertEquals("{}", ask().toString());
    nowMs += 1;
    assertEquals("{a=[20/0/1024MB *=2]}", ask().toString());
    assertEquals("{}", ask().toString());
  }

  @Test
  public void aGrantOnAHostBeginsTheWaitAnewAndOneElsewhereDoesNot() {
    rules = rules.near(1_000, 1_000);
    ask(at("a1", 3), at("/ra", 3), at("*", 3));
    answerAll();
    nowMs += 900;
    ledger.granted(MAP, "a", "a1", "/ra", nowMs);
    nowMs += 900;
    assertEquals("{}", ask(at("*", 2)).toString());
    nowMs += 100;
    assertEquals("{a=[20/0/1024MB /ra=2, 20/0/1024MB *=2]}", ask().toString());
    answerAll();
    ledger.granted(MAP, "a", "a9", "/ra", nowMs);
    assertEquals(
        "{a=[20/0/1024MB a1=1, 20/0/1024MB *=1]}", ask(at("a1", 1), at("*", 1)).toString());
  }

  @Test
  public void whatNamesNoHostWaitsForNone() {
    rules = rules.near(1_000, 1_000);
    open.remove(1);
    assertEquals("{a=[20/0/1024MB *=2]}", ask(at("*", 2)).toString());
    assertEquals(
        "some of them may be anywhere",
        "{a=[20/0/1024MB a1=2, 20/0/1024MB *=3]}",
        ask(at("a1", 2), at("*", 3)).toString());
    assertEquals(
        "by its rack alone",
        "{a=[20/0/1024MB a1=0, 20/0/1024MB /ra=3, 20/0/1024MB *=3]}",
        ask(at("a1", 0), at("/ra", 3), at("*", 3)).toString());
  }

  @Test
  public void whatHasMovedWaitsForNoHost() {
    rules = rules.near(2 * RELAX_MS, 2 * RELAX_MS);
    open.set(1, load("b", 0, 0.9));
    ask(at("b1", 4), at("*", 4));
    answerAll();
    nowMs += RELAX_MS;
    ask();
    answerAll();
    assertEquals("{a=[20/0/1024MB *=4]}", ask().toString());
  }

  @Test
  public void whoMayNotHaveHeardIsToldHowNearToo() {
    rules = rules.near(1_000, 1_000);
    Map<String, List<RequestEntry>> first = ask(at("a1", 1), at("/ra", 1), at("*", 1));
    ledger.requests().markUnknown("a");
    assertEquals(first, ask());
  }

  @Test
  public void withoutRelaxedLocalityNothingMoves() {
    open.set(1, load("b", 300, 0.9));
    ask(at("b1", 4), RequestEntry.of(MAP, "*", 4, false));
    nowMs += 10 * RELAX_MS;
    assertTrue(ask().isEmpty());
    open.remove(1);
    assertTrue("not even when it is lost", ask().isEmpty());
    assertEquals(4, ledger.requests().outstanding("b"));
  }

  @Test
  public void whatWaitsInALostSubClusterGoesToTheOthersAndReturns() {
    open.add(load("c", 0, 0.1));
    ask(at("b1", 6), at("*", 6));
    answerAll();
    SubClusterLoad b = open.remove(1);
    assertEquals(
        "inversely proportional to load, plus a tenth",
        "{a=[20/0/1024MB *=2], c=[20/0/1024MB *=4]}",
        ask().toString());
    assertEquals("c grants one", Grant.EXPECTED, ledger.granted(MAP, "c", "c1", null, nowMs));
    answerAll();
    ledger.requests().answered("c", ledger.requests().calls());
    open.add(b);
    assertEquals(
        "{a=[20/0/1024MB *=0], b=[20/0/1024MB b1=5, 20/0/1024MB *=5], c=[20/0/1024MB *=0]}",
        ask().toString());
    assertEquals(5, ledger.requests().outstanding("b"));
  }

  @Test
  public void aLostSubClusterThatGrantsAllTheSameIsAbsorbedOrInExcess() {
    ask(at("b1", 2), at("*", 2));
    SubClusterLoad b = open.remove(1);
    ask();
    assertEquals(2, ledger.requests().outstanding("a"));
    assertEquals(Grant.EXPECTED, ledger.granted(MAP, "a", "a1", null, nowMs));
    open.add(b);
    assertEquals(Grant.ABSORBED, ledger.granted(MAP, "b", "b1", null, nowMs));
    assertEquals(Grant.EXCESS, ledger.granted(MAP, "b", "b1", null, nowMs));
    assertEquals(
        "{asked=2, granted=2, cancelled=0, outstanding=0, absorbed=1, excess=1, relaxed=0,"
            + " redistributed=2}",
        ledger.ledger().toString());
    assertEquals(
        "b too, which was told 2",
        "{a=[20/0/1024MB *=0], b=[20/0/1024MB b1=0, 20/0/1024MB *=0]}",
        ask().toString());
  }

  @Test
  public void aCancellationTakesWhatIsNotLocalFirst() {
    ask(at("b1", 4), at("*", 8));
    assertEquals("by headroom", 7, ledger.requests().outstanding("b"));
    answerAll();
    assertEquals("{a=[20/0/1024MB *=0], b=[20/0/1024MB *=4]}", ask(at("*", 4)).toString());
    assertEquals(
        "{b=[20/0/1024MB b1=0, 20/0/1024MB *=0]}", ask(at("b1", 0), at("*", 0)).toString());
    assertEquals(Long.valueOf(8), ledger.ledger().get("cancelled"));
    assertEquals(Grant.EXCESS, ledger.granted(MAP, "b", "b1", null, nowMs));
  }

  @Test
  public void aSubClusterThatMayNotHaveHeardIsToldAllAgain() {
    Map<String, List<RequestEntry>> first = ask(at("a1", 1), at("b1", 3), at("*", 4));
    ledger.requests().markUnknown("b");
    assertEquals(Collections.singletonMap("b", first.get("b")), ask());
  }

  @Test
  public void aRackThatMayCountLessIsToldAgain() {
    ask(strict("a1", 1), strict("/ra", 1), strict(RequestEntry.ANY, 1));
    answerAll();
    ledger.granted(MAP, "a", "a1", null, nowMs);
    assertEquals(
        "its rack was told as many, and has granted one",
        "{a=[20/0/1024MB a1=0!, 20/0/1024MB /ra=1!, 20/0/1024MB a2=1!, 20/0/1024MB *=1!]}",
        ask(strict("a1", 0), strict("a2", 1), strict("/ra", 1), strict(RequestEntry.ANY, 1))
            .toString());
    answerAll();
    assertEquals("once", "{}", ask(strict("/ra", 1), strict(RequestEntry.ANY, 1)).toString());
  }

  @Test
  public void aRackThatIsKnownToCountLessIsNotToldAgain() {
    ask(strict("a1", 2), strict("/ra", 2), strict(RequestEntry.ANY, 2));
    answerAll();
    ledger.granted(MAP, "a", "a1", "/ra", nowMs);
    assertEquals(
        "{a=[20/0/1024MB *=1!]}",
        ask(strict("a1", 1), strict("/ra", 1), strict(RequestEntry.ANY, 1)).toString());
  }

  @Test
  public void grantsAreCountedByRacksOnceTheseAreKnown() {
    ask(at("a1", 1), at("/ra", 1), at("b1", 3), at("*", 4));
    ledger.granted(MAP, "a", "a2", null, nowMs);
    ledger.granted(MAP, "a", "a3", null, nowMs);
    ledger.resolveLocalities(host -> null);
    assertEquals("in the rack or not", 0, ledger.granted(PlacementLocality.FAR));
    ask(at("/ra", 0), at("*", 2));
    ledger.granted(MAP, "b", "b2", null, nowMs);
    assertEquals("no rack is asked for any more", 1, ledger.granted(PlacementLocality.FAR));
    ledger.resolveLocalities(host -> host.equals("a2") ? "/ra" : null);
    assertEquals("it was asked for then", 1, ledger.granted(PlacementLocality.RACK));
    ledger.resolveLocalities(host -> "/elsewhere");
    ledger.resolveLocalities(host -> "/ra");
    assertEquals("each once", 1, ledger.granted(PlacementLocality.RACK));
    assertEquals(2, ledger.granted(PlacementLocality.FAR));
  }

  @Test
  public void whatMustBeAtAnotherHostFollowsIt() {
    ask(strict("a1", 1), strict(RequestEntry.ANY, 1));
    answerAll();
    assertEquals(
        "{a=[20/0/1024MB a1=0!, 20/0/1024MB *=0!]}",
        ask(strict("a1", 0), strict("b1", 1), strict(RequestEntry.ANY, 1)).toString());
    answerAll();
    assertEquals("{b=[20/0/1024MB b1=1!, 20/0/1024MB *=1!]}", ask().toString());
  }

  private static RequestEntry strict(String name, int count) {
    return RequestEntry.of(MAP, name, count, false);
  }

  @Test
  public void withoutAnyOpenSubClusterAsksWaitAtTheHome() {
    open.clear();
    assertEquals("{a=[20/0/1024MB *=3]}", ask(at("*", 3)).toString());
  }

  @Test
  public void absurdInputIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> at("*", -1));
    assertThrows(IllegalArgumentException.class, () -> load("a", -1, 0));
    assertThrows(IllegalArgumentException.class, () -> load("a", 1, Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> new SplitSettings(Relaxation.TIME, 1, 1.1, 0));
    assertThrows(IllegalArgumentException.class, () -> rules.near(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> rules.near(0, -1));
  }
}
