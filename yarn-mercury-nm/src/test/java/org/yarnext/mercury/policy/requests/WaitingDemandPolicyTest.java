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
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;

public class WaitingDemandPolicyTest {
  private static final long TOTAL = 1000;

  private final WaitingDemandPolicy policy = new WaitingDemandPolicy(25);

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
    assertFalse("switched off", new WaitingDemandPolicy(0).waits(0, TOTAL, () -> 10_000));
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
    ledger.postpone();
    Map<String, List<RequestEntry>> sent = call();
    assertOutstanding(10, 0);
    assertEquals(0, sent.get(HybridLedger.OPPORTUNISTIC).get(0).count());
    assertEquals("not while the other may grant them", 1, sent.size());
    ledger.postpone();
    sent = call();
    assertEquals(10, sent.get(HybridLedger.GUARANTEED).get(0).count());
    ledger.postpone();
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
}
