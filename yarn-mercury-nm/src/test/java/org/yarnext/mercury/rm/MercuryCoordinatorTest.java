// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.HaTransition;
import org.apache.hadoop.yarn.server.resourcemanager.ListedNodes;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.QueueLimitCalculator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.SuppliedQueueLimits;
import org.junit.Test;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;

/** Limits follow the waits of the nodes. */
public class MercuryCoordinatorTest extends MercuryCoordinatorTestBase {
  private boolean stocks() {
    return latest.getMaxQueueWaitTimeInMs() == STOCKS;
  }

  private List<String> ranked() {
    return MercuryCoordinator.rankings(context())
        .ranking(Time.monotonicNow())
        .leastLoadedFirst()
        .stream()
        .map(CandidateNode::id)
        .collect(Collectors.toList());
  }

  private List<NodeId> listed() {
    return ListedNodes.of(rm).stream().map(RemoteNode::getNodeId).collect(Collectors.toList());
  }

  @Test
  public void sentLimitHasAMarginUnlessANodeIsOverloaded() throws Exception {
    startWithNodes();
    await("a limit between the others and the overloaded node", this::limited);
    double mean = (OVERLOADED + 3 * QUIET) / 4.0;
    double sigma = Math.sqrt(3) * (OVERLOADED - QUIET) / 4.0;
    // A round may have known fewer nodes; from its limit this one is approached slowly.
    double limit = mean + Math.sqrt(3) / 2 * sigma;
    await(
        "mean and, of four nodes, half of the root of three σ",
        () ->
            Math.abs(limit - latest.getMaxQueueWaitTimeInMs()) <= 2
                && latest.getMaxQueueWaitTimeInMs() == metric("WaitLimitMillis")
                && Math.round(mean) == metric("WaitMeanMillis")
                && areNodes(4, 0)
                && ranked().indexOf("host0:1") == 3);
    assertEquals("stock's", -1, latest.getMaxQueueLength());

    nodes.put(NodeId.newInstance("host0", 1), QUIET);
    await(
        "a quarter more than the limit, which falls slowly to the mean",
        () -> Math.abs(1.25 * QUIET - latest.getMaxQueueWaitTimeInMs()) < QUIET / 10);
    assertEquals(0, metric("RoundFailures"));
  }

  @Test
  public void silentAndDecommissioningNodesAreExcluded() throws Exception {
    startWithNodes();
    await("all four", () -> metrics() != null && metric("FreshNodes") == 4);
    NodeId silent = NodeId.newInstance("host0", 1);
    nodes.remove(silent);
    await("the silent node to be stale", () -> areNodes(3, 1) && !ranked().contains("host0:1"));
    await("stock to list it no more", () -> !listed().contains(silent) && listed().size() == 3);
    nodes.put(silent, QUIET);
    await("stock to list it again", () -> listed().contains(silent));
    nodes.remove(silent);
    await("stock to list it no more again", () -> !listed().contains(silent));

    NodeId leaving = NodeId.newInstance("host1", 1);
    nodes.remove(leaving);
    context()
        .getDispatcher()
        .getEventHandler()
        .handle(new RMNodeEvent(leaving, RMNodeEventType.EXPIRE));
    await("the lost node to be gone", () -> areNodes(2, 1));
    assertNull(context().getRMNodes().get(leaving));
    assertEquals(NodeState.LOST, context().getInactiveRMNodes().get(leaving).getState());

    nodes.remove(NodeId.newInstance("host2", 1));
    await("one node is too few for a limit", () -> metric("FreshNodes") == 1);
    await("none is sent", () -> latest.getMaxQueueWaitTimeInMs() == -1);
  }

  private static boolean areNodes(long fresh, long stale) {
    return metric("FreshNodes") == fresh && metric("StaleNodes") == stale;
  }

  @Test
  public void failoverRestoresTheLimitFromHeartbeats() throws Exception {
    startWithNodes();
    await("a limit", this::limited);
    final int before = latest.getMaxQueueWaitTimeInMs();
    RMContext first = context();
    QueueLimitCalculator ours = calculator();
    assertTrue(ours instanceof SuppliedQueueLimits);

    HaTransition.toStandby(rm);
    assertNull("nobody is shown the old one", MercuryCoordinator.rankings(first));
    assertFalse(
        "stock's is back",
        first.getNodeManagerQueueLimitCalculator() instanceof SuppliedQueueLimits);
    HaTransition.toActive(rm);
    assertNotSame(first, context());

    registerAll();
    int sent = heartbeats;
    // The limit falls slowly from where the first reports put it, so the two may differ a little.
    await(
        "the limit again",
        () -> limited() && Math.abs(before - latest.getMaxQueueWaitTimeInMs()) <= 0.25 * before);
    assertTrue("after " + (heartbeats - sent) + " heartbeats", heartbeats - sent < 150);
    assertNotSame(ours, calculator());
    assertEquals("one source, under its name", "MercuryCoordinator", metrics().registeredName());
    assertNull(DefaultMetricsSystem.instance().getSource("MercuryCoordinator-1"));
  }

