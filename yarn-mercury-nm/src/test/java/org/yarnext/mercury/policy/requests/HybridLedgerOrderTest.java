// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/** Quotas, urgency and the application's own opportunistic requests. */
public class HybridLedgerOrderTest extends HybridLedgerTestBase {
  @Test
  public void grantOfARoundedSizeMatchesTheSameSchedulerKey() {
    send(1, ask(ANY, 2));
    RequestKey rounded = RequestKey.of(KEY.priority(), KEY.allocationRequestId(), "2048");
    assertTrue(ledger.granted(rounded, false, "h1"));
    assertTrue(ledger.granted(rounded, true, "h1"));
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
