// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.LiveContainerTracker;
import org.yarnext.mercury.policy.placement.DemandTracker;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.policing.HistoryCeilingPolicy;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;

public class MercuryConfigurationTest {
  private static final String STOCK_LENGTH =
      YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH;

  private final Configuration conf = new Configuration(false);

  /** An operator's own order. */
  public static final class ById implements QueueOrder {
    @Override
    public int compare(ContainerView a, ContainerView b) {
      return a.id().compareTo(b.id());
    }
  }

  /** Has no public constructor without parameters. */
  public static final class Unmakeable implements QueueOrder {
    public Unmakeable(String unused) {
      assertTrue(unused.isEmpty());
    }

    @Override
    public int compare(ContainerView a, ContainerView b) {
      return 0;
    }
  }

  /** Cannot be made. */
  public static final class Exploding implements QueueOrder {
    public Exploding() {
      throw new IllegalStateException("no");
    }

    @Override
    public int compare(ContainerView a, ContainerView b) {
      return 0;
    }
  }

  private MercuryConfiguration read() throws InvalidConfigurationException {
    return MercuryConfiguration.read(conf);
  }

  private void assertRefused(String sentence) {
    InvalidConfigurationException e = assertThrows(InvalidConfigurationException.class, this::read);
    assertEquals(e.getMessage(), 1, e.problems().size());
    assertTrue(e.getMessage(), e.problems().get(0).contains(sentence));
  }

  private void assertRefused(String key, String value, String sentence) {
    conf.set(key, value);
    assertRefused(sentence);
    conf.unset(key);
  }

  @Test
  public void unsetKeysHaveTheirDefaults() throws Exception {
    conf.set(STOCK_LENGTH, "40");
    MercuryConfiguration c = read();
    assertEquals(FeatureMode.OFF, c.mode());
    assertEquals(JobSubmissionOrder.class, c.newQueueOrder().getClass());
    assertEquals(LeastWorkLostVictims.class, c.newVictimPolicy().getClass());
    assertEquals(LastToRunShedding.class, c.newSheddingPolicy().getClass());
    assertEquals("stock's", 40, c.queueLimits().maxLength());
    assertEquals(120_000, c.queueLimits().agingMs());
    assertEquals(0.5, c.queueLimits().shedShare(), 0);
    assertEquals(2_000, c.queueLimits().minWaitLimitMs());
    assertEquals(10_000, c.queueLimits().shedDelayMs());
    assertEquals(10_000, c.reclaimTimeoutMs());
    assertEquals(10_000, c.defaultEstimateMs());
    assertEquals(1_000, c.maxApplications());
    assertEquals(1_000, c.tickMs());
    assertEquals(FeatureMode.OFF, c.placementMode());
    assertEquals("the paper's best", 50, c.placementCandidates());
    assertEquals(Duration.ofSeconds(3), c.placementExpiry());
    assertSame(CeilingPolicy.NONE, c.newCeiling(c.newDemandHistory()));
    assertFalse(c.needsDemandHistory());
    assertEquals(600_000, c.demandWindowMs());
    assertEquals(86_400_000, c.demandPeriodMs());
    assertEquals(600_000, c.queueLimits().policingMaxWaitMs());
    assertEquals("never", 0, c.guaranteedAfterLosses());
    assertEquals(Collections.singleton("SPARK"), c.guaranteedTypes());
    assertEquals(FeatureMode.OFF, c.coordinatorMode());
    assertEquals(2, c.coordinator().sigmas(), 0);
    assertEquals(30_000, c.coordinator().minWaitMs());
    assertEquals(600_000, c.coordinator().maxWaitMs());
    assertEquals(10_000, c.coordinator().staleAfterMs());
    assertEquals(1_000, c.coordinator().intervalMs());
    assertEquals(MercuryConfiguration.GUARD_DEADLINE.defaultValue(), c.guard().deadline());
    assertEquals(5, c.guard().failuresToTrip());
    assertEquals(Duration.ofMinutes(1), c.guard().failureWindow());
    assertEquals(Duration.ofMinutes(1), c.guard().coolDown());
  }

