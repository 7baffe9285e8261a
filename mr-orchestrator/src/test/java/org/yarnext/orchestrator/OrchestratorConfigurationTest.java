// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.policy.ControlMode;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;
import org.yarnext.orchestrator.rm.progress.CompositeProgressSource;

public class OrchestratorConfigurationTest {
  private final Configuration conf = new Configuration(false);

  private OrchestratorConfiguration read() throws InvalidConfigurationException {
    return OrchestratorConfiguration.read(conf);
  }

  @Test
  public void unsetKeysHaveTheirDefaults() throws Exception {
    OrchestratorConfiguration c = read();
    assertEquals(FeatureMode.OFF, c.mode());
    assertEquals(5_000, c.sampleIntervalMs());
    assertEquals(20_000, c.epochMs());
    assertEquals(RegressionEstimator.class, c.newEstimator().getClass());
    assertTrue(c.control().controls(ResourceKind.CPU) && c.control().controls(ResourceKind.MEMORY));
    assertFalse("all containers share it", c.spareToTasks());
    assertNotNull(c.newPolicy());
    assertNotNull(c.newPlanner());
    assertNotNull(c.newHistory());
    assertEquals(8058, c.port());
    assertEquals(8, c.handlers());
    assertEquals(5_000, c.timeoutMs());
    assertEquals(CompositeProgressSource.class, c.newProgressSource().getClass());
    assertEquals(5_000, c.progressMaxTasks());
  }

  @Test
  public void everyKeyIsRead() throws Exception {
    conf.set("yarn.mr-orchestrator.mode", "on");
    conf.set("yarn.mr-orchestrator.control", "memory");
    conf.set("yarn.mr-orchestrator.estimator", "uniform");
    conf.set("yarn.mr-orchestrator.sample-interval", "1s");
    conf.set("yarn.mr-orchestrator.epoch", "4s");
    conf.set("yarn.mr-orchestrator.history", "50");
    conf.set("yarn.mr-orchestrator.contention.sigmas", "2.5");
    conf.set("yarn.mr-orchestrator.contention.difference", "40");
    conf.set("yarn.mr-orchestrator.balance.gain", "20");
    conf.set("yarn.mr-orchestrator.step", "50");
    conf.set("yarn.mr-orchestrator.min-change", "5");
    conf.set("yarn.mr-orchestrator.cpu.floor", "200");
    conf.set("yarn.mr-orchestrator.cpu.spare-to-tasks", "false");
    conf.set("yarn.mr-orchestrator.memory.margin", "50");
    conf.set("yarn.mr-orchestrator.memory.margin-mb", "10");
    conf.set("yarn.mr-orchestrator.memory.beyond-heap", "20");
    conf.set("yarn.mr-orchestrator.cgroup.parent", "hadoop-yarn/tasks");
    conf.set("yarn.mr-orchestrator.port", "9000");
    conf.set("yarn.mr-orchestrator.rpc.handlers", "3");
    conf.set("yarn.mr-orchestrator.rpc.timeout", "2s");
    conf.set("yarn.mr-orchestrator.progress", "none");
    conf.set("yarn.mr-orchestrator.progress.max-tasks", "77");
    conf.set("yarn.mr-orchestrator.guard.deadline", "100ms");
    conf.set("yarn.mr-orchestrator.guard.failures-to-trip", "3");
    conf.set("yarn.mr-orchestrator.guard.cool-down", "2m");
    for (ConfigurationKey<?> key : OrchestratorConfiguration.KEYS.keys()) {
      assertNotNull("this test sets every key: " + key.name(), conf.get(key.name()));
    }
    OrchestratorConfiguration c = read();
    assertEquals(FeatureMode.ON, c.mode());
    assertEquals(ControlMode.MEMORY, c.control());
    assertFalse(c.control().controls(ResourceKind.CPU));
    assertEquals(UniformEstimator.class, c.newEstimator().getClass());
    assertEquals(1_000, c.sampleIntervalMs());
    assertEquals(4_000, c.epochMs());
    assertEquals(200, c.floors().cpu(1000), 0);
    assertFalse(c.spareToTasks());
    assertEquals(160 << 20, c.floors().memory(100 << 20, 0, 0), 0);
    assertEquals(320 << 20, c.floors().memory(100 << 20, 300 << 20, 0), 0);
    assertEquals("hadoop-yarn/tasks", c.cgroupParent());
    assertEquals(9000, c.port());
    assertEquals(3, c.handlers());
    assertEquals(2_000, c.timeoutMs());
    assertTrue(c.newProgressSource().progress(null, null, null).isEmpty());
    assertEquals(77, c.progressMaxTasks());
    assertEquals(100, c.guard().deadline().toMillis());
  }

  @Test
  public void progressSourceIsCheckedOnTheResourceManagerOnly() throws Exception {
    conf.set("yarn.mr-orchestrator.progress", "map-reduce");
    OrchestratorConfiguration c = read();
    InvalidConfigurationException e =
        assertThrows(InvalidConfigurationException.class, c::newProgressSource);
    assertTrue(e.getMessage(), e.getMessage().contains("yarn.mr-orchestrator.progress=map-reduce"));
    assertTrue(e.getMessage(), e.getMessage().contains("one of masters, mapreduce, tez, none, or"));
  }

  @Test
  public void estimatorIsCheckedOnNodeManagersOnly() throws Exception {
    conf.set("yarn.mr-orchestrator.estimator", "regressions");
    OrchestratorConfiguration c = read();
    assertNotNull(c.newPolicy());
    InvalidConfigurationException e =
        assertThrows(InvalidConfigurationException.class, c::newEstimator);
    assertTrue(e.getMessage(), e.getMessage().contains("estimator=regressions cannot be used"));
    assertTrue(e.getMessage(), e.getMessage().contains("on the NodeManager's class path"));
  }

  @Test
  public void contradictoryValuesAreRefused() {
    conf.set("yarn.mr-orchestrator.epoch", "2s");
    assertRefused(
        "yarn.mr-orchestrator.epoch=2000ms is below yarn.mr-orchestrator.sample-interval=5000ms");
    conf.unset("yarn.mr-orchestrator.epoch");
    conf.set("yarn.mr-orchestrator.step", "2");
    assertRefused("yarn.mr-orchestrator.min-change=2 is not below yarn.mr-orchestrator.step=2");
  }

  @Test
  public void invalidValuesAreRefused() {
    String[][] wrong = {
      {"control", "disk"},
      {"cgroup.parent", "/yarnext"},
      {"cgroup.parent", "../yarnext"},
      {"cgroup.parent", "a/../b"},
      {"cgroup.parent", ""},
      {"step", "0"},
      {"port", "0"},
      {"rpc.timeout", "99ms"},
      {"cpu.floor", "9"},
    };
    for (String[] each : wrong) {
      String key = "yarn.mr-orchestrator." + each[0];
      conf.set(key, each[1]);
      assertRefused(key);
      conf.unset(key);
    }
  }

  @Test
  public void unknownKeyDoesNotDisableTheOtherKeys() throws Exception {
    conf.set("yarn.mr-orchestrator.mode", "shadow");
    conf.set("yarn.mr-orchestrator.no-such-key", "1");
    assertEquals(FeatureMode.SHADOW, read().mode());
  }

  private void assertRefused(String message) {
    InvalidConfigurationException e = assertThrows(InvalidConfigurationException.class, this::read);
    assertTrue(e.getMessage(), e.getMessage().contains(message));
  }
}
