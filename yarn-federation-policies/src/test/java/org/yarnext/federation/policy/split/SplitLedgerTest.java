// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** Requests are divided by headroom, load and locality, and kept over restarts. */
public class SplitLedgerTest extends SplitLedgerTestBase {
  @Test
  public void restoredLedgerContinuesWhereTheEarlierOneStopped() {
    split(at("a1", 2), at("b1", 3), at(RequestEntry.ANY, 5));
    ledger.requests().answered("a", ledger.requests().calls());
    ledger.granted(MAP, "a", "a1", null, nowMs);
    Map<RequestKey, Map<String, Integer>> left = ledger.requests().exposed();
    assertEquals("{20/0/1024MB={a=1, b=3}}", left.toString());
    SplitLedger next = new SplitLedger();
    next.restore(left, nowMs);
    assertEquals("nobody has asked it yet", 0, next.requests().outstanding());
    assertEquals(left, next.requests().exposed());
    Map<String, List<RequestEntry>> sent =
        next.split(
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
    sent = next.split(Collections.emptyList(), later, rules);
    assertEquals("{b=[20/0/1024MB b1=3, 20/0/1024MB *=3]}", sent.toString());
  }

  @Test
  public void requestsRestoredAfterARestartAreNotMovedAtOnce() {
    nowMs = 10 * RELAX_MS;
    split(at("a1", 2), at(RequestEntry.ANY, 2));
    SplitLedger next = new SplitLedger();
    next.restore(ledger.requests().exposed(), nowMs);
    open.set(0, load("a", 0, 2));
    SplitView view = SplitView.of(open, "a", SplitLedgerTest::owners, nowMs);
    next.split(Arrays.asList(at("a1", 2), at(RequestEntry.ANY, 2)), view, rules);
    assertEquals(2, next.requests().outstanding("a"));
  }

  @Test
  public void grantedRequestsAreWithdrawnBeforeMoreAreSent() {
    open.remove(1);
    for (int id : new int[] {0, -1}) {
      RequestKey key = RequestKey.of(5, id, "1024MB");
      String format = "{a=[5/" + id + "/1024MB *=%d]}";
      assertEquals(
          String.format(Locale.ROOT, format, 3),
          split(RequestEntry.of(key, RequestEntry.ANY, 3, true)).toString());
      for (int i = 0; i < 3; i++) {
        assertEquals(
            OutstandingRequests.Grant.EXPECTED, ledger.granted(key, "a", "a1", null, nowMs));
      }
      answerAll();
      String over = split(RequestEntry.of(key, RequestEntry.ANY, 0, true)).toString();
      assertEquals(
          "YARN's relayer does not count grants", String.format(Locale.ROOT, format, 0), over);
      assertEquals("once", "{}", split().toString());
      assertEquals("{}", split(RequestEntry.of(key, RequestEntry.ANY, 0, true)).toString());
      assertEquals(
          String.format(Locale.ROOT, format, 4),
          split(RequestEntry.of(key, RequestEntry.ANY, 4, true)).toString());
    }
  }

  @Test
  public void remainingRequestsAreSentAgainOnRestatement() {
    open.remove(1);
    split(at("*", 5));
    ledger.granted(MAP, "a", "a1", null, nowMs);
    ledger.granted(MAP, "a", "a1", null, nowMs);
    answerAll();
    assertEquals("more than half is left", "{}", split(at("*", 3)).toString());
    ledger.granted(MAP, "a", "a1", null, nowMs);
    answerAll();
    assertEquals("not in each call", "{}", split().toString());
    assertEquals("{a=[20/0/1024MB *=2]}", split(at("*", 2)).toString());
    assertEquals("once", "{}", split(at("*", 2)).toString());
  }

  @Test
  public void requestsWithoutLocalityAreDividedByHeadroom() {
    assertEquals("{a=[20/0/1024MB *=2], b=[20/0/1024MB *=6]}", split(at("*", 8)).toString());
    assertTrue("told once", split().isEmpty());
  }

  @Test
  public void requestsWithoutLocalityAreDividedByLoad() {
    rules = new SplitSettings(Relaxation.NONE, 0, 0, 0);
    open.set(0, load("a", 100, 0.9));
    open.set(1, load("b", 0, 0.1));
    assertEquals(
        "five times as loaded with the tenth added",
        "{a=[20/0/1024MB *=2], b=[20/0/1024MB *=10]}",
        split(at("*", 12)).toString());
  }

  @Test
  public void requestsOfOneApplicationKeepThoseOfOthersFromNoSubCluster() {
    rules = new SplitSettings(Relaxation.NONE, 0, 0, 0);
    open.set(0, load("a", 0, 1_000_000));
    open.set(1, load("b", 0, 0.1));
    assertEquals("{a=[20/0/1024MB *=2], b=[20/0/1024MB *=11]}", split(at("*", 13)).toString());
  }

  @Test
  public void subClusterWithoutWeightGetsLocalRequestsOnly() {
    open.set(1, SubClusterLoad.of("b", 0, 300, 0));
    assertEquals("[a]", split(at("*", 8)).keySet().toString());
    assertEquals(
        "{b=[20/0/1024MB b1=2, 20/0/1024MB *=2]}", split(at("b1", 2), at("*", 10)).toString());
  }

  @Test
  public void localRequestsGoToTheOwner() {
    assertEquals(
        "{a=[20/0/1024MB a1=1, 20/0/1024MB /ra=1, 20/0/1024MB *=1],"
            + " b=[20/0/1024MB b1=3, 20/0/1024MB *=3]}",
        split(at("a1", 1), at("/ra", 1), at("b1", 3), at("*", 4)).toString());
  }

  @Test
  public void rackOfSeveralSubClustersIsRequestedInEach() {
    assertEquals(
        "{a=[20/0/1024MB /rab=2, 20/0/1024MB *=2], b=[20/0/1024MB /rab=2, 20/0/1024MB *=2]}",
        split(at("/rab", 4), at("*", 4)).toString());
  }

  @Test
  public void unknownHostIsRequestedAtHome() {
    Map<String, List<RequestEntry>> sent = split(at("x1", 2), at("*", 8));
    assertEquals("[20/0/1024MB x1=2, 20/0/1024MB *=2]", sent.get("a").toString());
    assertEquals("[20/0/1024MB *=6]", sent.get("b").toString());
  }
}