  @Test
  public void everyKeyIsRead() throws Exception {
    conf.set(STOCK_LENGTH, "40");
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.queue.order", "shortest-first");
    conf.set("yarn.mercury.queue.max-length", "30");
    conf.set("yarn.mercury.queue.aging-limit", "5s");
    conf.set("yarn.mercury.reclaim.victims", "newest-first");
    conf.set("yarn.mercury.reclaim.timeout", "7s");
    conf.set("yarn.mercury.shedding.policy", "last-to-run");
    conf.set("yarn.mercury.shedding.max-share", "0.25");
    conf.set("yarn.mercury.shedding.delay", "8s");
    conf.set("yarn.mercury.shedding.min-wait-limit", "3s");
    conf.set("yarn.mercury.policing.policy", "static");
    conf.set("yarn.mercury.policing.max-memory-percent", "20");
    conf.set("yarn.mercury.policing.max-vcores-percent", "50");
    conf.set("yarn.mercury.policing.history.window", "1m");
    conf.set("yarn.mercury.policing.history.period", "7d");
    conf.set("yarn.mercury.policing.history.quantile", "1");
    conf.set("yarn.mercury.policing.max-wait", "11s");
    conf.set("yarn.mercury.estimates.default", "4s");
    conf.set("yarn.mercury.estimates.max-applications", "9");
    conf.set("yarn.mercury.tick", "50ms");
    conf.set("yarn.mercury.placement.mode", "shadow");
    conf.set("yarn.mercury.placement.candidates", "20");
    conf.set("yarn.mercury.placement.expiry", "0s");
    conf.set("yarn.mercury.placement.max-queue-wait", "9s");
    conf.set("yarn.mercury.coordinator.mode", "shadow");
    conf.set("yarn.mercury.coordinator.sigma", "1.5");
    conf.set("yarn.mercury.coordinator.min-wait", "20s");
    conf.set("yarn.mercury.coordinator.max-wait", "3m");
    conf.set("yarn.mercury.coordinator.stale-after", "15s");
    conf.set("yarn.mercury.coordinator.interval", "500ms");
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set("yarn.mercury.hybrid.policy", "hybrid-GQ(10s, 80%)");
    conf.set("yarn.mercury.hybrid.queues", "root.a:only-Q");
    conf.set("yarn.mercury.hybrid.guaranteed-types", "Flink;;TEZ");
    conf.set("yarn.mercury.hybrid.estimate-tolerance", "2.0");
    conf.set("yarn.mercury.hybrid.estimate-window", "10");
    conf.set("yarn.mercury.hybrid.guaranteed-after-losses", "3");
    conf.set("yarn.mercury.promotion.mode", "shadow");
    conf.set("yarn.mercury.promotion.max-per-heartbeat", "3");
    conf.set("yarn.mercury.promotion.min-run-time", "1m");
    conf.set("yarn.mercury.promotion.min-remaining-time", "20s");
    conf.set("yarn.mercury.quota.default", "max=100");
    conf.set("yarn.mercury.quota.queues", "root.a:relative=2.0");
    conf.set("yarn.mercury.quota.relative-floor", "7");
    conf.set("yarn.mercury.claims.accepted", "false");
    conf.set("yarn.mercury.claims.queues", "root.a:true");
    conf.set("yarn.mercury.claims.min-runs", "0");
    conf.set("yarn.mercury.guard.deadline", "20ms");
    conf.set("yarn.mercury.guard.failures-to-trip", "2");
    conf.set("yarn.mercury.guard.cool-down", "6s");
    for (ConfigurationKey<?> key : MercuryConfiguration.KEYS.keys()) {
      assertNotNull("this test sets every key: " + key.name(), conf.get(key.name()));
    }
    MercuryConfiguration c = read();
    assertEquals(3, c.guaranteedAfterLosses());
    assertEquals(new HashSet<>(Arrays.asList("FLINK", "TEZ")), c.guaranteedTypes());
    assertEquals(8_000, c.queueLimits().shedDelayMs());
    assertEquals(FeatureMode.ON, c.mode());
    assertEquals(ShortestFirstOrder.class, c.newQueueOrder().getClass());
    assertEquals(30, c.queueLimits().maxLength());
    assertEquals(5_000, c.queueLimits().agingMs());
    assertEquals(NewestFirstVictims.class, c.newVictimPolicy().getClass());
    assertEquals(7_000, c.reclaimTimeoutMs());
    assertEquals(0.25, c.queueLimits().shedShare(), 0);
    assertEquals(3_000, c.queueLimits().minWaitLimitMs());
    ResourceVector node = ResourceVector.of(1000, 10);
    DemandHistory history = c.newDemandHistory();
    assertEquals(ResourceVector.of(200, 5), c.newCeiling(history).maximum(node));
    assertEquals(60_000, c.demandWindowMs());
    assertEquals(7 * 86_400_000, c.demandPeriodMs());
    assertEquals(11_000, c.queueLimits().policingMaxWaitMs());
    conf.set("yarn.mercury.policing.policy", "history");
    assertTrue(read().needsDemandHistory());
    assertEquals(HistoryCeilingPolicy.class, read().newCeiling(history).getClass());
    assertEquals(4_000, c.defaultEstimateMs());
    assertEquals(9, c.maxApplications());
    assertEquals(50, c.tickMs());
    assertEquals(FeatureMode.SHADOW, c.placementMode());
    assertEquals(20, c.placementCandidates());
    assertEquals(Duration.ZERO, c.placementExpiry());
    assertEquals(DemandTracker.class, c.newDemandTracker().getClass());
    assertEquals(FeatureMode.SHADOW, c.coordinatorMode());
    assertEquals(1.5, c.coordinator().sigmas(), 0);
    assertEquals(20_000, c.coordinator().minWaitMs());
    assertEquals(180_000, c.coordinator().maxWaitMs());
    assertEquals(15_000, c.coordinator().staleAfterMs());
    assertEquals(500, c.coordinator().intervalMs());
    assertEquals(FeatureMode.SHADOW, c.hybridMode());
    assertEquals(
        "hybrid-GQ(10s, 80%)",
        c.policyChoice().choose(Collections.emptySet(), "root.b").value().toString());
    assertEquals(
        HybridPolicy.ONLY_QUEUEABLE,
        c.policyChoice().choose(Collections.emptySet(), "root.a").value());
    assertEquals(FeatureMode.SHADOW, c.promotionMode());
    assertEquals("max=100,relative=0", c.quota().toString());
    assertEquals("max=0,relative=2.0", c.quotas().get("root.a.child").toString());
    assertTrue(c.claims().signs("root.a"));
    assertFalse(c.claims().signs("root.b"));
    assertEquals(Long.valueOf(9), c.newUserRunTimes().corrected("user", 1, 9));
    assertEquals(
        7, (int) c.quotas().get("root.a").room(new LiveContainerTracker<String>()).value());
    assertEquals(Duration.ofMillis(20), c.guard().deadline());
    assertEquals(2, c.guard().failuresToTrip());
    assertEquals(Duration.ofSeconds(6), c.guard().coolDown());
  }

