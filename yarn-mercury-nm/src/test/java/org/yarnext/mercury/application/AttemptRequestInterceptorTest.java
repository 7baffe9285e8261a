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
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.ask;
import static org.yarnext.mercury.application.Requests.container;
import static org.yarnext.mercury.application.Requests.opportunistic;
import static org.yarnext.mercury.application.Requests.totals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.GuardSettings;

/** What passes an application's gate, above all when something goes wrong. */
public class AttemptRequestInterceptorTest {
  private AttemptRegistry masters = masters(FeatureMode.ON, "only-Q", "max=0");
  private AttemptRequestInterceptor gate = gate();

  private static AttemptRegistry masters(FeatureMode mode, String policy, String quota) {
    return new AttemptRegistry(
        "Test",
        mode,
        true,
        ApplicationAttemptRecordTest.policies(policy, quota),
        GuardSettings.defaults());
  }

  private AttemptRequestInterceptor gate() {
    return new AttemptRequestInterceptor(masters, Requests.ATTEMPT, masters.mode().acts());
  }

  private void use(FeatureMode mode, String policy) {
    use(mode, policy, "max=0");
  }

  private void use(FeatureMode mode, String policy, String quota) {
    masters.guard().close();
    masters = masters(mode, policy, quota);
    gate = gate();
  }

  @After
  public void close() {
    masters.guard().close();
  }

  private void register() {
    gate.registered(Collections.emptySet(), "root.default", "", null, Collections.emptyList());
  }

  private void before(ResourceRequest... asks) {
    gate.before(Arrays.asList(asks), Collections.emptyList(), Collections.emptyList());
  }

  /** A call that stock takes, and with which the record cannot go on. */
  private void failing(ResourceRequest... asks) {
    gate.before(Arrays.asList(asks), Collections.singletonList(null), Collections.emptyList());
  }

  private void after(Container... granted) {
    gate.after(Requests.response(Arrays.asList(granted)));
  }

  /** What would be outstanding at the schedulers after a call that goes well. */
  private Map<String, Integer> sent() {
    Map<String, Integer> all = new TreeMap<>(totals(gate.guaranteed()));
    all.putAll(totals(gate.opportunistic()));
    return all;
  }

  private static Map<String, Integer> map(Object... kv) {
    Map<String, Integer> map = new TreeMap<>();
    for (int i = 0; i < kv.length; i += 2) {
      map.put((String) kv[i], (Integer) kv[i + 1]);
    }
    return map;
  }

  @Test
  public void onDivides() {
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
    assertEquals(1, masters.journal().opportunisticGranted.value());
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
  public void shadowChangesNothing() {
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
  public void inShadowAGateThatPlacesSeparatesOnlyWhatTheApplicationAsked() {
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
  public void inShadowTheQuotaBoundsWhatIsPlacedHereAndNothingElse() {
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
  public void containersOfEarlierAttemptsThatTurnUpLateCountForTheQuota() {
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
  public void beforeTheMasterRegistersAllPasses() {
    before(any(1, 4));
    assertEquals(map("g1", 4), sent());
    after();
    assertNull(gate.snapshot());
  }

  @Test
  public void aFailureStatesAllAtOnceAndLaterAsksPassUnchanged() {
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
    assertEquals(1, masters.journal().givenUp.value());
    assertNull("nothing to go on with", gate.snapshot());
  }

  @Test
  public void itIsStatedUntilACallGoesWell() {
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
  public void whatFailsForOthersLeavesAnApplicationAlone() {
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
  public void anAskForLessThanNothingPassesAndIsTakenAsNone() {
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
  public void givenUpWhatItAsksAsOpportunisticIsHeldToTheQuotaAllTheSame() {
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
    assertEquals(1, masters.journal().givenUp.value());
    register();
    before(opportunistic(any(3, 5)));
    assertEquals("and for the next ResourceManager", map("q3", 1), sent());
  }

  @Test
  public void givenUpInTheMiddleOfACallItIsStatedInThatCall() {
    register();
    before(any(1, 4));
    assertEquals(map("q1", 4), sent());
    gate.giveUp();
    assertEquals(map("g1", 4), sent());
  }

  @Test
  public void anAskThatSaysNotWhatIsAskedPasses() {
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

  @Test
  public void aPolicyThatCannotBeReadLetsAllPass() {
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

  @Test
  public void registeredAgainItsMasterStatesAllAnew() {
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
  public void whatMayNotHaveArrivedIsSentAgain() {
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
  public void aCancelThatMayNotHaveArrivedIsSentAgain() {
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
  public void aCancelThatWasRefusedCountsWhenItIsAskedAgain() {
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
  public void whatIsDividedAnewAfterARestartTakesBackWhatTheEarlierLifeMayHaveSent() {
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
  public void whatWasRefusedIsNotSentAgainUnlessItIsAskedAgain() {
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
  public void whereNobodyDividesAnyMoreAllIsStatedUntilACallWasRead() {
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
  public void inShadowAsBeforeNothingIsStatedAgain() {
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
  public void givenUpBeforeItIsStatedItIsStatedAllTheSame() {
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
  public void whatIsGivenUpInACallThatWasNotReadIsStatedInTheNextOne() {
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
  public void restoredItKnowsWhatToStateIfItGivesUp() {
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
