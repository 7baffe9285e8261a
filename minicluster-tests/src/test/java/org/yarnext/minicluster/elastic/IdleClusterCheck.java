// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertFalse;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.minicluster.process.Await;

/**
 * Checks that the ResourceManager counts no resources as used or pending once all jobs have ended.
 */
public final class IdleClusterCheck {
  /** Memory, vcores and containers allocated, and the same pending and reserved. */
  private static final String IDLE = "0 0 0, 0 0 0, 0 0 0";

  /** The same allocated on a node, and the memory that is left. */
  private static final String IDLE_NODE = "0 0 0, " + ElasticCluster.NODE_MB;

  private IdleClusterCheck() {}

  /** Waits until nothing is allocated, pending or reserved any more, in any queue or node. */
  public static void await(ElasticCluster elastic) {
    Await.until(
        () -> "nothing allocated, pending or reserved: " + usage() + ", " + nodes(elastic),
        ElasticCluster.PATIENCE_MS,
        () ->
            usage().values().stream().allMatch(IDLE::equals)
                && nodes(elastic).values().stream().allMatch(IDLE_NODE::equals));
    assertFalse(usage().isEmpty());
  }

  /** A node counts a container until it has reported its end, which may be after its queue. */
  private static Map<NodeId, String> nodes(ElasticCluster elastic) {
    Map<NodeId, String> nodes = new TreeMap<>();
    for (int i = 0; i < elastic.cluster().size(); i++) {
      NodeId id = elastic.cluster().nodeId(i);
      SchedulerNode node = elastic.scheduler().getNode(id);
      nodes.put(
          id,
          String.format(
              Locale.ROOT,
              "%d %d %d, %d",
              node.getAllocatedResource().getMemorySize(),
              node.getAllocatedResource().getVirtualCores(),
              node.getNumContainers(),
              node.getUnallocatedResource().getMemorySize()));
    }
    return nodes;
  }

  /** Returns the usage of the default partition by queue. */
  private static Map<String, String> usage() {
    Map<String, String> usage = new TreeMap<>();
    QueueMetrics.getQueueMetrics()
        .forEach(
            (queue, m) ->
                usage.put(
                    queue,
                    String.format(
                        Locale.ROOT,
                        "%d %d %d, %d %d %d, %d %d %d",
                        m.getAllocatedMB(),
                        m.getAllocatedVirtualCores(),
                        m.getAllocatedContainers(),
                        m.getPendingMB(),
                        m.getPendingVirtualCores(),
                        m.getPendingContainers(),
                        m.getReservedMB(),
                        m.getReservedVirtualCores(),
                        m.getReservedContainers())));
    return usage;
  }
}
