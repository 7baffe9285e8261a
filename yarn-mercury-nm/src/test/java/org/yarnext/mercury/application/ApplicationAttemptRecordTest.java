// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.container;
import static org.yarnext.mercury.application.Requests.opportunistic;
import static org.yarnext.mercury.application.Requests.totals;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.RunTimeReport;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;

/** State of an application attempt: policy, quota and run times, also after a restart. */
public class ApplicationAttemptRecordTest {
  static ApplicationPolicyRegistry policies(String policy, String quota) {
    return policies(policy, quota, 0);
  }

  private static ApplicationPolicyRegistry policies(String policy, String quota, int afterLosses) {
    return new ApplicationPolicyRegistry(
        new ApplicationPolicyRegistry.QueueRules(
            new HybridPolicyRegistry(
                HybridPolicy.parse(policy),
                QueueSettings.parse("root.etl:only-G", HybridPolicy::parse)),
            OpportunisticQuota.parse(quota, 1),
            QueueSettings.parse("root.etl:max=1", text -> OpportunisticQuota.parse(text, 1)),
            afterLosses,
            0,
            true),
        new EstimateTolerance(3, 1000, 5, 3, 1),
        new QueuePermissionPolicy(true, ""),
        new QueuePermissionPolicy(false, "root.etl:true"));
  }

  private static ApplicationAttemptRecord record(String policy, String quota) {
    return new ApplicationAttemptRecord(
        policies(policy, quota), Collections.emptySet(), "root.default");
  }

  private static DividedRequests divide(ApplicationAttemptRecord record, ResourceRequest... asks) {
    RequestCodec codec = new RequestCodec();
    record.requests().begin(codec.read(Arrays.asList(asks)));
    DividedRequests divided = record.divide(codec);
    record.requests().commit();
    return divided;
  }

  private static ContainerStatus ended(Container c, int exit, String diagnostics) {
    return ContainerStatus.newInstance(c.getId(), ContainerState.COMPLETE, diagnostics, exit);
  }

  static void assertBalanced(Map<String, Long> ledger) {
    assertEquals(
        ledger.toString(),
        ledger.get("asked").longValue(),
        ledger.get("grantedGuaranteed")
            + ledger.get("grantedOpportunistic")
            + ledger.get("cancelled")
            + ledger.get("guaranteed")
            + ledger.get("queueable"));
  }

  @Test
  public void queueAndTagSelectThePolicyAndQuota() {
    ApplicationPolicyRegistry policies = policies("80%-Q", "max=0");
    assertEquals(
        HybridPolicy.parse("80%-Q"),
        new ApplicationAttemptRecord(policies, Collections.emptySet(), "root.x").policy());
    assertEquals(
        HybridPolicy.ONLY_GUARANTEED,
        new ApplicationAttemptRecord(policies, Collections.emptySet(), "root.etl").policy());
    assertEquals(
        Collections.singleton("yarnext.mercury.overallocation=allowed"),
        new ApplicationAttemptRecord(policies, Collections.emptySet(), "root.etl").queueTags());
    ApplicationAttemptRecord tagged =
        new ApplicationAttemptRecord(
            policies, Collections.singleton("yarnext.mercury.policy=only-Q"), "root.etl");
    assertEquals(HybridPolicy.parse("only-Q"), tagged.policy());
    assertEquals("the queue's quota", 1, tagged.room());
  }

  /** One that requests opportunistic containers itself knows their exit status. */
  @Test
  public void lossesCountForTypesWhoseTagNamesAPolicy() {
    ApplicationPolicyRegistry policies = policies("only-Q", "max=9");
    String type = HybridPolicyRegistry.TYPE_PREFIX + "APACHE FLINK";
    String policy = "YARNext.mercury.policy=only-Q";
    assertFalse(
        new ApplicationAttemptRecord(policies, Collections.singleton(type), "root.x")
            .countsLosses());
    assertFalse(
        new ApplicationAttemptRecord(policies, Collections.singleton(policy), "root.x")
            .countsLosses());
    assertTrue(
        new ApplicationAttemptRecord(policies, Arrays.asList(type, policy), "root.x")
            .countsLosses());
  }

