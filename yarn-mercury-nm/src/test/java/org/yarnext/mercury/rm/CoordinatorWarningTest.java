// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;

import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.Test;
import org.yarnext.mercury.rm.scheduler.ResourceCalculatorMonitor;

/** Incomplete configurations are reported once. */
public class CoordinatorWarningTest extends MercuryCoordinatorTestBase {
  private static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";

  @Test
  public void otherLoadComparatorKeepsTheLengthLimitAndIsWarnedOfOnce() throws Exception {
    conf.set(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_LENGTH");
    startWithNodes();
    await("a limit", this::limited);
    assertEquals(
        YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH,
        latest.getMaxQueueLength());
    assertEquals(
        log.toString(), 1, log.toString().split("load-comparator=QUEUE_LENGTH", -1).length - 1);
  }

  @Test
  public void schedulerThatIgnoresCoresIsReportedOnceByAllHooks() throws Exception {
    conf.set("yarn.mercury.coordinator.mode", "shadow");
    conf.set("yarn.mercury.placement.mode", "shadow");
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        MercuryAmsProcessor.class.getName());
    startWithNodes();
    await("a decision", () -> metrics() != null && metric("Rounds") > 0);
    String told =
        "yarn.nodemanager.opportunistic-containers-max-queue-length above 0 start guaranteed"
            + " containers by memory and vcores";
    assertEquals(log.toString(), 1, log.toString().split(told, -1).length - 1);
    String fix =
        "set yarn.scheduler.capacity.resource-calculator to"
            + " org.apache.hadoop.yarn.util.resource.DominantResourceCalculator";
    assertTrue(log.toString(), log.toString().contains(fix));
  }

  @Test
  public void singleHookReportsASchedulerThatIgnoresCores() throws Exception {
    conf.unset("yarn.mercury.coordinator.mode");
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        MercuryAmsProcessor.class.getName());
    startWithNodes();
    assertTrue(log.toString(), log.toString().contains(CALCULATOR));
    assertFalse("no decision failed", log.toString().contains("mercury.hybrid.cores"));
  }

  private static final String ALLOCATES_NONE = "pass unchanged, since this ResourceManager";
  private static final String NO_COORDINATOR = "yarn.mercury.placement.mode has no effect";

  private void startWithTheProcessor() throws Exception {
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        MercuryAmsProcessor.class.getName());
    conf.set("yarn.mercury.placement.mode", "on");
    startWithNodes();
    heartbeats();
  }

  @Test
  public void placementWithoutACoordinatorIsReported() throws Exception {
    conf.unset("yarn.mercury.coordinator.mode");
    startWithTheProcessor();
    assertTrue(log.toString(), log.toString().contains(NO_COORDINATOR));
    assertFalse(log.toString(), log.toString().contains(ALLOCATES_NONE));
  }

  @Test
  public void placementWithoutOpportunisticContainersIsReported() throws Exception {
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, false);
    startWithTheProcessor();
    assertTrue(log.toString(), log.toString().contains(ALLOCATES_NONE));
    assertFalse(log.toString(), log.toString().contains(NO_COORDINATOR));
  }

  @Test
  public void completePlacementConfigurationIsNotReported() throws Exception {
    startWithTheProcessor();
    assertFalse(log.toString(), log.toString().contains(NO_COORDINATOR));
    assertFalse(log.toString(), log.toString().contains(ALLOCATES_NONE));
  }

  @Test
  public void schedulerThatCountsCoresIsNotReported() throws Exception {
    conf.set(CALCULATOR, DominantResourceCalculator.class.getName());
    startWithNodes();
    await("a decision", () -> metrics() != null && metric("Rounds") > 0);
    assertFalse(log.toString(), log.toString().contains(CALCULATOR));
  }

  /** As the mocked schedulers of Hadoop's own tests. */
  @Test
  public void schedulerThatDoesNotTellWhatItCountsIsNotReported() {
    ResourceCalculatorMonitor.warn(mock(RMContext.class), mock(YarnScheduler.class));
    assertEquals("", log.toString());
  }

  @Test
  public void missingOpportunisticAllocationIsReportedOnce() throws Exception {
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, false);
    startWithNodes();
    await("a decision", () -> metrics() != null && metric("Rounds") > 5);
    assertNull(calculator());
    assertNull(latest);
    assertEquals(1, log.toString().split("allocates no opportunistic", -1).length - 1);
  }
}
