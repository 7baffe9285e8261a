// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.ask;
import static org.yarnext.mercury.application.Requests.container;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;
import org.yarnext.common.FeatureMode;

/** Calls that may not have arrived, refusals and restarts. */
public class AttemptRestatementTest extends AttemptInterceptorTestBase {
  @Test
  public void reregistrationReplacesAllRequests() {
    register();
    before(any(1, 4), any(2, 3));
    after();
    register();
    before(any(1, 4));
    assertEquals(map("q1", 4), sent());
    after(container(1, 1, OPPORTUNISTIC));
    failing(any(9, 1));
    assertEquals("what it did not state again is over", map("g1", 3, "g9", 1), sent());
  }

  @Test
  public void undeliveredRequestsAreSentAgain() {
    use(FeatureMode.ON, "50%-Q");
    register();
    before(any(1, 4));
    gate.undelivered();
    before();
    assertEquals(map("g1", 2, "q1", 2), sent());
    after();
    before();
    assertTrue(sent().isEmpty());
  }

  @Test
  public void undeliveredCancellationIsSentAgain() {
    use(FeatureMode.ON, "50%-Q");
    register();
    before(any(1, 4), any(2, 2));
    after();
    before(any(1, 0));
    gate.undelivered();
    before();
    assertEquals(map("g1", 0, "q1", 0, "g2", 1, "q2", 1), sent());
    after();
    before();
    assertTrue(sent().isEmpty());
    ApplicationAttemptRecordTest.assertBalanced(gate.record().ledger());
  }

  @Test
  public void refusedCancellationAppliesWhenItIsRequestedAgain() {
    use(FeatureMode.ON, "50%-Q");
    register();
    before(any(1, 4));
    after();
    before(any(1, 0), any(2, 1_000_000));
    gate.refused();
    before(any(1, 0));
    assertEquals("neither is asked any more", map("g1", 0, "q1", 0, "q2", 0), sent());
  }

  @Test
  public void requestsDividedAfterARestartReplaceEarlierRequests() {
    register();
    gate.restore(gate.snapshot());
    before(any(1, 1));
    assertEquals(map("q1", 1), sent());
    gate.afterUnconfirmed(Requests.response(Collections.emptyList()));
    gate.resumed();
    before();
    assertEquals(map("g1", 0, "q1", 1), sent());
  }

  @Test
  public void refusedRequestsAreSentOnlyIfRequestedAgain() {
    register();
    before(any(1, 4));
    after();
    before(any(2, 1_000_000), any(1, 6));
    gate.refused();
    before();
    assertEquals("who places it may have taken it", map("q1", 4, "q2", 0), sent());
    after();
    before(any(1, 6));
    assertEquals(map("q1", 6), sent());
    ApplicationAttemptRecordTest.assertBalanced(gate.record().ledger());
  }

  @Test
  public void changeToShadowModeRestatesAllUntilACallIsRead() {
    register();
    before(any(1, 4));
    after(container(1, 1, OPPORTUNISTIC));
    Map<String, Object> snapshot = gate.snapshot();
    use(FeatureMode.SHADOW, "only-Q");
    gate.restore(snapshot);
    before(any(2, 1));
    assertEquals(map("g1", 3, "g2", 1), sent());
    gate.afterUnconfirmed(Requests.response(Arrays.asList(container(2, 1, GUARANTEED))));
    before();
    assertEquals(map("g1", 2, "g2", 1), sent());
    after();
    List<ResourceRequest> asks = Collections.singletonList(any(1, 5));
    gate.before(asks, Collections.emptyList(), Collections.emptyList());
    assertSame("all of it known", asks, gate.guaranteed());
    assertFalse("and followed", gate.givenUp());
    ApplicationAttemptRecordTest.assertBalanced(gate.record().ledger());
  }

  @Test
  public void restartWithinShadowModeRestatesNothing() {
    use(FeatureMode.SHADOW, "only-Q");
    register();
    before(any(1, 4));
    after();
    Map<String, Object> snapshot = gate.snapshot();
    gate = gate();
    gate.restore(snapshot);
    before();
    assertTrue(sent().isEmpty());
  }

  @Test
  public void givingUpBeforeTheRestatementStillRestatesAll() {
    register();
    before(any(1, 4));
    after();
    Map<String, Object> snapshot = gate.snapshot();
    use(FeatureMode.SHADOW, "only-Q");
    gate.restore(snapshot);
    failing(any(9, 1));
    assertTrue(gate.givenUp());
    assertEquals(map("g1", 4, "g9", 1), sent());
  }

  @Test
  public void restatementOfAnUnreadCallIsSentInTheNextCall() {
    register();
    before(any(1, 4));
    after();
    failing(any(9, 1));
    gate.afterUnconfirmed(Requests.response(Collections.emptyList()));
    assertFalse(gate.passesAll());
    before();
    assertEquals(map("g1", 4, "g9", 1), sent());
  }

  @Test
  public void restoredAttemptRestatesItsRequestsWhenItGivesUp() {
    use(FeatureMode.ON, "50%-Q");
    register();
    before(any(1, 4), ask(1, "10.0.0.1", 3), opportunistic(any(2, 2)));
    after(container(1, 1, GUARANTEED));
    Map<String, Object> snapshot = gate.snapshot();
    gate = gate();
    gate.restore(snapshot);
    assertFalse(gate.givenUp());
    before();
    assertEquals("the allocator's memory is gone", map("g1", 1, "q1", 2, "q2", 2), sent());
    after(container(2, 1, OPPORTUNISTIC));
    failing(any(9, 1));
    assertEquals(map("g1", 2, "g9", 1, "q2", 2), sent());
  }
}
