// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.ask;
import static org.yarnext.mercury.application.Requests.container;
import static org.yarnext.mercury.application.Requests.opportunistic;
import static org.yarnext.mercury.application.Requests.totals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;
import org.yarnext.common.FeatureMode;

/** Mode on divides requests, shadow changes nothing, and quotas limit. */
public class AttemptRequestInterceptorTest extends AttemptInterceptorTestBase {
  @Test
  public void modeOnDividesRequests() {
    use(FeatureMode.ON, "50%-Q");
    register();
    before(any(1, 4), ask(1, "10.0.0.1", 4));
    assertEquals(map("g1", 2, "q1", 2), sent());
    after(container(1, 1, OPPORTUNISTIC), container(2, 1, GUARANTEED));
    before();
    assertTrue(gate.guaranteed().isEmpty());
    assertTrue(gate.opportunistic().isEmpty());
    after(container(3, 1, GUARANTEED));
    before(any(1, 0), ask(1, "10.0.0.1", 0));
    assertEquals(map("g1", 0, "q1", 0), sent());
    assertEquals(1, masters.metrics().opportunisticGranted.value());
    assertEquals(0L, (long) gate.record().ledger().get("queueable"));
    ApplicationAttemptRecordTest.assertBalanced(gate.record().ledger());
  }

  @Test
  public void requestsAreNotKeptBetweenCalls() {
    use(FeatureMode.ON, "50%-Q");
    register();
    List<Runnable> ends = Arrays.asList(this::after, gate::undelivered, gate::refused);
    for (int i = 0; i < ends.size(); i++) {
      before(any(1, 4 + 2 * i));
      assertEquals(map("g1", 2 + i, "q1", 2 + i), sent());
      ends.get(i).run();
      assertEquals(Collections.emptyMap(), sent());
    }
  }

  @Test
  public void shadowModeChangesNothing() {
    use(FeatureMode.SHADOW, "only-Q");
    register();
    List<ResourceRequest> asks = Arrays.asList(any(1, 4), opportunistic(any(2, 1)));
    gate.before(asks, Collections.emptyList(), Collections.emptyList());
    assertSame(asks, gate.guaranteed());
    assertTrue(gate.opportunistic().isEmpty());
    after(container(1, 1, GUARANTEED));
    failing(any(9, 1));
    assertEquals("nothing was changed, so nothing is owed", map("g9", 1), sent());
    after();
    before(any(1, 2));
    assertEquals(map("g1", 2), sent());
  }

  @Test
  public void shadowModeSeparatesOnlyOpportunisticRequests() {
    use(FeatureMode.SHADOW, "only-Q");
    gate = new AttemptRequestInterceptor(masters, Requests.ATTEMPT, true);
    register();
    before(any(1, 4), ask(1, "10.0.0.1", 4), opportunistic(any(2, 3)));
    assertEquals(map("g1", 4), totals(gate.guaranteed()));
    assertTrue("with its places", gate.guaranteed().contains(ask(1, "10.0.0.1", 4)));
    assertEquals("whatever the policy says", map("q2", 3), totals(gate.opportunistic()));
    after(container(1, 1, GUARANTEED), container(2, 2, OPPORTUNISTIC));
    Map<String, Long> ledger = gate.record().ledger();
    assertEquals("the ledger keeps what is asked", 3L, (long) ledger.get("guaranteed"));
    assertEquals(0L, (long) ledger.get("crossed"));
    ApplicationAttemptRecordTest.assertBalanced(ledger);
  }

  @Test
  public void shadowModeQuotaBoundsOnlyLocalPlacements() {
    use(FeatureMode.SHADOW, "only-G", "max=1");
    gate = new AttemptRequestInterceptor(masters, Requests.ATTEMPT, true);
    register();
    before(opportunistic(any(2, 3)));
    assertEquals(map("q2", 1), totals(gate.opportunistic()));
    gate = new AttemptRequestInterceptor(masters, Requests.ATTEMPT, false);
    register();
    List<ResourceRequest> asks = Collections.singletonList(opportunistic(any(2, 3)));
    gate.before(asks, Collections.emptyList(), Collections.emptyList());
    assertSame("where stock places it passes", asks, gate.guaranteed());
  }

  @Test
  public void lateContainersOfEarlierAttemptsCountForTheQuota() {
    use(FeatureMode.ON, "only-Q", "max=2");
    register();
    before();
    AllocateResponse response = Requests.response(Collections.emptyList());
    response.setContainersFromPreviousAttempts(
        Collections.singletonList(container(1, 1, OPPORTUNISTIC)));
    gate.after(response);
    before(any(1, 4));
    assertEquals(map("q1", 1), sent());
    ApplicationAttemptRecordTest.assertBalanced(gate.record().ledger());
  }

  @Test
  public void requestsPassBeforeRegistration() {
    before(any(1, 4));
    assertEquals(map("g1", 4), sent());
    after();
    assertNull(gate.snapshot());
  }
}
