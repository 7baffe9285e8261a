// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;

public class WaitingDemandPolicyTest {
  private static final long TOTAL = 1000;

  private final WaitingDemandPolicy policy = new WaitingDemandPolicy(25, 40);

  @Test
  public void othersWaitIfTheyNeedAllRoomThatIsFree() {
    assertTrue(policy.waits(100, TOTAL, () -> 100));
    assertFalse("room is left beside them", policy.waits(100, TOTAL, () -> 99));
    assertTrue("the cluster is full", policy.waits(0, TOTAL, () -> 1));
    assertFalse("nobody waits", policy.waits(0, TOTAL, () -> 0));
  }

  @Test
  public void muchFreeRoomIsRoomThatTheyCannotUse() {
    assertTrue(policy.waits(249, TOTAL, () -> 10_000));
    assertFalse(policy.waits(250, TOTAL, () -> 10_000));
    assertFalse("switched off", new WaitingDemandPolicy(0, 40).waits(0, TOTAL, () -> 10_000));
  }

  @Test
  public void freeMemoryIsWhatRequestsAndReserveLeave() {
    assertEquals(1000 - 300 - 200 - 400, policy.freeMb(300, TOTAL, 200));
    assertEquals(-50, policy.freeMb(600, TOTAL, 50));
    assertEquals(-1, new WaitingDemandPolicy(25, 100).freeMb(1, TOTAL, 0));
  }

  private boolean waits;
  private final HybridLedger ledger = new HybridLedger();
  private final RequestSplitter splitter =
      new RequestSplitter(
          new HybridSplit(
              HybridPolicy.parse("shorter-than(10s)"),
              p -> RunTimeStatistics.declared(1_000),
              () -> true),
          Collections.singletonList(SplitLimits.waitingDemand(() -> waits)),
          true);

  private Map<String, List<RequestEntry>> call(RequestEntry... asks) {
    ledger.begin(Arrays.asList(asks));
    Map<String, List<RequestEntry>> sent = ledger.divide(splitter, () -> Integer.MAX_VALUE);
    ledger.commit();
    return sent;
  }

  private static RequestEntry ask() {
    return HybridLedgerTestBase.ask(RequestEntry.ANY, 10);
  }

  private void assertOutstanding(int guaranteed, int opportunistic) {
    assertEquals(guaranteed, ledger.guaranteed());
    assertEquals(opportunistic, ledger.queueable());
  }

  @Test
  public void requestsBecomeOpportunisticOnceNobodyWaits() {
    waits = true;
    call(ask());
    assertOutstanding(10, 0);
    assertEquals(RequestReason.REQUEST_DEMAND_WAITS, ledger.decisions().get(0).reason());
    waits = false;
    call();
    assertOutstanding(0, 10);
    assertEquals("decided once", 1, ledger.decisions().size());
  }

  @Test
  public void whatIsNotGrantedBecomesGuaranteedWhenOthersBeginToWait() {
    call(ask());
    assertOutstanding(0, 10);
    waits = true;
    ledger.postpone((key, n) -> true);
    Map<String, List<RequestEntry>> sent = call();
    assertOutstanding(10, 0);
    assertEquals(0, sent.get(HybridLedger.OPPORTUNISTIC).get(0).count());
    assertEquals("not while the other may grant them", 1, sent.size());
    ledger.postpone((key, n) -> true);
    sent = call();
    assertEquals(10, sent.get(HybridLedger.GUARANTEED).get(0).count());
    ledger.postpone((key, n) -> true);
    assertEquals("sent once", Collections.emptyMap(), call());
    waits = false;
    call();
    assertOutstanding(0, 10);
  }

  @Test
  public void insuredContainersStayGuaranteed() {
    waits = true;
    RequestSplitter insured =
        new RequestSplitter(
            new HybridSplit(
                HybridPolicy.parse("shorter-than(10s)"),
                p -> RunTimeStatistics.declared(1_000),
                () -> true),
            Arrays.asList(
                (key, n, isNew) ->
                    isNew ? Decision.of(n - 3, RequestReason.REQUEST_LOST_BEFORE) : null,
                SplitLimits.waitingDemand(() -> waits)),
            true);
    ledger.begin(Collections.singletonList(ask()));
    ledger.divide(insured, () -> Integer.MAX_VALUE);
    ledger.commit();
    waits = false;
    ledger.begin(Collections.emptyList());
    ledger.divide(insured, () -> Integer.MAX_VALUE);
    ledger.commit();
    assertOutstanding(3, 7);
  }

  private static final RequestKey KEY = RequestKey.of(0, 0, "10");

  private final FreeMemoryLimit free = new FreeMemoryLimit(key -> 10);