  @Test
  public void quotaCountsLiveContainersOfEveryOrigin() {
    ApplicationAttemptRecord record = record("only-G", "max=3");
    record.grantedElsewhere(Collections.singletonList(container(1, 1, OPPORTUNISTIC)));
    DividedRequests divided = divide(record, opportunistic(any(2, 5)));
    assertEquals(Collections.singletonMap("q2", 2), totals(divided.opportunistic));
    Container a = container(2, 2, OPPORTUNISTIC);
    Container b = container(3, 2, OPPORTUNISTIC);
    record.granted(Arrays.asList(a, b));
    record.granted(Collections.singletonList(b));
    assertEquals(3, record.opportunisticAlive());
    assertEquals(Collections.emptyMap(), totals(divide(record).opportunistic));
    record.completed(Collections.singletonList(ended(a, 0, "")));
    assertEquals(Collections.singletonMap("q2", 1), totals(divide(record).opportunistic));
    b.setExecutionType(GUARANTEED);
    record.updated(b);
    assertEquals(Collections.singletonMap("q2", 2), totals(divide(record).opportunistic));
    record.released(Collections.singletonList(container(1, 1, OPPORTUNISTIC).getId()));
    assertEquals(0, record.opportunisticAlive());
    assertBalanced(record.ledger());
  }

  /** Spark's dynamic allocation requests more, then fewer, then lost ones again. */
  @Test
  public void containersBeyondTheBaseAreOpportunistic() {
    ApplicationAttemptRecord record = record("beyond(2)", "max=0");
    DividedRequests divided = divide(record, any(0, 1));
    assertEquals(Collections.singletonMap("g0", 1), totals(divided.guaranteed));
    Container first = container(1, 0, GUARANTEED);
    record.granted(Collections.singletonList(first));
    divided = divide(record, any(0, 4));
    assertEquals(Collections.singletonMap("g0", 1), totals(divided.guaranteed));
    assertEquals(Collections.singletonMap("q0", 3), totals(divided.opportunistic));
    Container second = container(2, 0, GUARANTEED);
    Container third = container(3, 0, OPPORTUNISTIC);
    record.granted(Arrays.asList(second, third));
    divide(record, any(0, 0));
    record.completed(Arrays.asList(ended(first, 1, ""), ended(third, 1, "")));
    divided = divide(record, any(0, 2));
    assertEquals(Collections.singletonMap("g0", 1), totals(divided.guaranteed));
    assertEquals(Collections.singletonMap("q0", 1), totals(divided.opportunistic));
    assertBalanced(record.ledger());
  }

  @Test
  public void exhaustedQuotaIsExplainedOnceUntilItHoldsNothing() {
    ApplicationAttemptRecord record = record("only-G", "max=3");
    record.grantedElsewhere(Collections.singletonList(container(1, 1, OPPORTUNISTIC)));
    assertEquals(
        "[QUOTA_ABSOLUTE{limit=3, opportunistic=1, guaranteed=1, queue=root.default, waiting=3}]",
        quotas(divide(record, opportunistic(any(2, 5)))));
    assertEquals("no news", "[]", quotas(divide(record)));
    assertEquals("all fit", "[]", quotas(divide(record, opportunistic(any(2, 2)))));
    assertEquals(
        "[QUOTA_ABSOLUTE{limit=3, opportunistic=1, guaranteed=1, queue=root.default, waiting=1}]",
        quotas(divide(record, opportunistic(any(2, 3)))));
  }

  private static String quotas(DividedRequests divided) {
    return divided.decisions.stream()
        .filter(decision -> decision.reason().code().startsWith("QUOTA"))
        .collect(Collectors.toList())
        .toString();
  }

  /** MapReduce with mapreduce.job.num-opportunistic-maps-percent=100. */
  @Test
  public void relativeQuotaDoesNotStarveOpportunisticRequests() {
    ApplicationAttemptRecord record = record("only-G", "relative=2.0");
    assertEquals(
        "two for the master",
        Collections.singletonMap("q2", 2),
        totals(divide(record, opportunistic(any(2, 5))).opportunistic));
    Container c = container(1, 2, OPPORTUNISTIC);
    record.granted(Arrays.asList(c, container(2, 2, OPPORTUNISTIC)));
    assertEquals("no more", Collections.emptyMap(), totals(divide(record).opportunistic));
    record.completed(Collections.singletonList(ended(c, 0, "")));
    assertEquals(Collections.singletonMap("q2", 1), totals(divide(record).opportunistic));
    assertBalanced(record.ledger());
  }