  @Test
  public void eachQueueHasItsOwnPolicies() throws Exception {
    conf.set("yarn.mercury.queue.order", "fifo");
    MercuryConfiguration c = read();
    assertEquals(FifoOrder.class, c.newQueueOrder().getClass());
    assertNotSame(c.newQueueOrder(), c.newQueueOrder());
  }

  /** Lacks something of its own, as a class made for another Java or library does. */
  public static final class Unlinkable implements QueueOrder {
    static {
      load();
    }

    private static void load() {
      throw new UnsatisfiedLinkError("no ranks in library");
    }

    @Override
    public int compare(ContainerView a, ContainerView b) {
      return 0;
    }
  }

  @Test
  public void policyThatCannotBeLinkedIsRefusedWithTheCause() {
    conf.set("yarn.mercury.queue.order", Unlinkable.class.getName());
    InvalidConfigurationException e = assertThrows(InvalidConfigurationException.class, this::read);
    String cause =
        "it cannot be created: java.lang.UnsatisfiedLinkError: no ranks in library: choose";
    assertTrue(e.getMessage(), e.getMessage().contains(cause));
  }

  @Test
  public void policyMayBeAnOperatorClass() throws Exception {
    conf.set("yarn.mercury.queue.order", ById.class.getName());
    assertEquals(ById.class, read().newQueueOrder().getClass());
  }

