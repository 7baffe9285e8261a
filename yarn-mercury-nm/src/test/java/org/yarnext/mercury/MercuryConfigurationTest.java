// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.LiveContainerTracker;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
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

/** Defaults, every key, and policies of queues. */
public class MercuryConfigurationTest extends MercuryConfigurationTestBase {
  /** A value of each key, which is not its default. */
  private static final String[] EVERY_KEY = {
    "yarn.mercury.mode=on",
    "yarn.mercury.queue.order=shortest-first",
    "yarn.mercury.queue.max-length=30",
    "yarn.mercury.queue.aging-limit=5s",
    "yarn.mercury.reclaim.victims=newest-first",
    "yarn.mercury.reclaim.timeout=7s",
    "yarn.mercury.shedding.policy=last-to-run",
    "yarn.mercury.shedding.max-share=0.25",
    "yarn.mercury.shedding.delay=8s",
    "yarn.mercury.shedding.min-wait-limit=3s",
    "yarn.mercury.policing.policy=static",
    "yarn.mercury.policing.max-memory-percent=20",
    "yarn.mercury.policing.max-vcores-percent=50",
    "yarn.mercury.policing.history.window=1m",
    "yarn.mercury.policing.history.period=7d",
    "yarn.mercury.policing.history.quantile=1",
    "yarn.mercury.policing.max-wait=11s",
    "yarn.mercury.estimates.default=4s",
    "yarn.mercury.estimates.max-applications=9",
    "yarn.mercury.tick=50ms",
    "yarn.mercury.placement.mode=shadow",
    "yarn.mercury.placement.candidates=20",
    "yarn.mercury.placement.expiry=0s",
    "yarn.mercury.placement.max-queue-wait=9s",
    "yarn.mercury.coordinator.mode=shadow",
    "yarn.mercury.coordinator.sigma=1.5",
    "yarn.mercury.coordinator.min-wait=20s",
    "yarn.mercury.coordinator.max-wait=3m",
    "yarn.mercury.coordinator.stale-after=15s",
    "yarn.mercury.coordinator.interval=500ms",
    "yarn.mercury.hybrid.mode=shadow",
    "yarn.mercury.hybrid.policy=hybrid-GQ(10s, 80%)",
    "yarn.mercury.hybrid.queues=root.a:only-Q",
    "yarn.mercury.hybrid.guaranteed-types=Flink;;TEZ",
    "yarn.mercury.hybrid.estimate-tolerance=2.0",
    "yarn.mercury.hybrid.estimate-window=10",
    "yarn.mercury.hybrid.guaranteed-after-losses=3",
    "yarn.mercury.hybrid.min-available=40",
    "yarn.mercury.hybrid.beyond-min-free=20",
    "yarn.mercury.hybrid.assumed-run-time=5s",
    "yarn.mercury.promotion.mode=shadow",
    "yarn.mercury.promotion.max-per-heartbeat=3",
    "yarn.mercury.promotion.min-run-time=1m",
    "yarn.mercury.promotion.min-remaining-time=20s",
    "yarn.mercury.quota.default=max=100",
    "yarn.mercury.quota.queues=root.a:relative=2.0",
    "yarn.mercury.quota.relative-floor=7",
    "yarn.mercury.claims.accepted=false",
    "yarn.mercury.claims.queues=root.a:true",
    "yarn.mercury.claims.min-runs=0",
    "yarn.mercury.overallocation.mode=shadow",
    "yarn.mercury.overallocation.queues=root.a:true",
    "yarn.mercury.overallocation.target=0.7",
    "yarn.mercury.overallocation.margin=0.3",
    "yarn.mercury.overallocation.window=2m",
    "yarn.mercury.overallocation.warm-up=20s",
    "yarn.mercury.overallocation.stale-after=9s",
    "yarn.mercury.overallocation.max-share=0.25",
    "yarn.mercury.overallocation.starts-per-round=4",
    "yarn.mercury.overallocation.start-watermark=0.3",
    "yarn.mercury.overallocation.stop-watermark=0.2",
    "yarn.mercury.overallocation.start-memory-pressure=0.25",
    "yarn.mercury.overallocation.stop-memory-pressure=0.35",
    "yarn.mercury.overallocation.start-cpu-pressure=0.45",
    "yarn.mercury.overallocation.raise-oom-score=false",
    "yarn.mercury.overallocation.check-interval=100ms",
    "yarn.mercury.guard.deadline=20ms",
    "yarn.mercury.guard.failures-to-trip=2",
    "yarn.mercury.guard.cool-down=6s"
  };

  private static final ResourceVector NODE = ResourceVector.of(1000, 10);

  /** An operator's own order. */
  public static final class ById implements QueueOrder {
    @Override
    public int compare(ContainerView a, ContainerView b) {
      return a.id().compareTo(b.id());
    }
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
    assertEquals(
        new HashSet<>(Arrays.asList("SPARK", "APACHE FLINK", "YARN-SERVICE", "YARN")),
        c.guaranteedTypes());
    assertEquals(FeatureMode.OFF, c.live().current().get(MercuryConfiguration.OVERALLOCATION_MODE));
    assertTrue("all queues", c.overallocationQueues().accepts(false));
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