  @Test
  public void relativeQuotaCountsTheMasterWithoutOpportunisticRequests() {
    ApplicationAttemptRecord record = record("only-G", "relative=2.0");
    assertEquals("as a NodeManager's scheduler asks", 2, record.room());
    divide(record, any(1, 1));
    record.granted(Collections.singletonList(container(1, 1, GUARANTEED)));
    assertEquals(4, record.room());
  }

  @Test
  public void runTimesOfSuccessfulContainersAreLearntByPriority() {
    ApplicationAttemptRecord record = record("shorter-than(10s)", "max=0");
    assertEquals("unknown", 0, divide(record, any(1, 4)).opportunistic.size());
    Container[] c = new Container[4];
    for (int i = 0; i < 4; i++) {
      c[i] = container(i + 1, 1, GUARANTEED);
    }
    record.granted(Arrays.asList(c));
    String diagnostics = RunTimeReport.of(2000, 2100L).toString();
    record.completed(
        Collections.singletonList(ended(c[0], ContainerExitStatus.ABORTED, diagnostics)));
    record.completed(Collections.singletonList(ended(c[1], 0, "")));
    assertNull("killed, or without a line", record.expectedMs(1));
    record.completed(Collections.singletonList(ended(c[2], 0, diagnostics)));
    assertEquals(Long.valueOf(2000), record.expectedMs(1));
    assertNull("of another kind", record.expectedMs(2));
    assertEquals(
        Collections.singletonMap("q1", 3), totals(divide(record, any(1, 3)).opportunistic));
  }

  @Test
  public void attemptWithWrongEstimatesGetsGuaranteedContainers() {
    ApplicationAttemptRecord record = record("only-Q", "max=0");
    String wrong = RunTimeReport.of(100_000, 1000L).toString();
    for (int i = 1; i <= 3; i++) {
      Container c = container(i, 1, GUARANTEED);
      record.granted(Collections.singletonList(c));
      record.completed(Collections.singletonList(ended(c, 0, wrong)));
    }
    DividedRequests divided = divide(record, any(1, 3));
    assertTrue(divided.opportunistic.isEmpty());
    assertEquals(Collections.singletonMap("g1", 3), totals(divided.guaranteed));
    assertEquals("REQUEST_ESTIMATES_WRONG", divided.decisions.get(0).reason().code());
  }

  @Test
  public void tasksThatLostAContainerAreRequestedAsGuaranteed() {
    ApplicationAttemptRecord record =
        new ApplicationAttemptRecord(
            policies("only-Q", "max=0", 1), Collections.emptySet(), "root.default");
    divide(record, any(1, 5));
    int[] ends = {
      ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER,
      ContainerExitStatus.PREEMPTED,
      ContainerExitStatus.ABORTED,
      1,
      0
    };
    for (int i = 0; i < ends.length; i++) {
      Container c = container(i + 1, 1, OPPORTUNISTIC);
      record.granted(Collections.singletonList(c));
      record.completed(Collections.singletonList(ended(c, ends[i], "")));
    }
    DividedRequests divided = divide(record, any(1, 5));
    assertEquals("two of five", Collections.singletonMap("g1", 2), totals(divided.guaranteed));
    assertEquals(Collections.singletonMap("q1", 3), totals(divided.opportunistic));
    assertEquals(2L, divided.guaranteedAfterLosses);
    assertEquals("REQUEST_LOST_BEFORE", divided.decisions.get(0).reason().code());
    Container guaranteed = container(9, 1, GUARANTEED);
    record.granted(Collections.singletonList(guaranteed));
    record.completed(
        Collections.singletonList(ended(guaranteed, ContainerExitStatus.PREEMPTED, "")));
    assertEquals(0L, divide(record, any(1, 6)).guaranteedAfterLosses);
    assertBalanced(record.ledger());
  }

