// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.yarnext.common.requests.OutstandingRequests.Grant;
import org.yarnext.common.requests.SchedulerReplica.State;

/** Two schedulers, of which a owns host a1 in rack /ra and gets everything but what is moved. */
public class AllocateTransactionTest {
  private static final RequestKey KEY = RequestKey.of(20, 0, "1GB");

  private OutstandingRequests requests = new OutstandingRequests();
  private final Set<String> unreachable = new HashSet<>();
  private final SchedulerSet schedulers =
      new SchedulerSet() {
        @Override
        public Set<String> owners(RequestKey key, String resourceName) {
          return Collections.singleton("a");
        }

        @Override
        public String home() {
          return "a";
        }

        @Override
        public boolean isReachable(String scheduler) {
          return !unreachable.contains(scheduler);
        }
      };

  private AllocateTransaction begin(RequestEntry... entries) {
    return requests.begin(Arrays.asList(entries), schedulers);
  }

  private static RequestEntry at(String resourceName, int count) {
    return RequestEntry.of(KEY, resourceName, count, true);
  }

  private OutstandingRequest request() {
    return requests.get(KEY);
  }

  private void share(String scheduler, int count) {
    SchedulerReplica replica = request().replica(scheduler);
    request().changeShare(replica, count - replica.share());
  }

  private Map<String, List<RequestEntry>> three() {
    AllocateTransaction call = begin(at("a1", 2), at("/ra", 2), at("*", 3));
    share("a", 3);
    Map<String, List<RequestEntry>> sent = call.send();
    call.commit();
    return sent;
  }

  private String next() {
    AllocateTransaction call = begin();
    String sent = call.send().toString();
    call.commit();
    return sent;
  }

  @Test
  public void callsSendOnlyChanges() {
    assertEquals("{a=[20/0/1GB a1=2, 20/0/1GB /ra=2, 20/0/1GB *=3]}", three().toString());
    assertEquals("{}", next());
    AllocateTransaction call = begin(at("a1", 1));
    assertEquals("{a=[20/0/1GB a1=1, 20/0/1GB *=3]}", call.send().toString());
  }

  @Test
  public void onlyALostCallIsSentAgain() {
    three();
    share("a", 1);
    share("b", 2);
    begin().send();
    requests.answered("a", requests.calls());
    AllocateTransaction call = begin();
    assertEquals("{b=[20/0/1GB *=2]}", call.send().toString());
    call.lost();
    assertEquals(State.KNOWN, request().replica("a").state());
    assertEquals(State.UNKNOWN, request().replica("b").state());
    assertEquals("{b=[20/0/1GB *=2]}", next());
    assertEquals("once", "{}", next());
  }

  @Test
  public void lostDecrementAfterAGrantIsSentAgain() {
    three();
    for (int i = 0; i < 3; i++) {
      assertEquals(Grant.EXPECTED, requests.granted(KEY, "a", "a1", "/ra"));
    }
    requests.answered("a", requests.calls());
    AllocateTransaction call = begin();
    assertEquals("{a=[20/0/1GB *=0]}", call.send().toString());
    call.lost();
    assertEquals("{a=[20/0/1GB a1=0, 20/0/1GB /ra=0, 20/0/1GB *=0]}", next());
  }

  @Test
  public void lostCancellationOfAHostIsSentAgain() {
    three();
    AllocateTransaction call = begin(at("a1", 0), at("/ra", 0));
    assertEquals("{a=[20/0/1GB a1=0, 20/0/1GB /ra=0, 20/0/1GB *=3]}", call.send().toString());
    call.lost();
    unreachable.add("a");
    begin().commit();
    unreachable.clear();
    assertEquals("{a=[20/0/1GB a1=0, 20/0/1GB /ra=0, 20/0/1GB *=3]}", next());
    assertEquals("{}", next());
  }

  @Test
  public void requestsCancelledByALostCallMayStillBeGranted() {
    three();
    requests.answered("a", requests.calls());
    share("a", 1);
    share("b", 2);
    AllocateTransaction call = begin();
    assertEquals("{a=[20/0/1GB a1=1, 20/0/1GB /ra=1, 20/0/1GB *=1]}", call.send().toString());
    call.lost();
    requests.answered("a", requests.calls());
    assertEquals(3, requests.all().iterator().next().replica("a").exposed());
    assertEquals("{a=[20/0/1GB a1=1, 20/0/1GB /ra=1, 20/0/1GB *=1]}", next());
    requests.answered("a", requests.calls());
    assertEquals("{b=[20/0/1GB *=2]}", next());
  }