  /** Reads a configuration with all keys set. */
  private MercuryConfiguration readEveryKey() throws Exception {
    conf.set(STOCK_LENGTH, "40");
    for (String setting : EVERY_KEY) {
      String[] pair = setting.split("=", 2);
      conf.set(pair[0], pair[1]);
    }
    for (ConfigurationKey<?> key : MercuryConfiguration.KEYS.keys()) {
      assertNotNull("EVERY_KEY has each key: " + key.name(), conf.get(key.name()));
    }
    return read();
  }

  @Test
  public void keysOfTheQueueAndTheGuardAreRead() throws Exception {
    MercuryConfiguration c = readEveryKey();
    assertEquals(8_000, c.queueLimits().shedDelayMs());
    assertEquals(FeatureMode.ON, c.mode());
    assertEquals(ShortestFirstOrder.class, c.newQueueOrder().getClass());
    assertEquals(30, c.queueLimits().maxLength());
    assertEquals(5_000, c.queueLimits().agingMs());
    assertEquals(NewestFirstVictims.class, c.newVictimPolicy().getClass());
    assertEquals(7_000, c.reclaimTimeoutMs());
    assertEquals(0.25, c.queueLimits().shedShare(), 0);
    assertEquals(3_000, c.queueLimits().minWaitLimitMs());
    assertEquals(4_000, c.defaultEstimateMs());
    assertEquals(9, c.maxApplications());
    assertEquals(50, c.tickMs());
    assertEquals(Duration.ofMillis(20), c.guard().deadline());
    assertEquals(2, c.guard().failuresToTrip());
    assertEquals(Duration.ofSeconds(6), c.guard().coolDown());
  }

  @Test
  public void keysOfPolicingAreRead() throws Exception {
    MercuryConfiguration c = readEveryKey();
    DemandHistory history = c.newDemandHistory();
    assertEquals(ResourceVector.of(200, 5), c.newCeiling(history).maximum(NODE));
    assertEquals(60_000, c.demandWindowMs());
    assertEquals(7 * 86_400_000, c.demandPeriodMs());
    assertEquals(11_000, c.queueLimits().policingMaxWaitMs());
    conf.set("yarn.mercury.policing.policy", "history");
    assertTrue(read().needsDemandHistory());
    assertEquals(HistoryCeilingPolicy.class, read().newCeiling(history).getClass());
  }

  @Test
  public void keysOfPlacementAndTheCoordinatorAreRead() throws Exception {
    MercuryConfiguration c = readEveryKey();
    assertEquals(FeatureMode.SHADOW, c.placementMode());
    assertEquals(20, c.placementCandidates());
    assertEquals(Duration.ZERO, c.placementExpiry());
    assertEquals(UnmetDemandTracker.class, c.newDemandTracker().getClass());
    assertEquals(FeatureMode.SHADOW, c.coordinatorMode());
    assertEquals(1.5, c.coordinator().sigmas(), 0);
    assertEquals(20_000, c.coordinator().minWaitMs());
    assertEquals(180_000, c.coordinator().maxWaitMs());
    assertEquals(15_000, c.coordinator().staleAfterMs());
    assertEquals(500, c.coordinator().intervalMs());
  }

  @Test
  public void keysOfApplicationsAreRead() throws Exception {
    MercuryConfiguration c = readEveryKey();
    assertEquals(3, c.guaranteedAfterLosses());
    assertEquals(5_000, c.assumedRunTimeMs());
    assertEquals(800 - 100 - 10, c.waitingDemand().freeMb(100, 1_000, 10));
    assertEquals(new HashSet<>(Arrays.asList("FLINK", "TEZ")), c.guaranteedTypes());
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
  }

  @Test
  public void keysOfOverallocationAreRead() throws Exception {
    MercuryConfiguration c = readEveryKey();
    assertEquals(
        FeatureMode.SHADOW, c.live().current().get(MercuryConfiguration.OVERALLOCATION_MODE));
    assertTrue(c.overallocationQueues().signs("root.a.child"));
    assertFalse(c.overallocationQueues().signs("root.b"));
    assertFalse(c.overallocationQueues().accepts(false));
    OverallocationSettings beyond = c.overallocation();
    assertEquals(0.7, beyond.target(), 0);
    assertEquals(0.3, beyond.margin(), 0);
    assertEquals(20_000, beyond.warmUpMs());
    assertEquals(9_000, beyond.staleAfterMs());
    assertEquals(ResourceVector.of(250, 2), beyond.maximum(NODE));
    assertEquals(4, beyond.startsPerRound());
    assertEquals(0.3, beyond.startWatermark(), 0);
    assertEquals(0.2, beyond.stopWatermark(), 0);
    assertEquals(0.25, beyond.startMemoryPressure(), 0);
    assertEquals(0.35, beyond.stopMemoryPressure(), 0);
    assertEquals(0.45, beyond.startCpuPressure(), 0);
    assertFalse(c.live().current().get(MercuryConfiguration.OVERALLOCATION_RAISE_OOM_SCORE));
    assertEquals(
        Duration.ofMinutes(2), c.live().current().get(MercuryConfiguration.OVERALLOCATION_WINDOW));
    assertEquals(
        Duration.ofMillis(100),
        c.live().current().get(MercuryConfiguration.OVERALLOCATION_CHECK_INTERVAL));
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
}