  @Test
  public void lossesSurviveARestart() {
    ApplicationPolicyRegistry policies = policies("only-Q", "max=0", 1);
    ApplicationAttemptRecord record =
        new ApplicationAttemptRecord(policies, Collections.emptySet(), "root.default");
    divide(record, any(1, 1));
    Container c = container(1, 1, OPPORTUNISTIC);
    record.granted(Collections.singletonList(c));
    record.completed(
        Collections.singletonList(ended(c, ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, "")));
    ApplicationAttemptRecord restored =
        ApplicationAttemptRecord.restore(policies, record.snapshot());
    assertEquals(Collections.singletonMap("g1", 1), totals(divide(restored, any(1, 1)).guaranteed));
  }

  @Test
  public void restoredSnapshotContinuesWithItsState() throws Exception {
    ApplicationAttemptRecord record =
        new ApplicationAttemptRecord(
            policies("only-G", "max=4"),
            Collections.singleton("yarnext.mercury.policy=50%-Q"),
            "root.default");
    divide(record, any(1, 5), opportunistic(any(2, 3)));
    record.granted(Arrays.asList(container(1, 1, GUARANTEED), container(2, 2, OPPORTUNISTIC)));
    ObjectMapper json = new ObjectMapper();
    Map<String, Object> read =
        json.readValue(
            json.writeValueAsBytes(record.snapshot()), new TypeReference<Map<String, Object>>() {});

    ApplicationAttemptRecord restored =
        ApplicationAttemptRecord.restore(policies("only-G", "max=4"), read);
    assertEquals(record.ledger(), restored.ledger());
    assertEquals(record.policy(), restored.policy());
    assertEquals(1, restored.opportunisticAlive());
    assertEquals("a half is carried", ruleOf(record), ruleOf(restored));
    List<ResourceRequest> again = divide(restored).opportunistic;
    assertEquals("all of it again, within the quota", 3, count(again));
    assertEquals(record.requests().stated(), restored.requests().stated());
    assertEquals(4, record.requests().stated().get(0).count());
    restored.granted(Collections.singletonList(container(2, 2, OPPORTUNISTIC)));
    assertEquals("known before", record.ledger(), restored.ledger());
    assertBalanced(restored.ledger());
  }

  @Test
  public void snapshotEncodesOnlyWhatChanged() {
    ApplicationAttemptRecord record = record("only-G", "max=0");
    divide(record, any(1, 5), any(2, 5));
    record.granted(Arrays.asList(container(1, 1, GUARANTEED), container(2, 2, GUARANTEED)));
    Map<String, Object> first = record.snapshot();
    divide(record);
    record.answered(Requests.response(Collections.emptyList()), true);
    Map<String, Object> second = record.snapshot();
    assertEquals(first, second);
    assertSame(first.get("live"), second.get("live"));
    assertSame(entryOf(first, 0), entryOf(second, 0));
    record.granted(Collections.singletonList(container(3, 1, GUARANTEED)));
    Map<String, Object> third = record.snapshot();
    assertNotEquals(first.get("live"), third.get("live"));
    assertNotEquals(entryOf(first, 0), entryOf(third, 0));
    assertSame("of the other priority", entryOf(first, 1), entryOf(third, 1));
  }

  @SuppressWarnings("unchecked")
  private static Object entryOf(Map<String, Object> snapshot, int request) {
    Map<String, Object> ledger = (Map<String, Object>) snapshot.get("ledger");
    Object entries = ((List<Map<String, Object>>) ledger.get("requests")).get(request);
    return ((Map<String, List<Object>>) entries).get("entries").get(0);
  }

  private static Object ruleOf(ApplicationAttemptRecord record) {
    return record.snapshot().get("rule");
  }

  private static int count(List<ResourceRequest> requests) {
    return totals(requests).values().stream().mapToInt(n -> n).sum();
  }

  @Test
  public void reregistrationRequestsEverythingAnew() {
    ApplicationAttemptRecord record = record("only-Q", "max=0");
    divide(record, any(1, 4), any(2, 2));
    record.registered(Collections.singletonList(container(9, 1, OPPORTUNISTIC)));
    assertEquals(1, record.opportunisticAlive());
    assertEquals(
        Collections.singletonMap("q1", 3), totals(divide(record, any(1, 3)).opportunistic));
    assertFalse(record.ledger().toString(), record.ledger().get("cancelled") < 3);
    assertBalanced(record.ledger());
  }
}