  @Test
  public void hostCountDropsOnlyWithItsRack() {
    AllocateTransaction call = begin(at("a1", 2), at("/ra", 1), at("*", 3));
    share("a", 3);
    call.send();
    call.commit();
    requests.granted(KEY, "a", "a2", "/ra");
    requests.granted(KEY, "a", "a1", "/ra");
    assertEquals(
        "the second was no longer in a requested rack, so a1 still counts two",
        "{a=[20/0/1GB a1=1, 20/0/1GB *=1]}",
        next());
  }

  @Test
  public void callEndsOnce() {
    AllocateTransaction call = begin(at("*", 1));
    share("a", 1);
    call.send();
    call.commit();
    assertThrows(IllegalStateException.class, call::lost);
    assertThrows(IllegalStateException.class, call::commit);
  }

  @Test
  public void decrementsAreSentBeforeIncrements() {
    three();
    share("a", 0);
    share("b", 3);
    assertEquals("{a=[20/0/1GB a1=0, 20/0/1GB /ra=0, 20/0/1GB *=0]}", next());
    assertEquals("a may still grant three", "{}", next());
    assertEquals(Grant.ABSORBED, requests.granted(KEY, "a", "a1", "/ra"));
    share("b", 2);
    requests.answered("a", requests.calls());
    assertEquals("{b=[20/0/1GB *=2]}", next());
  }

  @Test
  public void grantsOfADroppedSchedulerAreExcess() {
    three();
    unreachable.add("a");
    share("a", 0);
    share("b", 3);
    assertEquals("{a=[20/0/1GB a1=0, 20/0/1GB /ra=0, 20/0/1GB *=0], b=[20/0/1GB *=3]}", next());
    for (int i = 0; i < 3; i++) {
      requests.granted(KEY, "b", "b1", null);
    }
    assertEquals(Grant.EXCESS, requests.granted(KEY, "a", "a1", "/ra"));
    assertEquals(
        "{asked=3, granted=3, cancelled=0, outstanding=0, absorbed=0, excess=1}",
        requests.counts().toString());
  }

  @Test
  public void locationsAreCancelled() {
    three();
    assertEquals(
        "{a=[20/0/1GB a1=0, 20/0/1GB /ra=0, 20/0/1GB *=0]}", requests.withdrawals().toString());
    requests.granted(KEY, "a", "a1", "/ra");
    requests.granted(KEY, "a", "a1", "/ra");
    assertEquals("{a=[20/0/1GB *=0]}", requests.withdrawals().toString());
  }

  private void assertTotal(int total) {
    assertEquals(total, request().total());
    assertEquals(total, request().shares());
    Map<String, Long> counts = requests.counts();
    assertEquals(
        (long) counts.get("asked"),
        counts.get("granted") + counts.get("cancelled") + counts.get("outstanding"));
  }

  @Test
  public void requestsOfARejectedCallAreUndone() {
    three();
    AllocateTransaction call = begin(at("a2", 4), at("*", 7));
    share("a", 7);
    assertEquals("{a=[20/0/1GB a2=4, 20/0/1GB *=7]}", call.send().toString());
    call.reject("a");
    assertTotal(3);
    assertEquals("a has read nothing of it", "{}", next());
    requests.markUnknown("a");
    assertEquals(
        "and is told nothing of it", "{a=[20/0/1GB a1=2, 20/0/1GB /ra=2, 20/0/1GB *=3]}", next());
  }

  @Test
  public void rejectedKeyIsForgotten() {
    AllocateTransaction call = begin(at("a1", 2), at("*", 2));
    share("a", 2);
    call.send();
    call.reject("a");
    assertEquals(Collections.emptyList(), new ArrayList<>(requests.all()));
  }

