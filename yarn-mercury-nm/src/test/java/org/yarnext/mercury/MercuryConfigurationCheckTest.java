// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.queue.QueueOrder;

/** Values and combinations that are refused or warned about. */
public class MercuryConfigurationCheckTest extends MercuryConfigurationTestBase {
  /** A queue order without a public constructor without parameters. */
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
  public void overallocationWithoutWhatItNeedsIsRefused() throws Exception {
    conf.set("yarn.mercury.overallocation.mode", "on");
    assertNotNull(read());
    assertRefused(
        YarnConfiguration.NM_CONTAINER_METRICS_ENABLE, "false", "nothing else tells what");
    assertRefused(
        YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION,
        "true",
        "a paused container keeps its memory");
    assertRefused(
        YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS, "8000", "no measurement would count");
    assertRefused("yarn.mercury.overallocation.stale-after", "1999ms", "read (once a second)");
    assertRefused(
        YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS, "0", "nothing else measures what");
    assertRefused(
        YarnConfiguration.NM_CONTAINER_MONITOR_ENABLED, "false", "nothing else measures what");
    assertRefused(
        "yarn.mercury.overallocation.stop-watermark", "0.15", "what starts would be stopped");
    assertRefused(
        "yarn.mercury.overallocation.stop-memory-pressure", "0.05", "at the same pressure");
    assertRefused("yarn.mercury.overallocation.queues", "root.a:maybe", "neither true nor false");
    conf.set("yarn.mercury.overallocation.mode", "off");
    conf.set(YarnConfiguration.NM_CONTAINER_METRICS_ENABLE, "false");
    assertNotNull(read());
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

  /** Otherwise the busiest nodes would be silent between any two heartbeats. */
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

  /** Daemons of two versions may share a configuration with a later version's key. */
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
