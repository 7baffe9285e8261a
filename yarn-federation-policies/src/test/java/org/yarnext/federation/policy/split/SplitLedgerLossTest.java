// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** Lost sub-clusters, calls that may not have arrived, and counts by rack. */
public class SplitLedgerLossTest extends SplitLedgerTestBase {
  @Test
  public void requestsLeaveALostSubClusterAndReturn() {
    open.add(load("c", 0, 0.1));
    split(at("b1", 6), at("*", 6));
    answerAll();
    SubClusterLoad b = open.remove(1);
    assertEquals(
        "inversely proportional to load, plus a tenth",
        "{a=[20/0/1024MB *=2], c=[20/0/1024MB *=4]}",
        split().toString());
    assertEquals("c grants one", Grant.EXPECTED, ledger.granted(MAP, "c", "c1", null, nowMs));
    answerAll();
    ledger.requests().answered("c", ledger.requests().calls());
    open.add(b);
    assertEquals(
        "{a=[20/0/1024MB *=0], b=[20/0/1024MB b1=5, 20/0/1024MB *=5], c=[20/0/1024MB *=0]}",
        split().toString());
    assertEquals(5, ledger.requests().outstanding("b"));
  }

  @Test
  public void grantOfALostSubClusterIsAbsorbedOrInExcess() {
    split(at("b1", 2), at("*", 2));
    SubClusterLoad b = open.remove(1);
    split();
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
        split().toString());
  }

  @Test
  public void cancellationTakesNonLocalRequestsFirst() {
    split(at("b1", 4), at("*", 8));
    assertEquals("by headroom", 7, ledger.requests().outstanding("b"));
    answerAll();
    assertEquals("{a=[20/0/1024MB *=0], b=[20/0/1024MB *=4]}", split(at("*", 4)).toString());
    assertEquals(
        "{b=[20/0/1024MB b1=0, 20/0/1024MB *=0]}", split(at("b1", 0), at("*", 0)).toString());
    assertEquals(Long.valueOf(8), ledger.ledger().get("cancelled"));
    assertEquals(Grant.EXCESS, ledger.granted(MAP, "b", "b1", null, nowMs));
  }

  @Test
  public void subClusterOfUnknownStateReceivesAllRequestsAgain() {
    Map<String, List<RequestEntry>> first = split(at("a1", 1), at("b1", 3), at("*", 4));
    ledger.requests().markUnknown("b");
    assertEquals(Collections.singletonMap("b", first.get("b")), split());
  }

  @Test
  public void rackWithAPossiblyLowerCountIsSentAgain() {
    split(strict("a1", 1), strict("/ra", 1), strict(RequestEntry.ANY, 1));
    answerAll();
    ledger.granted(MAP, "a", "a1", null, nowMs);
    assertEquals(
        "its rack was told as many, and has granted one",
        "{a=[20/0/1024MB a1=0!, 20/0/1024MB /ra=1!, 20/0/1024MB a2=1!, 20/0/1024MB *=1!]}",
        split(strict("a1", 0), strict("a2", 1), strict("/ra", 1), strict(RequestEntry.ANY, 1))
            .toString());
    answerAll();
    assertEquals("once", "{}", split(strict("/ra", 1), strict(RequestEntry.ANY, 1)).toString());
  }

  @Test
  public void rackKnownToCountLessIsNotSentAgain() {
    split(strict("a1", 2), strict("/ra", 2), strict(RequestEntry.ANY, 2));
    answerAll();
    ledger.granted(MAP, "a", "a1", "/ra", nowMs);
    assertEquals(
        "{a=[20/0/1024MB *=1!]}",
        split(strict("a1", 1), strict("/ra", 1), strict(RequestEntry.ANY, 1)).toString());
  }

  @Test
  public void grantsAreCountedByRackOnceRacksAreKnown() {
    split(at("a1", 1), at("/ra", 1), at("b1", 3), at("*", 4));
    ledger.granted(MAP, "a", "a2", null, nowMs);
    ledger.granted(MAP, "a", "a3", null, nowMs);
    ledger.resolveLocalities(host -> null);
    assertEquals("in the rack or not", 0, ledger.granted(PlacementLocality.FAR));
    split(at("/ra", 0), at("*", 2));
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
  public void strictRequestFollowsItsHostToAnotherSubCluster() {
    split(strict("a1", 1), strict(RequestEntry.ANY, 1));
    answerAll();
    assertEquals(
        "{a=[20/0/1024MB a1=0!, 20/0/1024MB *=0!]}",
        split(strict("a1", 0), strict("b1", 1), strict(RequestEntry.ANY, 1)).toString());
    answerAll();
    assertEquals("{b=[20/0/1024MB b1=1!, 20/0/1024MB *=1!]}", split().toString());
  }

  private static RequestEntry strict(String name, int count) {
    return RequestEntry.of(MAP, name, count, false);
  }

  @Test
  public void requestsWaitAtHomeWithoutAnOpenSubCluster() {
    open.clear();
    assertEquals("{a=[20/0/1024MB *=3]}", split(at("*", 3)).toString());
  }

  @Test
  public void invalidInputIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> at("*", -1));
    assertThrows(IllegalArgumentException.class, () -> load("a", -1, 0));
    assertThrows(IllegalArgumentException.class, () -> load("a", 1, Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> new SplitSettings(Relaxation.TIME, 1, 1.1, 0));
    assertThrows(IllegalArgumentException.class, () -> rules.near(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> rules.near(0, -1));
  }
}