  /** Otherwise a master that states many hosts in calls that are refused keeps a thread busy. */
  @Test(timeout = 60_000)
  public void timeToRejectIsLinearInTheHosts() {
    RequestEntry[] entries = new RequestEntry[600_000];
    for (int i = 1; i < entries.length; i++) {
      entries[i] = at("a" + i, 1);
    }
    entries[0] = at("*", entries.length - 1);
    AllocateTransaction call = begin(entries);
    share("a", entries.length - 1);
    call.send();
    call.reject("a");
    assertEquals(Collections.emptyList(), new ArrayList<>(requests.all()));
  }

  @Test
  public void rejectedCallMayHaveReachedAnotherScheduler() {
    AllocateTransaction call = begin(at("*", 3));
    share("a", 1);
    share("b", 2);
    call.send();
    call.reject("a");
    assertTotal(0);
    assertEquals("{b=[20/0/1GB *=0]}", next());
  }

  @Test
  public void cancellationOfARejectedCallIsUndone() {
    AllocateTransaction call = begin(at("*", 2));
    share("a", 2);
    request().replica("a").setLimit(0);
    assertEquals("held back", "{}", call.send().toString());
    call.commit();
    call = begin(at("*", 0));
    share("a", 0);
    call.send();
    call.reject("a");
    assertTotal(2);
  }

  @Test
  public void limitHoldsBackPartOfAShare() {
    AllocateTransaction call = begin(at("*", 3));
    share("a", 3);
    request().replica("a").setLimit(2);
    assertEquals("{a=[20/0/1GB *=2]}", call.send().toString());
    call.commit();
    assertTotal(3);
    request().replica("a").setLimit(1);
    assertEquals("{a=[20/0/1GB *=1]}", next());
    request().replica("a").setLimit(5);
    requests.answered("a", requests.calls());
    assertEquals("{a=[20/0/1GB *=3]}", next());
  }

  @Test
  public void schedulerThatDropsKeysIsSentTheTotalFirst() {
    requests = new OutstandingRequests(Collections.singleton("a"), true);
    AllocateTransaction call = begin(at("a1", 2), at("*", 3));
    share("a", 3);
    request().replica("a").setLimit(2);
    assertEquals("{a=[20/0/1GB *=2, 20/0/1GB a1=2]}", call.send().toString());
    call.commit();
    requests.granted(KEY, "a", "a9", null);
    requests.granted(KEY, "a", "a9", null);
    assertEquals(State.EMPTY, request().replica("a").state());
    assertEquals("{a=[20/0/1GB *=1, 20/0/1GB a1=1]}", next());
  }

  @Test
  public void reregisteredApplicationStatesAllRequests() {
    three();
    begin(RequestEntry.of(RequestKey.of(1, 0, "2GB"), "*", 2, true)).commit();
    requests.restart();
    AllocateTransaction call = begin(at("*", 2));
    share("a", 2);
    OutstandingRequest other = requests.get(RequestKey.of(1, 0, "2GB"));
    assertEquals("what it leaves out is over", 0, other.total());
    assertEquals("without the hosts of before", "{a=[20/0/1GB *=2]}", call.send().toString());
    assertTotal(2);
  }

  /** AppSchedulingInfo does the same. */
  @Test
  public void totalOfZeroEndsAllHosts() {
    AllocateTransaction call = begin(at("a1", 1), at("a2", 1), at("*", 2));
    share("a", 1);
    share("b", 1);
    call.send();
    call.commit();
    assertEquals(Grant.EXPECTED, requests.granted(KEY, "a", "x", "/rx"));
    begin(at("a1", 0)).commit();
    assertEquals("{a=[20/0/1GB a1=0, 20/0/1GB a2=0, 20/0/1GB *=0]}", next());
  }

  @Test
  public void statedRequestsSurviveTheDivision() {
    three();
    share("a", 1);
    share("b", 2);
    next();
    begin(RequestEntry.of(RequestKey.of(1, 0, "2GB"), "*", 0, true)).commit();
    assertEquals(
        "what is over comes first",
        "[1/0/2GB *=0, 20/0/1GB /ra=2, 20/0/1GB a1=2, 20/0/1GB *=3]",
        requests.stated().toString());
    requests.granted(KEY, "b", "a1", "/ra");
    assertEquals(
        "[1/0/2GB *=0, 20/0/1GB /ra=1, 20/0/1GB a1=1, 20/0/1GB *=2]", requests.stated().toString());
  }
}
