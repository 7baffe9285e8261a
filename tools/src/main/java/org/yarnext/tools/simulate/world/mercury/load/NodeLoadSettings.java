// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.load;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.simulate.engine.SimulationException;

/** Stock's settings of opportunistic queues and of the node list sorted by load. Immutable. */
public final class NodeLoadSettings {
  private final NodeLoadOrder order;
  private final long sortMs;
  private final int queueCapacity;

  /** Number of least loaded nodes in stock's list. */
  final int nodesUsed;

  final float limitSigma;
  final int minLength;
  final int maxLength;

  /**
   * Reads the settings.
   *
   * @throws SimulationException if one is wrong, naming it
   */
  public NodeLoadSettings(Configuration conf) {
    order = NodeLoadOrder.ofStock(conf);
    try {
      nodesUsed =
          conf.getInt(
              YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED,
              YarnConfiguration.DEFAULT_OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED);
      sortMs =
          conf.getLong(
              YarnConfiguration.NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS,
              YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS);
      queueCapacity =
          conf.getInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, 0);
      limitSigma =
          conf.getFloat(
              YarnConfiguration.NM_CONTAINER_QUEUING_LIMIT_STDEV,
              YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_LIMIT_STDEV);
      minLength =
          conf.getInt(
              YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH,
              YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH);
      maxLength =
          conf.getInt(
              YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH,
              YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH);
    } catch (NumberFormatException e) {
      throw new SimulationException(e.getMessage(), e);
    }
    if (queueCapacity <= 0 || nodesUsed <= 0 || sortMs <= 0) {
      throw new SimulationException(
          YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH
              + ", "
              + YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED
              + " and "
              + YarnConfiguration.NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS
              + " must be above 0: without queues no opportunistic container would ever run");
    }
  }

  /** Returns the order of nodes in stock's ResourceManager. */
  public NodeLoadOrder order() {
    return order;
  }

  /** Returns the interval at which nodes are sorted, in ms; above 0. */
  public long sortMs() {
    return sortMs;
  }

  /** Returns the maximum number of containers in a node's queue; above 0. */
  public int queueCapacity() {
    return queueCapacity;
  }
}