  @Test
  public void unusablePolicyIsRefusedWithTheChoices() {
    String order = "yarn.mercury.queue.order";
    assertRefused(
        order,
        "alphabetical",
        "yarn.mercury.queue.order=alphabetical cannot be used, no such class: choose one of"
            + " job-submission, fifo, shortest-first, or put the class on the NodeManager's class"
            + " path.");
    assertRefused(order, String.class.getName(), "it is not a " + QueueOrder.class.getName());
    assertRefused(
        order, Unmakeable.class.getName(), "it has no public constructor without parameters");
    assertRefused(order, Exploding.class.getName(), "it cannot be created: ");
    assertRefused(
        "yarn.mercury.reclaim.victims",
        "oldest",
        "yarn.mercury.reclaim.victims=oldest cannot be used, no such class: choose one of"
            + " least-work-lost, newest-first,");
    assertRefused(
        "yarn.mercury.shedding.policy",
        "first-to-run",
        "yarn.mercury.shedding.policy=first-to-run cannot be used, no such class: choose one of"
            + " last-to-run,");
    assertRefused(
        "yarn.mercury.policing.policy",
        "daily",
        "yarn.mercury.policing.policy=daily cannot be used, no such class: choose one of none,"
            + " static, history,");
  }

  @Test
  public void contradictoryCoordinatorKeysAreRefused() {
    assertRefused(
        "yarn.mercury.coordinator.min-wait",
        "11m",
        "yarn.mercury.coordinator.max-wait=600000ms is below"
            + " yarn.mercury.coordinator.min-wait=660000ms: raise the first or lower the second.");
    assertRefused(
        "yarn.mercury.coordinator.interval",
        "6s",
        "yarn.mercury.coordinator.stale-after=10000ms is below 2 times"
            + " yarn.mercury.coordinator.interval=6000ms");
  }

