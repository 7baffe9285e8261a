// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.MinOccupancyPolicy;
import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.reservation.NoHarmReservationPolicy;
import org.yarnext.elastic.policy.reservation.StockReservationPolicy;

public class ElasticConfigurationTest {
  private final Configuration conf = new Configuration(false);

  private ElasticConfiguration read() throws InvalidConfigurationException {
    return ElasticConfiguration.read(conf);
  }

  private static long minMb(ElasticConfiguration c, Framework framework) {
    return c.minHeapMemory().mb(framework, 1000, 1, 1000, -1);
  }

  @Test
  public void unsetKeysHaveTheirDefaults() throws Exception {
    ElasticConfiguration c = read();
    assertEquals(FeatureMode.OFF, c.mode());
    assertEquals(MinOccupancyPolicy.class, c.newElasticPolicy().getClass());
    assertEquals(BoundedReservationPolicy.class, c.newReservationPolicy().getClass());
    assertEquals(20, c.maxBackfill());
    assertTrue(c.acceptsClaims("root.a"));
    assertEquals(60_000, c.claimsMaxRunTimeMs());
    assertEquals(250, c.diskMbPerSecond(), 0);
    assertEquals(1_000, c.timelineIntervalMs());
    assertEquals(20_000, c.timelineMaxBlocks());
  }

  @Test
  public void everyKeyIsRead() throws Exception {
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.elastic.policy", "algorithm-1");
    conf.set("yarn.elastic.end-margin", "20");
    conf.set("yarn.elastic.reservations", "no-harm");
    conf.set("yarn.elastic.reservations.max-backfill", "3");
    conf.set("yarn.elastic.claims.accepted", "false");
    conf.set("yarn.elastic.claims.queues", "root.etl:true; root.etl.adhoc:false");
    conf.set("yarn.elastic.claims.max-run-time", "30s");
    conf.set("yarn.elastic.disk.bandwidth", "200");
    conf.set("yarn.elastic.disk.share", "10");
    conf.set("yarn.elastic.timeline.interval", "3s");
    conf.set("yarn.elastic.timeline.max-blocks", "7");
    conf.set("yarn.elastic.profiles.file", "/etc/profiles.json");
    conf.set("yarn.elastic.profiles.reload-interval", "20s");
    conf.set("yarn.elastic.min-memory-percent", "25");
    conf.set("yarn.elastic.heap.floor", "100");
    conf.set("yarn.elastic.heap.percent", "60");
    conf.set("yarn.elastic.heap.spark-floor", "600");
    conf.set("yarn.elastic.heap.sort-percent", "30");
    conf.set("yarn.elastic.heap.exit-on-out-of-memory", "false");
    conf.set("yarn.elastic.protection.max-delay", "30");
    conf.set("yarn.elastic.protection.max-nodes", "0");
    conf.set("yarn.elastic.trust.distrust-for", "2h");
    conf.set("yarn.elastic.trust.run-time-tolerance", "3");
    conf.set("yarn.elastic.trust.run-time-window", "20");
    conf.set("yarn.elastic.guard.deadline", "100ms");
    conf.set("yarn.elastic.guard.failures-to-trip", "3");
    conf.set("yarn.elastic.guard.cool-down", "2m");
    for (ConfigurationKey<?> key : ElasticConfiguration.KEYS.keys()) {
      assertNotNull("this test sets every key: " + key.name(), conf.get(key.name()));
    }
    ElasticConfiguration c = read();
    assertEquals(FeatureMode.ON, c.mode());
    assertTrue(c.protectionLimits().isOff());
    assertEquals(AlgorithmOnePolicy.class, c.newElasticPolicy().getClass());
    assertEquals(NoHarmReservationPolicy.class, c.newReservationPolicy().getClass());
    assertEquals(3, c.maxBackfill());
    assertEquals(30_000, c.claimsMaxRunTimeMs());
    assertFalse(c.acceptsClaims("root.other"));
    assertTrue(c.acceptsClaims("root.etl"));
    assertTrue(c.acceptsClaims("root.etl.nightly"));
    assertFalse(c.acceptsClaims("root.etl.adhoc"));
    assertEquals(20, c.diskMbPerSecond(), 0);
    assertEquals(3_000, c.timelineIntervalMs());
    assertEquals(7, c.timelineMaxBlocks());
    assertEquals("/etc/profiles.json", c.profilesFile().toString());
    assertEquals(20_000, c.profilesReloadIntervalMs());
    assertEquals(25, c.minMemoryPercent());
    assertEquals(20, c.endMarginPercent());
    assertEquals("1000 less 600 of heap, and a floor of 100", 500, minMb(c, Framework.OTHER));
    assertEquals("less 600, and a floor of 600", 1000, minMb(c, Framework.SPARK));
    assertEquals(100, c.guard().deadline().toMillis());
  }

