// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.ElasticReason;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangAdmissionDecisions;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.policy.split.SplitReason;
import org.yarnext.mercury.policy.container.LiveContainerTracker;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.placement.PlacementReason;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.CurrentAllocation;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.actuation.PlannedAllocation;
import org.yarnext.orchestrator.policy.balance.BalanceReason;

/** The features' own policies decide, and their decisions are put into words. */
public class SituationSummaryTest {
  private static final String APPLICATION = "application_1700000000000_0042";
  private static final String ATTEMPT = "appattempt_1700000000000_0042_000001";
  private static final String CONTAINER = "container_1700000000000_0042_01_000003";
  private static final String OTHER = "container_1700000000000_0042_01_000007";

  private final List<TimelineEntry> decisions = new ArrayList<>();

  private void decided(String subject, Decision<?> decision) {
    decided(subject, true, decision);
  }

  private void decided(String subject, boolean isApplied, Decision<?> decision) {
    decisions.add(
        TimelineEntry.decision(
            "ResourceManager rm1:8088",
            "SomeDecisions",
            1_700_000_000_000L + decisions.size(),
            subject,
            decision.reason().code(),
            decision.reason().text(),
            isApplied,
            decision.inputs()));
  }

  private String summary(String id) {
    StringBuilder text = new StringBuilder();
    for (SituationSummary.Line line : SituationSummary.of(decisions, QueryId.parse(id))) {
      text.append(line.about()).append(": ").append(line.text()).append('\n');
    }
    return text.toString();
  }

  private String summary() {
    return summary(APPLICATION);
  }

  private static GangQuotas quotas() {
    QueueTree.Builder queues = QueueTree.builder();
    queues.add(0, "a", 1);
    return GangQuotas.of(queues.build(), Collections.singletonMap("root.a", 100L));
  }

  /** Decides about this gang while another one of 60 of the 100 MB of root.a runs. */
  private void gang(PendingGang... pending) {
    GangQuotas quotas = quotas();
    AdmittedGangRegistry registry =
        AdmittedGangRegistry.of(
            AdmittedGangRegistry.UNWRITTEN,
            Collections.singletonMap("x", AdmittedGang.of("root.a", 60, "router", 0, true, false)),
            Collections.emptyMap(),
            Collections.emptySet());
    GangAdmissionDecisions plan =
        new GangAdmissionPolicy(0).plan(Arrays.asList(pending), registry, quotas).value();
    GangAdmissionDecisions.Place place = plan.waiting().get(APPLICATION);
    decided(
        APPLICATION,
        place.describe(
            Decision.of(true, place.reason())
                .with("queue", "root.a")
                .with("containers", 17)
                .with("amountMb", 50)));
  }

  @Test
  public void waitingGangHasItsPlaceAndWhatItWaitsFor() {
    gang(PendingGang.of(APPLICATION, "root.a", 17, 50, 1));
    assertEquals(
        "gang: The gang of 17 containers, 50 MB together, is number 1 in root.a. It waits for the"
            + " quota of root.a: 60 MB of 100 MB are taken. It starts once running gangs there"
            + " end.\n",
        summary());
  }

  @Test
  public void gangBehindAnEarlierOneSaysSo() {
    gang(
        PendingGang.of("first", "root.a", 1, 45, 1),
        PendingGang.of(APPLICATION, "root.a", 17, 30, 2));
    assertEquals(
        "gang: The gang of 17 containers, 50 MB together, is number 2 in root.a. It fits, but an"
            + " earlier gang waits for the quota of root.a and starts first.\n",
        summary());
  }

  @Test
  public void gangThatStartedOrNeverFitsIsSaid() {
    GangQuotas quotas = quotas();
    PendingGang large = PendingGang.of(APPLICATION, "root.a", 17, 170, 1);
    decided(APPLICATION, new GangAdmissionPolicy(0).accept(large, quotas));
    assertEquals(
        "gang: The gang of 17 containers, 170 MB together, can never start: the smallest quota of"
            + " root.a and its parents is 100 MB. Declare less, or have the quota raised (yarnext"
            + " federation quotas).\n",
        summary());
    decided(APPLICATION, Decision.of(true, GangReason.GANG_STARTED));
    assertEquals("", summary());
    decided(APPLICATION, Decision.of(false, GangReason.GANG_NOT_ALLOWED).with("error", "no"));
    assertEquals(
        "gang: It does not wait as a gang: No ResourceManager confirms that its user may submit to"
            + " its queue: it is submitted as in stock YARN. (no)\n",
        summary());
    decided(APPLICATION, Decision.of(false, GangReason.GANG_TOO_MANY_OF_USER));
    assertEquals(
        "gang: The gang did not start: The maximum number of jobs of its user already wait for"
            + " their gangs.\n",
        summary());
  }