  @Test
  public void resourceManagerChecksOnlyItsOwnKeys() throws Exception {
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.queue.order", "a.class.only.NodeManagersHave");
    conf.set(STOCK_LENGTH, "0");
    conf.set("yarn.mercury.coordinator.mode", "on");
    assertEquals(
        FeatureMode.ON, MercuryConfiguration.readOnResourceManager(conf).coordinatorMode());

    conf.set(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "6000");
    InvalidConfigurationException e =
        assertThrows(
            InvalidConfigurationException.class,
            () -> MercuryConfiguration.readOnResourceManager(conf));
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains("yarn.mercury.coordinator.stale-after=10000ms is less than two heartbeats"));
  }

  /** Else the nodes that work hardest would be silent between any two heartbeats. */
  @Test
  public void heartbeatScalingIsCheckedWithItsLongestInterval() throws Exception {
    conf.set("yarn.mercury.coordinator.mode", "on");
    conf.set("yarn.mercury.placement.max-queue-wait", "9s");
    conf.set(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MAX_MS, "12000");
    MercuryConfiguration.readOnResourceManager(conf);

    conf.setBoolean(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE, true);
    InvalidConfigurationException e =
        assertThrows(
            InvalidConfigurationException.class,
            () -> MercuryConfiguration.readOnResourceManager(conf));
    String rarest =
        "ms is less than two heartbeats"
            + " (yarn.resourcemanager.nodemanagers.heartbeat-interval-max-ms=12000)";
    assertTrue(
        e.getMessage(),
        e.getMessage().contains("yarn.mercury.coordinator.stale-after=10000" + rarest));
    assertTrue(
        e.getMessage(),
        e.getMessage().contains("yarn.mercury.placement.max-queue-wait=9000" + rarest));
    conf.set(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MAX_MS, "3000");
    MercuryConfiguration.readOnResourceManager(conf);
  }

  @Test
  public void placementAheadCoversTwoHeartbeats() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("yarn.mercury.placement.max-queue-wait", "8s");
    conf.set(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "3000");
    assertNotNull(MercuryConfiguration.readOnResourceManager(conf).newDemandTracker());

    conf.set(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "5000");
    InvalidConfigurationException e =
        assertThrows(
            InvalidConfigurationException.class,
            () -> MercuryConfiguration.readOnResourceManager(conf));
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .contains(
                "yarn.mercury.placement.max-queue-wait=8000ms is less than two heartbeats"
                    + " (yarn.resourcemanager.nodemanagers.heartbeat-interval-ms=5000)"));
    conf.set("yarn.mercury.placement.max-queue-wait", "0");
    assertNotNull(MercuryConfiguration.readOnResourceManager(conf).newDemandTracker());
  }

  @Test
  public void valuesOutOfBoundsAreRefused() {
    String[][] outside = {
      {"yarn.mercury.mode", "maybe"},
      {"yarn.mercury.queue.max-length", "-1"},
      {"yarn.mercury.queue.max-length", "100001"},
      {"yarn.mercury.queue.aging-limit", "999ms"},
      {"yarn.mercury.reclaim.timeout", "99ms"},
      {"yarn.mercury.shedding.max-share", "0"},
      {"yarn.mercury.shedding.max-share", "1.01"},
      {"yarn.mercury.shedding.min-wait-limit", "61m"},
      {"yarn.mercury.policing.max-memory-percent", "0"},
      {"yarn.mercury.policing.max-memory-percent", "101"},
      {"yarn.mercury.policing.max-vcores-percent", "0"},
      {"yarn.mercury.policing.history.window", "9s"},
      {"yarn.mercury.policing.history.period", "59s"},
      {"yarn.mercury.policing.history.quantile", "0"},
      {"yarn.mercury.policing.history.quantile", "1.1"},
      {"yarn.mercury.policing.max-wait", "999ms"},
      {"yarn.mercury.estimates.default", "0s"},
      {"yarn.mercury.estimates.max-applications", "0"},
      {"yarn.mercury.tick", "49ms"},
      {"yarn.mercury.placement.mode", "maybe"},
      {"yarn.mercury.placement.candidates", "0"},
      {"yarn.mercury.placement.candidates", "100001"},
      {"yarn.mercury.placement.expiry", "11m"},
      {"yarn.mercury.placement.max-queue-wait", "61m"},
      {"yarn.mercury.coordinator.sigma", "-0.1"},
      {"yarn.mercury.coordinator.sigma", "10.1"},
      {"yarn.mercury.coordinator.sigma", "NaN"},
      {"yarn.mercury.coordinator.max-wait", "999ms"},
      {"yarn.mercury.coordinator.stale-after", "199ms"},
      {"yarn.mercury.coordinator.interval", "49ms"},
      {"yarn.mercury.guard.deadline", "9ms"},
      {"yarn.mercury.guard.failures-to-trip", "0"},
      {"yarn.mercury.guard.cool-down", "99ms"},
      {"yarn.mercury.guard.cool-down", "soon"},
    };
    for (String[] each : outside) {
      assertRefused(each[0], each[1], each[0] + "=" + each[1]);
    }
  }

  /** Such as one of a later version, where daemons of two share a configuration. */
  @Test
  public void unknownKeyDoesNotDisableTheFeature() throws Exception {
    conf.setInt(STOCK_LENGTH, 10);
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.later", "1");
    assertEquals(FeatureMode.ON, MercuryConfiguration.read(conf).mode());
    assertEquals(FeatureMode.ON, MercuryConfiguration.readOnResourceManager(conf).mode());
  }

  @Test
  public void guardDeadlineIsBelowTheReclaimTimeout() {
    conf.set("yarn.mercury.guard.deadline", "2s");
    assertRefused(
        "yarn.mercury.reclaim.timeout",
        "2s",
        "yarn.mercury.guard.deadline=2000ms is not below yarn.mercury.reclaim.timeout=2000ms: lower"
            + " the first or raise the second.");
  }

  @Test
  public void queueLongerThanTheStockQueueIsRefused() throws Exception {
    conf.set(STOCK_LENGTH, "10");
    conf.set("yarn.mercury.queue.max-length", "11");
    assertEquals("off, nothing contradicts", FeatureMode.OFF, read().mode());
    conf.set("yarn.mercury.mode", "on");
    assertRefused(
        "yarn.mercury.queue.max-length=11 is above "
            + STOCK_LENGTH
            + "=10, and a fallback to stock would lose what its queue cannot hold: lower the first"
            + " or raise the second.");
    conf.set("yarn.mercury.queue.max-length", "10");
    assertEquals(10, read().queueLimits().maxLength());
  }

  @Test
  public void stockQueueWithoutLengthIsRefused() {
    conf.set("yarn.mercury.mode", "shadow");
    conf.set("yarn.mercury.queue.max-length", "0");
    assertRefused(
        STOCK_LENGTH,
        "0",
        STOCK_LENGTH
            + "=0 makes the NodeManager refuse opportunistic containers: set it to the queue"
            + " length you want, 100 for example.");
    // Stock's own default.
    assertRefused(STOCK_LENGTH + "=0 makes the NodeManager refuse");
  }

  @Test
  public void stockQueueByResourcesIsRefusedExceptInShadowMode() throws Exception {
    conf.set("yarn.mercury.mode", "on");
    conf.set(STOCK_LENGTH, "10");
    String policy = YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY;
    assertRefused(
        policy,
        "BY_RESOURCES",
        policy
            + "=BY_RESOURCES leaves the stock queue no room to fall back to: set it to"
            + " BY_QUEUE_LEN or remove it; yarn.mercury.mode=shadow works with it.");
    conf.set(policy, "BY_QUEUE_LEN");
    assertEquals(FeatureMode.ON, read().mode());
    assertNull(read().shadowOnly());
    // Its queue has no length then.
    conf.set(policy, "BY_RESOURCES");
    conf.unset(STOCK_LENGTH);
    conf.set("yarn.mercury.mode", "shadow");
    assertEquals(100, read().queueLimits().maxLength());
    assertTrue(read().shadowOnly(), read().shadowOnly().contains("set it to BY_QUEUE_LEN before"));
    conf.unset("yarn.mercury.mode");
    assertNull(read().shadowOnly());
  }

  @Test
  public void allProblemsAreReportedAtOnce() {
    conf.set("yarn.mercury.tick", "1ms");
    conf.set("yarn.mercury.queue.order", "none");
    InvalidConfigurationException e = assertThrows(InvalidConfigurationException.class, this::read);
    assertEquals(2, e.problems().size());
    assertTrue(e.getMessage(), e.getMessage().startsWith("Feature mercury stays off: "));
  }

  @Test
  public void quotasThatApplyToNothingAreReported() throws Exception {
    assertNull(MercuryConfiguration.readForMasters(conf).ineffectiveQuotas());
    conf.set("yarn.mercury.quota.queues", "root.adhoc:max=5");
    conf.set("yarn.mercury.placement.mode", "shadow");
    String told = MercuryConfiguration.readForMasters(conf).ineffectiveQuotas();
    assertTrue(told, told.startsWith("yarn.mercury.quota.queues=root.adhoc:max=5 has no effect"));
    conf.set("yarn.mercury.hybrid.mode", "on");
    assertNull(MercuryConfiguration.readForMasters(conf).ineffectiveQuotas());
  }

  /** Stock's interceptor for federation registers no master for distributed scheduling. */
  @Test
  public void distributedSchedulingIsRefusedWithFederation() throws Exception {
    conf.set("yarn.federation.enabled", "true");
    conf.set("yarn.nodemanager.distributed-scheduling.enabled", "true");
    read();
    String fix = "yarn.nodemanager.distributed-scheduling.enabled=true and";
    assertRefused("yarn.mercury.placement.mode", "shadow", fix);
    assertRefused("yarn.mercury.hybrid.mode", "on", fix);
    conf.set("yarn.mercury.hybrid.mode", "on");
    InvalidConfigurationException e =
        assertThrows(
            InvalidConfigurationException.class, () -> MercuryConfiguration.readForMasters(conf));
    assertTrue(
        e.getMessage(), e.getMessage().contains("yarn.mercury.hybrid.mode=on does not work"));
    conf.set("yarn.nodemanager.distributed-scheduling.enabled", "false");
    read();
    MercuryConfiguration.readForMasters(conf);
    conf.set("yarn.nodemanager.distributed-scheduling.enabled", "true");
    conf.set("yarn.federation.enabled", "false");
    read();
    MercuryConfiguration.readForMasters(conf);
  }
}