  @Test
  public void removalAtARefreshRestoresTheStockLimits() throws Exception {
    startWithNodes();
    await("a limit", this::limited);
    Configuration without = new Configuration(conf);
    without.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false);
    rm.getResourceScheduler().reinitialize(without, context());
    await("stock's limit", this::stocks);
    assertFalse(calculator() instanceof SuppliedQueueLimits);
    await("no metrics of something that is not there", () -> metrics() == null);

    rm.getResourceScheduler().reinitialize(conf, context());
    await("ours again", this::limited);
    assertNotNull(metrics());
  }

  @Test
  public void shadowModeDecidesAndSendsTheStockLimits() throws Exception {
    conf.set("yarn.mercury.coordinator.mode", "shadow");
    startWithNodes();
    await("the decision", () -> metrics() != null && limits(metric("WaitLimitMillis")));
    assertTrue(stocks());
    assertFalse(calculator() instanceof SuppliedQueueLimits);
    await("all four", () -> ranked().size() == 4);
    assertTrue(metric("Decision_LIMIT_SENT_shadow") > 0);
    nodes.remove(NodeId.newInstance("host1", 1));
    await("the silent node to be stale", () -> metric("FreshNodes") == 3);
    assertEquals("stock's list stays", 4, listed().size());
  }

  private void switchTo(String mode) throws Exception {
    conf.set("yarn.mercury.coordinator.mode", mode);
    MercuryCoordinator.configuration(context(), conf, ConfigurationRegistry.Part.COORDINATOR)
        .live()
        .reload(conf);
  }

  @Test
  public void modeIsSwitchedLiveInEachDirection() throws Exception {
    conf.set("yarn.mercury.coordinator.mode", "off");
    startWithNodes();
    heartbeats();
    assertTrue(stocks());
    for (String lower : new String[] {"off", "shadow", "off"}) {
      switchTo("on");
      await("the limit", this::limited);
      switchTo(lower);
      heartbeats();
      assertEquals("at once", STOCKS, latest.getMaxQueueWaitTimeInMs());
      await("stock's calculator", this::stocks);
    }
    await("the end of the rounds", () -> metric("WaitLimitMillis") == -1);
    assertTrue(MercuryCoordinator.rankings(context()).ranking(Time.monotonicNow()).isEmpty());
    assertEquals(0, metric("RoundFailures"));
  }

  @Test
  public void changedLimitsApplyLive() throws Exception {
    startWithNodes();
    await("the limit", this::limited);
    conf.set("yarn.mercury.coordinator.min-wait", "9m");
    switchTo("on");
    await("the new minimum", () -> latest.getMaxQueueWaitTimeInMs() >= 9 * 60_000);
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.unset("yarn.mercury.coordinator.mode");
    startWithNodes();
    heartbeats();
    Thread.sleep(200);
    heartbeats();
    assertTrue(stocks());
    assertTrue(MercuryCoordinator.rankings(context()).ranking(Time.monotonicNow()).isEmpty());
    assertNull(metrics());
    assertEquals("", log.toString());
  }

  @Test
  public void refusedConfigurationIsStock() throws Exception {
    conf.set("yarn.mercury.coordinator.min-wait", "20m");
    startWithNodes();
    heartbeats();
    assertTrue(stocks());
    assertTrue(
        log.toString(),
        log.toString().contains("yarn.mercury.coordinator.max-wait=600000ms is below"));
    assertEquals(1, metric("ConfigurationRefused"));
    metrics().unregister();
  }

  @Test
  public void stopRestoresTheStockLimits() throws Exception {
    startWithNodes();
    QueueLimitCalculator stock = calculator();
    await("a limit", this::limited);
    if (stock instanceof SuppliedQueueLimits) {
      stock = null; // The first round was faster than this test.
    }
    RMContext context = context();
    NodeRankingCache rankings = MercuryCoordinator.rankings(context);
    rm.stop();
    assertFalse(context.getNodeManagerQueueLimitCalculator() instanceof SuppliedQueueLimits);
    if (stock != null) {
      assertSame(stock, context.getNodeManagerQueueLimitCalculator());
    }
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (metrics() != null || !rankings.ranking(Time.monotonicNow()).isEmpty()) {
      assertTrue("a last round may just have been running", Time.monotonicNow() < end);
      Thread.sleep(10);
    }
  }
}