  @Test
  public void exhaustedQuotaNamesTheQueueAndTheLimit() {
    Decision<Integer> quota =
        OpportunisticQuota.parse("relative=2.0", 1).room(new LiveContainerTracker<String>());
    decided(ATTEMPT, quota.with("queue", "root.a").with("waiting", 5));
    assertEquals(
        "quota: 5 opportunistic containers wait: queue root.a allows the application 2 with its 1"
            + " guaranteed ones, and it has 0. Another one is requested when one ends.\n",
        summary());
  }

  @Test
  public void exhaustedPlacementQuotaEndsWithTheNextPlacement() {
    decided(
        ATTEMPT,
        Decision.of(Collections.emptyList(), PlacementReason.PLACE_QUOTA)
            .with("asked", 9)
            .with("placed", 2));
    assertEquals(
        "quota: 7 opportunistic containers wait, since the application has reached its quota of"
            + " them: another one is placed when one ends.\n",
        summary());
    decided(ATTEMPT, Decision.of(Collections.emptyList(), PlacementReason.PLACE_ALL));
    assertEquals("", summary());
  }

  @Test
  public void refusedSizeSaysWhy() {
    SizingRequest request =
        SizingRequest.builder(512, 1).sizes(128, 128).room(384, 1, 0).endBy(1_000, 0).build();
    Decision<Long> refused = new AlgorithmOnePolicy().decide(request);
    assertEquals(ElasticReason.ELASTIC_NO_MODEL, refused.reason());
    String task = APPLICATION + " priority 20 asking 512 MB";
    decided(task + " on n1:1", refused);
    decided(task + " on n2:1", Decision.of(null, SizingReason.NO_PROFILE));
    assertEquals(
        "memory: "
            + task
            + " gets no less memory than requested: Tasks of this kind have no profile. \"yarnext"
            + " profile\" makes profiles from the histories of jobs.\n",
        summary());
    decided(task + " on n2:1", Decision.of(384L, ElasticReason.ELASTIC_PLACED));
    assertEquals("", summary());
  }

  /** The container gives 250 of its 1,000 millicores to the other one, as approved. */
  private void throttle() {
    Map<String, Double> approved = new HashMap<>();
    approved.put(CONTAINER, 750.0);
    approved.put(OTHER, 1250.0);
    List<CurrentAllocation> now =
        Arrays.asList(
            new CurrentAllocation(CONTAINER, APPLICATION, true, 1000, 1000, 100),
            new CurrentAllocation(OTHER, APPLICATION, true, 1000, 1000, 100));
    for (Decision<PlannedAllocation> each :
        new ActuationPlanner(new PlanLimits(0.25, 0.01))
            .plan(ResourceKind.CPU, 4000, now, approved)) {
      decided(each.value().container(), each);
    }
  }

  @Test
  public void throttledTaskNamesTheGainersAndTheEnd() {
    decided(
        OTHER,
        Decision.of(0, BalanceReason.BALANCE_APPROVED)
            .with("kind", "CPU")
            .with("donors", CONTAINER));
    throttle();
    String wanted =
        "orchestrator: "
            + CONTAINER
            + " has 750 of the 1000 millicores of its token. The ResourceManager gave the rest to "
            + OTHER
            + ". It gets that back once none of them needs it, which is checked every epoch, and at"
            + " once if it could not continue without it.\n";
    assertEquals(wanted, summary());
    assertEquals(wanted, summary(CONTAINER));
    assertEquals("another container", "", summary(OTHER));
    decisions.remove(0);
    assertTrue("of others", summary().contains("to tasks of its node that need it more."));
  }

  @Test
  public void refusedCallOfTheMasterIsSaid() {
    decided(ATTEMPT, Decision.of(false, SplitReason.REQUESTS_TOO_FREQUENT));
    assertEquals(
        "rate: The Application Master's call was refused: The application exceeds its rate of"
            + " requests: send the call again later.\n",
        summary());
    decided(ATTEMPT, Decision.of(true, SplitReason.REQUESTS_PASS));
    assertEquals("", summary());
  }
}
