// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.load;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.simulate.engine.SimulationException;

/** Order in which the ResourceManager of Hadoop 3.4.2 sorts nodes by their load. */
public enum NodeLoadOrder {
  /** By queue length only: a full node without a queue equals an idle one. */
  QUEUE_LENGTH,
  /** By queue length, then by free resources, which placements reduce before they queue. */
  QUEUE_LENGTH_THEN_RESOURCES,
  /** By the reported queue wait; stock nodes report none, so that all of them look idle. */
  QUEUE_WAIT_TIME;

  /**
   * Returns stock's order. Operators of Mercury configure QUEUE_WAIT_TIME, by which stock cannot
   * order its nodes, so that stock's default replaces it.
   */
  static NodeLoadOrder ofStock(Configuration conf) {
    String key = YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR;
    String text =
        conf.getTrimmed(key, YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_LOAD_COMPARATOR);
    for (NodeLoadOrder order : values()) {
      if (order.name().equals(text)) {
        return order == QUEUE_WAIT_TIME ? QUEUE_LENGTH : order;
      }
    }
    throw new SimulationException(
        key + "=" + text + " is none of " + Arrays.toString(values()) + ": correct it");
  }
}