  private int opportunistic(int containers, boolean isNew) {
    Decision<Integer> d = free.limit(KEY, containers, isNew);
    return d == null ? containers : d.value();
  }

  @Test
  public void containersAreGuaranteedWhileMemoryIsFree() {
    RequestSplitter beyond =
        new RequestSplitter(
            new HybridSplit(HybridPolicy.parse("beyond(2)"), p -> null, () -> true),
            Arrays.asList(SplitLimits.base(2, ledger::guaranteed), free),
            true);
    free.begin(39, 0);
    ledger.begin(Collections.singletonList(ask()));
    ledger.divide(beyond, () -> Integer.MAX_VALUE);
    ledger.commit();
    assertOutstanding(5, 5);
    assertEquals(
        "[REQUEST_MEMORY_FREE{percent=100, freeMb=39, kept=3,"
            + " others=REQUEST_ALL_OPPORTUNISTIC, new=10, opportunistic=5, undecided=3}]",
        ledger.decisions().toString());
    // The scheduler knows of the three, and of fifteen units that others wait for.
    free.begin(39 - 30 - 15, 1_000);
    ledger.begin(Collections.emptyList());
    ledger.divide(beyond, () -> Integer.MAX_VALUE);
    ledger.commit();
    assertOutstanding(4, 6);
    free.begin(-20, 2_000);
    ledger.begin(Collections.emptyList());
    ledger.divide(beyond, () -> Integer.MAX_VALUE);
    ledger.commit();
    assertOutstanding(2, 8);
    free.begin(1_000, 3_000);
    ledger.begin(Collections.emptyList());
    ledger.divide(beyond, () -> Integer.MAX_VALUE);
    ledger.commit();
    assertOutstanding(2, 8);
    assertEquals(Collections.emptyList(), ledger.decisions());
  }

  private Map<String, List<RequestEntry>> callBeyondTwo(
      long freeMb, boolean othersWait, long nowMs, RequestEntry... asks) {
    RequestSplitter beyond =
        new RequestSplitter(
            new HybridSplit(HybridPolicy.parse("beyond(2)"), p -> null, () -> true),
            Arrays.asList(SplitLimits.base(2, ledger::guaranteed), free),
            true);
    free.begin(freeMb, nowMs);
    free.hold(othersWait, false, nowMs);
    ledger.postpone(free::postpones);
    ledger.begin(Arrays.asList(asks));
    Map<String, List<RequestEntry>> sent = ledger.divide(beyond, () -> Integer.MAX_VALUE);
    ledger.commit();
    return sent;
  }

  @Test
  public void opportunisticContainersAreHeldBackUntilNobodyHasWaitedForAWhile() {
    assertFalse(callBeyondTwo(-5, true, 1_000, ask()).containsKey(HybridLedger.OPPORTUNISTIC));
    assertOutstanding(2, 8);
    assertEquals(8, ledger.held());
    long endMs = 2_000 + FreeMemoryLimit.HOLD_MS;
    callBeyondTwo(-5, true, 2_000);
    assertEquals(Collections.emptyMap(), callBeyondTwo(5, false, endMs - 1));
    List<RequestEntry> sent = callBeyondTwo(5, false, endMs).get(HybridLedger.OPPORTUNISTIC);
    assertEquals(8, sent.get(0).count());
    sent = callBeyondTwo(5, true, endMs + 1).get(HybridLedger.OPPORTUNISTIC);
    assertEquals("others wait again", 0, sent.get(0).count());
    assertOutstanding(2, 8);
  }

  @Test
  public void heldBackContainersBecomeGuaranteedOnceMemoryIsFree() {
    callBeyondTwo(-5, true, 0, ask());
    callBeyondTwo(25, false, 1_000);
    assertOutstanding(4, 6);
    callBeyondTwo(25 - 20, false, 2_000);
    assertOutstanding(4, 6);
    callBeyondTwo(10, false, 3_000, HybridLedgerTestBase.ask(RequestEntry.ANY, 12));
    assertOutstanding(5, 7);
    callBeyondTwo(-10, true, 4_000);
    assertOutstanding(4, 8);
  }

  @Test
  public void ownOpportunisticRequestsAreNotHeldBack() {
    RequestEntry own =
        RequestEntry.of(RequestKeys.key(1, 0, "10", true), RequestEntry.ANY, 3, true);
    List<RequestEntry> sent =
        callBeyondTwo(-5, true, 0, ask(), own).get(HybridLedger.OPPORTUNISTIC);
    assertEquals(Collections.singletonList(own), sent);
  }

