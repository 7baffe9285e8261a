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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.resourcemanager.ActiveState;
import org.apache.hadoop.yarn.server.resourcemanager.ListedNodes;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.QueueLimitCalculator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.SuppliedQueueLimits;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;

/** The coordinator inside the stock ResourceManager, with this test as the NodeManagers. */
public class MercuryCoordinatorTest {
  private static final long PATIENCE_MS = 20_000;
  private static final int QUIET = 40_000;
  private static final int OVERLOADED = 400_000;

  private static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";

  /** Stock's wait limit, told from ours by its value. */
  private static final int STOCKS = 12_345;

  private final Configuration conf = EmbeddedResourceManager.configuration();
  private final Map<NodeId, Integer> nodes = new LinkedHashMap<>();
  private final StringBuffer log = new StringBuffer();
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            log.append(event.getRenderedMessage()).append('\n');
          }
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };
  private EmbeddedResourceManager rm;
  private ContainerQueuingLimit latest;

  @Before
  public void configure() {
    Logger.getLogger("org.yarnext").addAppender(appender);
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    conf.set(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, MercuryCoordinator.class.getName());
    conf.set(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_WAIT_TIME");
    conf.setInt(YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_WAIT_TIME_MS, STOCKS);
    conf.setInt(YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_WAIT_TIME_MS, STOCKS);
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
    conf.setInt(YarnConfiguration.NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS, 50);
    conf.set("yarn.mercury.coordinator.mode", "on");
    conf.set("yarn.mercury.coordinator.interval", "50ms");
    conf.set("yarn.mercury.coordinator.stale-after", "1s");
  }

  @After
  public void stop() {
    Logger.getLogger("org.yarnext").removeAppender(appender);
    if (rm != null) {
      rm.stop();
    }
  }

  private void startWithNodes() throws Exception {
    rm = EmbeddedResourceManager.start(conf);
    registerAll();
  }

  private void registerAll() throws Exception {
    nodes.clear();
    for (int i = 0; i < 4; i++) {
      nodes.put(rm.register("host" + i), i == 0 ? OVERLOADED : QUIET);
    }
  }

  private RMContext context() {
    return rm.getRMContext();
  }

  private QueueLimitCalculator calculator() {
    return context().getNodeManagerQueueLimitCalculator();
  }

  private void heartbeats() throws Exception {
    for (Map.Entry<NodeId, Integer> node : nodes.entrySet()) {
      latest = rm.heartbeat(node.getKey(), node.getValue());
    }
  }

  /** Heartbeats go on until it holds. */
  private void await(String what, Callable<Boolean> condition) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    do {
      heartbeats();
      Thread.sleep(30);
      assertTrue("waited in vain for " + what + "\n" + log, Time.monotonicNow() < end);
    } while (!condition.call());
  }

  private boolean limited() {
    return limits(latest.getMaxQueueWaitTimeInMs());
  }

  /** Not what is sent before the overload is known, or while it is to be confirmed. */
  private static boolean limits(long waitMs) {
    return waitMs > 2 * QUIET && waitMs < 4 * OVERLOADED / 5;
  }

  private boolean stocks() {
    return latest.getMaxQueueWaitTimeInMs() == STOCKS;
  }

  private static FeatureMetrics metrics() {
    return (FeatureMetrics) DefaultMetricsSystem.instance().getSource("MercuryCoordinator");
  }

  private static long metric(String name) {
    return metrics().snapshot().get(name).longValue();
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
        () -> Math.abs(limit - latest.getMaxQueueWaitTimeInMs()) <= 2);
    assertEquals("stock's", -1, latest.getMaxQueueLength());
    assertEquals(4, metric("FreshNodes"));
    assertEquals(latest.getMaxQueueWaitTimeInMs(), metric("WaitLimitMs"));
    assertEquals(Math.round(mean), metric("WaitMeanMs"));
    assertEquals("host0:1", ranked().get(3));

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
    await("the silent node to be stale", () -> metric("FreshNodes") == 3);
    assertEquals(1, metric("StaleNodes"));
    assertFalse(ranked().contains("host0:1"));
    await("stock to list it no more", () -> !listed().contains(silent));
    assertEquals(3, listed().size());
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
    await("the lost node to be gone", () -> metric("FreshNodes") == 2);
    assertNull(context().getRMNodes().get(leaving));
    assertEquals(NodeState.LOST, context().getInactiveRMNodes().get(leaving).getState());
    assertEquals(1, metric("StaleNodes"));

    nodes.remove(NodeId.newInstance("host2", 1));
    await("one node is too few for a limit", () -> metric("FreshNodes") == 1);
    await("none is sent", () -> latest.getMaxQueueWaitTimeInMs() == -1);
  }

  @Test
  public void failoverRestoresTheLimitFromHeartbeats() throws Exception {
    startWithNodes();
    await("a limit", this::limited);
    final int before = latest.getMaxQueueWaitTimeInMs();
    RMContext first = context();
    QueueLimitCalculator ours = calculator();
    assertTrue(ours instanceof SuppliedQueueLimits);

    ActiveState.leave(rm);
    assertNull("nobody is shown the old one", MercuryCoordinator.rankings(first));
    assertFalse(
        "stock's is back",
        first.getNodeManagerQueueLimitCalculator() instanceof SuppliedQueueLimits);
    ActiveState.enter(rm);
    assertNotSame(first, context());

    registerAll();
    long start = Time.monotonicNow();
    await("the limit again", this::limited);
    // The limit falls slowly from where the first reports put it, so the two may differ a little.
    assertEquals(before, latest.getMaxQueueWaitTimeInMs(), 0.25 * before);
    assertTrue("within a few heartbeats", Time.monotonicNow() - start < 5_000);
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
    await("the decision", () -> metrics() != null && limits(metric("WaitLimitMs")));
    assertTrue(stocks());
    assertFalse(calculator() instanceof SuppliedQueueLimits);
    assertEquals(4, ranked().size());
    assertTrue(metric("Decision_LIMIT_SENT_shadow") > 0);
    nodes.remove(NodeId.newInstance("host1", 1));
    await("the silent node to be stale", () -> metric("FreshNodes") == 3);
    assertEquals("stock's list stays", 4, listed().size());
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.unset("yarn.mercury.coordinator.mode");
    startWithNodes();
    heartbeats();
    Thread.sleep(200);
    heartbeats();
    assertTrue(stocks());
    assertNull(MercuryCoordinator.rankings(context()));
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

  @Test
  public void missingOpportunisticAllocationIsReportedOnce() throws Exception {
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, false);
    startWithNodes();
    await("a decision", () -> metrics() != null && metric("Rounds") > 5);
    assertNull(calculator());
    assertNull(latest);
    assertEquals(1, log.toString().split("allocates no opportunistic", -1).length - 1);
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
