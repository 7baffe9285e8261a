// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed.QueueLimitCalculator;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.junit.Before;
import org.yarnext.common.metrics.FeatureMetrics;

/** A coordinator in an embedded ResourceManager with simulated nodes. */
abstract class MercuryCoordinatorTestBase {
  static final long PATIENCE_MS = 120_000;
  static final int QUIET = 40_000;
  static final int OVERLOADED = 400_000;

  /** Stock's wait limit, told from ours by its value. */
  static final int STOCKS = 12_345;

  final Configuration conf = EmbeddedResourceManager.configuration();
  final Map<NodeId, Integer> nodes = new LinkedHashMap<>();
  final StringBuffer log = new StringBuffer();

  final AppenderSkeleton appender =
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
  EmbeddedResourceManager rm;
  ContainerQueuingLimit latest;

  /** How often all nodes have sent a heartbeat. */
  int heartbeats;

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

  void startWithNodes() throws Exception {
    rm = EmbeddedResourceManager.start(conf);
    registerAll();
  }

  void registerAll() throws Exception {
    nodes.clear();
    for (int i = 0; i < 4; i++) {
      nodes.put(rm.register("host" + i), i == 0 ? OVERLOADED : QUIET);
    }
  }

  RMContext context() {
    return rm.getRMContext();
  }

  QueueLimitCalculator calculator() {
    return context().getNodeManagerQueueLimitCalculator();
  }

  void heartbeats() throws Exception {
    for (Map.Entry<NodeId, Integer> node : nodes.entrySet()) {
      latest = rm.heartbeat(node.getKey(), node.getValue());
    }
    heartbeats++;
  }

  /** Heartbeats go on until it holds. Nodes are stale for a moment after a pause of the machine. */
  void await(String what, Callable<Boolean> condition) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    do {
      heartbeats();
      Thread.sleep(30);
      assertTrue("waited in vain for " + what + "\n" + log, Time.monotonicNow() < end);
    } while (!condition.call());
  }

  boolean limited() {
    return limits(latest.getMaxQueueWaitTimeInMs());
  }

  /**
   * Returns whether a wait is the final limit, not one from before or during the confirmation of
   * the overload.
   */
  static boolean limits(long waitMs) {
    return waitMs > 2 * QUIET && waitMs < 4 * OVERLOADED / 5;
  }

  static FeatureMetrics metrics() {
    return (FeatureMetrics) DefaultMetricsSystem.instance().getSource("MercuryCoordinator");
  }

  static long metric(String name) {
    return metrics().snapshot().get(name).longValue();
  }
}