  @Test
  public void othersThatCannotUseWhatIsFreeHoldNothingBackForLong() {
    long now = 5_000;
    free.hold(true, false, now);
    assertTrue(free.holdsDivided());
    now += FreeMemoryLimit.HOLD_MS - 1;
    free.hold(true, false, now);
    free.hold(true, false, now + 1);
    assertTrue("waited a moment ago", free.holdsDivided());
    free.hold(true, false, now + FreeMemoryLimit.HOLD_MS);
    assertFalse("they have waited for long", free.holdsDivided());
    free.hold(true, true, now + FreeMemoryLimit.HOLD_MS);
    assertTrue("they need all that is free", free.holdsDivided());
    now += 3 * FreeMemoryLimit.HOLD_MS;
    free.hold(false, false, now);
    assertFalse(free.holdsDivided());
    free.hold(true, false, now);
    assertTrue("they began to wait again", free.holdsDivided());
  }

  @Test
  public void requestsThatTheSchedulerDoesNotGrantBecomeOpportunistic() {
    long now = 5_000;
    long pauseMs = FreeMemoryLimit.MIN_PAUSE_MS;
    for (int round = 0; round < 10; round++) {
      free.begin(100, now);
      assertEquals("round " + round, 0, opportunistic(3, true));
      now += FreeMemoryLimit.PATIENCE_MS;
      free.begin(70, now);
      assertEquals(0, opportunistic(3, false));
      free.begin(70, ++now);
      assertEquals("waited in vain", 3, opportunistic(3, false));
      free.begin(100, now + pauseMs - 1);
      assertEquals("paused", 1, opportunistic(1, true));
      now += pauseMs;
      pauseMs = Math.min(2 * pauseMs, FreeMemoryLimit.MAX_PAUSE_MS);
    }
    free.begin(100, now);
    assertEquals(0, opportunistic(3, true));
    free.granted(now + FreeMemoryLimit.PATIENCE_MS);
    free.begin(70, now + 2 * FreeMemoryLimit.PATIENCE_MS);
    assertEquals("one was granted", 0, opportunistic(2, false));
  }

  @Test
  public void unknownMemoryKeepsNothingGuaranteed() {
    assertEquals(5, opportunistic(5, true));
    free.begin(FreeMemoryLimit.NONE, 0);
    assertEquals(5, opportunistic(5, false));
  }

  /** Random requests of an application and of others in a cluster that grants some of them. */
  @Test
  public void keptContainersLeaveTheReserveAndAllThatWaits() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      FreeMemoryLimit limit = new FreeMemoryLimit(key -> Long.parseLong(key.kind()));
      long total = 100 + random.nextInt(2_000);
      WaitingDemandPolicy reserve = new WaitingDemandPolicy(0, random.nextInt(101));
      long left = reserve.freeMb(0, total, 0);
      RequestKey[] keys = new RequestKey[3];
      int[] kept = new int[keys.length];
      for (int k = 0; k < keys.length; k++) {
        keys[k] = RequestKey.of(k, 0, String.valueOf(1 + random.nextInt(60)));
      }
      long allocated = 0;
      long others = 0;
      for (int call = 0; call < 60; call++) {
        long own = 0;
        for (int k = 0; k < keys.length; k++) {
          int granted = random.nextInt(kept[k] + 1);
          kept[k] -= granted;
          allocated += granted * Long.parseLong(keys[k].kind());
          own += kept[k] * Long.parseLong(keys[k].kind());
        }
        allocated -= allocated == 0 ? 0 : random.nextInt((int) allocated) / 3;
        others = random.nextInt(3) == 0 ? random.nextInt((int) total) : others / 2;
        limit.begin(reserve.freeMb(allocated, total, own + others), 0);
        long used = allocated + others;
        boolean isTight = true;
        for (int k = 0; k < keys.length; k++) {
          int postponed = random.nextInt(4);
          boolean isPostponed = postponed > 0 && limit.postpones(keys[k], postponed);
          int waiting = kept[k] + (isPostponed ? postponed : 0);
          kept[k] = waiting == 0 ? 0 : waiting - value(limit, keys[k], waiting, false);
          isTight &= kept[k] == 0;
        }
        for (int k = 0; k < keys.length; k++) {
          used += kept[k] * Long.parseLong(keys[k].kind());
        }
        assertTrue("seed " + seed + ", call " + call, isTight || used <= left);
        int k = random.nextInt(keys.length);
        long each = Long.parseLong(keys[k].kind());
        int more = 1 + random.nextInt(10);
        int now = more - value(limit, keys[k], more, true);
        assertTrue(now == 0 || used + now * each <= left);
        assertTrue("one more would fit", now == more || used + (now + 1) * each > left);
        kept[k] += now;
      }
    }
  }

  private static int value(FreeMemoryLimit limit, RequestKey key, int n, boolean isNew) {
    Decision<Integer> d = limit.limit(key, n, isNew);
    int value = d == null ? n : d.value();
    assertTrue(value >= 0 && value <= n);
    return value;
  }
}
