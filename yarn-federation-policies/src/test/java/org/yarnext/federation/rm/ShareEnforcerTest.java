// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.junit.Test;
import org.mockito.AdditionalAnswers;
import org.yarnext.common.conf.reload.ReloadResult.Outcome;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.store.LossyZooKeeper;

/** Capacities follow shares, and go back when shares are old. */
public class ShareEnforcerTest extends ShareEnforcerTestBase {
  @Test
  public void capacitiesFollowShares() throws Exception {
    ShareEnforcer enforcer = enforcer();
    enforcer.editSchedule();
    assertEquals("as configured without any", 40, capacity("root.a"), EXACT);
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    assertEquals(90, capacity("root.t"), EXACT);
    assertEquals(100.0 / 3, capacity("root.t.b"), EXACT);
    grant(0, 100, 0);
    enforcer.editSchedule();
    assertEquals("its maximum", 70, capacity("root.t.b"), EXACT);
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(50, capacity("root.t.b"), EXACT);
  }

  @Test
  public void gaugesDoNotWaitForAnUnresponsiveStore() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    FeatureMetrics metrics =
        (FeatureMetrics) DefaultMetricsSystem.instance().getSource("FederationShares");
    zooKeeper.stop();
    Thread rounds = new Thread(enforcer::editSchedule);
    rounds.setDaemon(true);
    rounds.start();
    FutureTask<Number> read = new FutureTask<>(() -> metrics.snapshot().get("ShareAgeMillis"));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .noneMatch(frame -> frame.getMethodName().equals("granted"))) {
      assertTrue("no round waits for the store", System.nanoTime() < end);
      Thread.yield();
    }
    Thread reader = new Thread(read);
    reader.setDaemon(true);
    reader.start();
    try {
      assertTrue(read.get(1, TimeUnit.MINUTES).longValue() >= 0);
      assertTrue("the round waits still", rounds.isAlive());
    } finally {
      rounds.interrupt();
      zooKeeper.start();
    }
  }

  @Test
  public void parentWithoutAShareKeepsTheLeastCapacity() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(100, 0, 0);
    enforcer.editSchedule();
    assertEquals(99.999, capacity("root.a"), EXACT / 2);
    assertEquals(0.001, capacity("root.t"), EXACT / 2);
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
  }

  @Test
  public void parentWithoutChildCapacitiesIsLeftUnchanged() throws Exception {
    ShareEnforcer enforcer = enforcer();
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    change.getAddQueueInfo().add(capacityOf("root.z", "0"));
    change.getAddQueueInfo().add(capacityOf("root.z.y", "0"));
    finish(begin(change));
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a", 10.0);
    shares.put("root.t.b", 70.0);
    shares.put("root.z", 20.0);
    store.grant("x", "memory-mb", 100, shares);
    enforcer.editSchedule();
    assertEquals(0, capacity("root.z"), 0);
    assertEquals("what root.t's maximum leaves", 26.364, capacity("root.a"), EXACT);
  }

  @Test
  public void refusedChangeIsFollowedByAPause() throws Exception {
    enforcer();
    AdminService admin = mock(AdminService.class);
    doThrow(new IOException("refused")).when(admin).refreshQueues();
    RMContext context =
        mock(RMContext.class, AdditionalAnswers.delegatesTo(resourceManager.getRMContext()));
    doReturn(admin).when(context).getRMAdminService();
    ShareEnforcer enforcer = new ShareEnforcer();
    enforcer.init(conf, context, resourceManager.getResourceScheduler());
    grant(10, 30, 60);
    enforcer.editSchedule();
    enforcer.editSchedule();
    verify(admin, times(1)).refreshQueues();
  }

  @Test
  public void configuredCapacitiesReturnWhenSharesBecomeStale() throws Exception {
    conf.set("yarn.federation.policies.share.interval", "1s");
    conf.set("yarn.federation.policies.share.stale-after", "3s");
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    conf.set("yarn.federation.policies.guard.deadline", "20s");
    conf.set("yarn.federation.policies.guard.cool-down", "1h");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    zooKeeper.stop();
    long deadline = System.nanoTime() + 180_000_000_000L;
    while (capacity("root.a") < 39 && System.nanoTime() < deadline) {
      enforcer.editSchedule();
    }
    assertEquals(40, capacity("root.a"), EXACT);
  }

  @Test
  public void configuredCapacitiesReturnInTimeWhileTheStoreHangs() throws Exception {
    conf.set("yarn.federation.policies.share.interval", "1s");
    conf.set("yarn.federation.policies.share.stale-after", "3s");
    conf.set("yarn.federation.policies.guard.deadline", "1s");
    // A call waits for most of that time if the store hangs.
    conf.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, 600_000);
    try (LossyZooKeeper way = new LossyZooKeeper(zooKeeper.port())) {
      conf.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + way.port());
      ShareEnforcer enforcer = enforcer();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (capacity("root.a") > 39) {
        assertTrue("shares never hold", System.nanoTime() < deadline);
        grant(10, 30, 60);
        enforcer.editSchedule();
      }
      way.hang();
      long fromNanos = System.nanoTime();
      while (capacity("root.a") < 39) {
        enforcer.editSchedule();
        assertTrue("it waits", System.nanoTime() - fromNanos < TimeUnit.SECONDS.toNanos(100));
      }
    }
  }

  @Test
  public void otherConfigurationStoresMakeTheEnforcerInactive() throws Exception {
    conf.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "file");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(0, store.reports().size());
  }

  @Test
  public void shadowModeReportsAndChangesNoCapacity() throws Exception {
    conf.set("yarn.federation.policies.share.mode", "shadow");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals("but reports", 1, store.reports().size());
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.set("yarn.federation.policies.share.mode", "off");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertNull(records.read("shares/demand"));
  }

  private Outcome set(ShareEnforcer enforcer, String mode) {
    Configuration changed = new Configuration(conf);
    changed.set("yarn.federation.policies.share.mode", mode);
    return enforcer.live().reload(changed).outcome();
  }

  @Test
  public void loweredModeRestoresTheConfiguredCapacitiesAtOnce() throws Exception {
    conf.set("yarn.federation.policies.share.pause", "1h");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    for (String mode : new String[] {"off", "shadow"}) {
      enforcer = new ShareEnforcer(); // without a pause of the former
      enforcer.init(conf, resourceManager.getRMContext(), resourceManager.getResourceScheduler());
      enforcer.editSchedule();
      assertEquals(10, capacity("root.a"), EXACT);
      assertEquals(Outcome.APPLIED, set(enforcer, mode));
      enforcer.editSchedule();
      assertEquals(mode, 40, capacity("root.a"), EXACT);
      assertEquals(mode, 60, capacity("root.t"), EXACT);
      enforcer.editSchedule();
      assertEquals("and stay", 40, capacity("root.a"), EXACT);
    }
  }

  @Test
  public void raisedModeEnforcesShares() throws Exception {
    conf.set("yarn.federation.policies.share.mode", "off");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    set(enforcer, "on");
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
  }

  @Test
  public void raiseThatTheConfigurationStoreForbidsIsRefused() throws Exception {
    conf.set("yarn.federation.policies.share.mode", "off");
    conf.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "file");
    ShareEnforcer enforcer = enforcer();
    assertEquals(Outcome.REFUSED, set(enforcer, "on"));
    assertEquals(Outcome.APPLIED, set(enforcer, "shadow"));
  }

  @Test
  public void anyOrderOfSwitchesEndsWithTheConfiguredCapacities() throws Exception {
    ShareEnforcer enforcer = enforcer();
    Random random = new Random(7);
    for (int i = 0; i < 25; i++) {
      double a = 5 + random.nextInt(80);
      grant(a, (100 - a) / 2, (100 - a) / 2);
      String mode = new String[] {"off", "shadow", "on"}[random.nextInt(3)];
      set(enforcer, mode);
      enforcer.editSchedule();
      if (!mode.equals("on")) {
        assertEquals(40, capacity("root.a"), EXACT);
      }
      assertEquals(100, capacity("root.a") + capacity("root.t"), EXACT);
    }
    set(enforcer, "off");
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(60, capacity("root.t"), EXACT);
  }
}
