// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.ask;
import static org.yarnext.mercury.application.Requests.container;
import static org.yarnext.mercury.application.Requests.opportunistic;
import static org.yarnext.mercury.application.Requests.totals;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.GuardSettings;

/** Failures: all is stated as the master asked it. */
public class AttemptFailureTest extends AttemptInterceptorTestBase {
  @Test
  public void failureRestatesAllOnceAndLaterRequestsPassUnchanged() {
    register();
    before(any(1, 4), ask(1, "10.0.0.1", 2));
    after(container(1, 1, OPPORTUNISTIC));
    before(any(2, 2), opportunistic(any(3, 1)));
    assertEquals(map("q2", 2, "q3", 1), sent());
    after();
    failing(any(2, 5), any(9, 1));
    assertTrue(gate.givenUp());
    assertTrue("nothing to place any more", gate.opportunistic().isEmpty());
    assertEquals(map("g1", 3, "g2", 5, "g9", 1, "q3", 1), sent());
    assertTrue("places too", gate.guaranteed().contains(ask(1, "10.0.0.1", 1)));
    after(container(2, 2, GUARANTEED));
    before(any(1, 7));
    assertEquals(Collections.singletonList(any(1, 7)), gate.guaranteed());
    assertTrue(gate.opportunistic().isEmpty());
    assertEquals(1, masters.metrics().givenUp.value());
    assertNull("nothing to go on with", gate.snapshot());
  }

  @Test
  public void restatementIsRepeatedUntilACallSucceeds() {
    register();
    before(any(1, 4));
    after();
    failing(any(9, 1));
    gate.undelivered();
    before(any(2, 1));
    assertEquals(map("g1", 4, "g2", 1, "g9", 1), sent());
    gate.refused();
    before();
    assertEquals("what was refused counts no more", map("g1", 4, "g9", 1), sent());
    after();
    assertTrue(gate.passesAll());
    before();
    assertTrue(gate.guaranteed().isEmpty());
  }

  @Test
  public void failuresOfOtherAttemptsDoNotAffectTheAttempt() {
    register();
    before(any(1, 4));
    after(container(1, 1, OPPORTUNISTIC));
    for (int i = 0; i < 100; i++) {
      masters.guard().recordFailure("test", new IllegalStateException("broken"));
    }
    before(any(2, 1));
    assertEquals(map("q2", 1), sent());
    assertFalse(gate.givenUp());
  }

  @Test
  public void negativeRequestPassesAndCountsAsZero() {
    use(FeatureMode.ON, "50%-Q", "max=3");
    register();
    before(any(1, 4), opportunistic(any(3, 5)));
    assertEquals(map("g1", 2, "q3", 3), sent());
    after();
    ResourceRequest odd = any(1, -1);
    before(odd, any(2, 2), opportunistic(any(3, -7)));
    assertFalse(gate.givenUp());
    List<ResourceRequest> passed = gate.guaranteed();
    assertTrue(passed.toString(), passed.indexOf(odd) > passed.indexOf(any(1, 0)));
    assertEquals("as it came", map("g1", -1, "g2", 1, "q3", -7), totals(passed));
    assertEquals(map("q2", 1, "q3", 0), totals(gate.opportunistic()));
    after();
    before(any(1, 2));
    assertEquals(map("g1", 1, "q1", 1), sent());
    ApplicationAttemptRecordTest.assertBalanced(gate.record().ledger());
  }

  @Test
  public void quotaStillBoundsOpportunisticRequestsAfterGivingUp() {
    use(FeatureMode.ON, "only-Q", "max=2");
    register();
    before(any(1, 1), opportunistic(any(3, 5)));
    assertEquals(map("q3", 2), sent());
    after(container(1, 3, OPPORTUNISTIC));
    failing(any(2, 1));
    assertTrue(gate.givenUp());
    assertEquals(map("g1", 1, "g2", 1, "q3", 1), sent());
    gate.refused();
    before();
    assertEquals("until a call goes well", map("g1", 1, "q3", 1), sent());
    after(container(2, 3, OPPORTUNISTIC));
    before(any(2, 7));
    assertEquals("no more than the quota", map("g2", 7), sent());
    after();
    before();
    assertTrue("nothing has changed", sent().isEmpty());
    AllocateResponse response = Requests.response(Collections.emptyList());
    response.setCompletedContainersStatuses(
        Collections.singletonList(
            ContainerStatus.newInstance(
                container(1, 3, OPPORTUNISTIC).getId(), ContainerState.COMPLETE, "", 0)));
    gate.after(response);
    before();
    assertEquals("there is room again", map("q3", 1), sent());
    after();
    before();
    gate.undelivered();
    before();
    assertEquals("said again", map("q3", 1), sent());
    after();
    before(opportunistic(any(4, 1_000_000)));
    gate.refused();
    before(opportunistic(any(4, 2)));
    after();
    assertEquals(1, masters.metrics().givenUp.value());
    register();
    before(opportunistic(any(3, 5)));
    assertEquals("and for the next ResourceManager", map("q3", 1), sent());
  }

  @Test
  public void givingUpDuringACallRestatesInThatCall() {
    register();
    before(any(1, 4));
    assertEquals(map("q1", 4), sent());
    gate.giveUp();
    assertEquals(map("g1", 4), sent());
  }

  @Test
  public void requestWithoutPriorityPassesUnchanged() {
    register();
    before(any(1, 4));
    after();
    ResourceRequest odd = any(2, 1);
    odd.setPriority(null);
    before(odd, any(3, 1));
    assertFalse(gate.givenUp());
    assertEquals(1, gate.guaranteed().size());
    assertSame(odd, gate.guaranteed().get(0));
    assertEquals(map("q3", 1), totals(gate.opportunistic()));
    gate.giveUp();
    List<ResourceRequest> all = gate.guaranteed();
    assertSame(odd, all.remove(all.size() - 1));
    assertEquals(map("g1", 4, "g3", 1), totals(all));
  }

  /** Another version of Hadoop may lack a method; stock must get the call all the same. */
  @Test
  public void linkageErrorLeavesAllRequestsToStock() {
    register();
    before(any(1, 4));
    after();
    ResourceRequest odd = spy(any(2, 1));
    doThrow(new NoSuchMethodError("getPriority")).when(odd).getPriority();
    before(odd);
    assertTrue(gate.givenUp());
    List<ResourceRequest> all = gate.guaranteed();
    assertSame(odd, all.remove(all.size() - 1));
    assertEquals(map("g1", 4), totals(all));
  }

  @Test
  public void invalidPolicyPassesAllRequests() {
    masters.guard().close();
    masters = new AttemptRegistry("Test", FeatureMode.ON, true, null, GuardSettings.defaults());
    gate = gate();
    register();
    before(any(1, 4));
    assertEquals(map("g1", 4), sent());
    after();
    before(any(1, 2));
    assertEquals(map("g1", 2), sent());
  }
}