  @Test
  public void queuesWhoseClaimsAreAcceptedChangeLive() throws Exception {
    ElasticConfiguration c = read();
    conf.set("yarn.elastic.claims.queues", "root.adhoc:false");
    c.reload(conf);
    assertFalse(c.acceptsClaims("root.adhoc"));
    assertTrue(c.acceptsClaims("root.other"));
    conf.set("yarn.elastic.claims.accepted", "false");
    conf.set("yarn.elastic.claims.queues", "root.adhoc:true");
    c.reload(conf);
    assertTrue(c.acceptsClaims("root.adhoc"));
    assertFalse("the default changes, too", c.acceptsClaims("root.other"));
    conf.unset("yarn.elastic.claims.accepted");
    conf.unset("yarn.elastic.claims.queues");
    c.reload(conf);
    assertTrue(c.acceptsClaims("root.other"));
  }

  @Test
  public void policiesAreConfiguredByClassOrShortName() throws Exception {
    conf.set("yarn.elastic.policy", MinOccupancyPolicy.class.getName());
    conf.set("yarn.elastic.reservations", "stock");
    assertEquals(MinOccupancyPolicy.class, read().newElasticPolicy().getClass());
    assertEquals(StockReservationPolicy.class, read().newReservationPolicy().getClass());
  }

  @Test
  public void unusablePolicyIsRefusedWithTheChoices() {
    assertRefused(
        "yarn.elastic.policy",
        "algorithm-2",
        "yarn.elastic.policy=algorithm-2 cannot be used, no such class: choose one of algorithm-1,"
            + " min-occupancy, or put the class on the ResourceManager's class path.");
    assertRefused(
        "yarn.elastic.reservations",
        AlgorithmOnePolicy.class.getName(),
        "it is not a org.yarnext.elastic.policy.reservation.ReservationPolicy: choose one of stock, no-harm,"
            + " bounded,");
  }

  @Test
  public void valuesOutOfBoundsAreRefused() {
    String[][] outside = {
      {"yarn.elastic.disk.bandwidth", "-1"},
      {"yarn.elastic.disk.share", "101"},
      {"yarn.elastic.timeline.interval", "99ms"},
      {"yarn.elastic.timeline.max-blocks", "0"},
      {"yarn.elastic.end-margin", "91"},
      {"yarn.elastic.reservations.max-backfill", "-1"},
      {"yarn.elastic.claims.queues", "root.a:yes"},
      {"yarn.elastic.claims.queues", ":true"},
    };
    for (String[] each : outside) {
      assertRefused(each[0], each[1], each[0] + "=" + each[1]);
    }
  }

  @Test
  public void liveKeysAreReloadedAndOtherKeysNeedARestart() throws Exception {
    ElasticConfiguration c = read();
    conf.set("yarn.elastic.disk.share", "20");
    conf.set("yarn.elastic.disk.bandwidth", "300");
    conf.set("yarn.elastic.min-memory-percent", "30");
    conf.set("yarn.elastic.heap.floor", "100");
    ReloadResult reload = c.reload(conf);
    assertEquals(ReloadResult.Outcome.APPLIED, reload.outcome());
    assertEquals(60, c.diskMbPerSecond(), 0);
    assertEquals(30, c.minMemoryPercent());
    assertEquals(Collections.singletonList("yarn.elastic.heap.floor"), reload.restartNeeded());
    assertEquals(256 + 200, minMb(c, Framework.OTHER));
  }

  @Test
  public void reloadWithOneInvalidValueKeepsAllOldValues() throws Exception {
    ElasticConfiguration c = read();
    conf.set("yarn.elastic.disk.share", "20");
    conf.set("yarn.elastic.min-memory-percent", "0");
    ReloadResult reload = c.reload(conf);
    assertEquals(ReloadResult.Outcome.REFUSED, reload.outcome());
    assertTrue(reload.toString(), reload.toString().contains("yarn.elastic.min-memory-percent=0"));
    assertEquals(250, c.diskMbPerSecond(), 0);
    assertEquals(10, c.minMemoryPercent());
  }

  private void assertRefused(String key, String value, String message) {
    conf.set(key, value);
    InvalidConfigurationException e = assertThrows(InvalidConfigurationException.class, this::read);
    assertTrue(e.getMessage(), e.getMessage().contains(message));
    conf.unset(key);
  }
}
