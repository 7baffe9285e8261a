// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.cluster.DaemonServer;
import org.yarnext.tools.simulate.workload.SimNode;

/** Nodes and queues of a running ResourceManager. */
public class ClusterViewTest {
  private static String node(String id, String host, String state, String more) {
    return "{\"id\":\""
        + id
        + "\",\"nodeHostName\":\""
        + host
        + "\",\"state\":\""
        + state
        + "\",\"rack\":\"/r1\",\"usedMemoryMB\":1024,\"availMemoryMB\":3072,"
        + "\"usedVirtualCores\":1,\"availableVirtualCores\":7"
        + more
        + "}";
  }

  @Test
  public void nodesAndQueuesAreThoseOfTheResourceManager() throws Exception {
    OmissionCounter omitted = new OmissionCounter();
    try (DaemonServer server = new DaemonServer()) {
      server
          .nodes(
              node("h1:1", "h1", "RUNNING", ""),
              node("h1:2", "h1", "RUNNING", ""),
              node("h2:1", "h2", "LOST", ""),
              node("h3:1", "h3", "RUNNING", ",\"nodeLabels\":[\"gpu\"]"))
          .on(
              "/ws/v1/cluster/scheduler",
              "{\"scheduler\":{\"schedulerInfo\":{\"type\":\"capacityScheduler\",\"queues\":"
                  + "{\"queue\":[{\"queueName\":\"a\",\"absoluteCapacity\":33.4,\"maxCapacity\":50,"
                  + "\"queues\":{\"queue\":{\"queueName\":\"b\",\"absoluteCapacity\":33.4}}},"
                  + "{\"queueName\":\"c\",\"absoluteCapacity\":66.6}]}}}}");
      Configuration conf = new Configuration(false);
      conf.set(YarnConfiguration.RM_WEBAPP_ADDRESS, server.address());
      AdvisedCluster cluster;
      try (DaemonClients clients = new DaemonClients(conf, null, 5_000)) {
        cluster = new ClusterView(conf, 500, omitted).ofResourceManager(clients);
      }
      assertEquals(2, cluster.topology().nodes().size());
      SimNode second = cluster.topology().nodes().get(1);
      assertEquals("two nodes of a host are told apart", "h1:2", second.host());
      assertEquals(4096, second.memoryMb());
      assertEquals(8, second.vcores());
      assertEquals("a.b", cluster.queue("root.a.b"));
      assertEquals("a.b", cluster.queue("b"));
      assertNull(cluster.queue("a"));
      assertEquals("33.4", cluster.keys().get("yarn.scheduler.capacity.root.a.capacity"));
      assertEquals("66.6", cluster.keys().get("yarn.scheduler.capacity.root.c.capacity"));
      assertEquals(
          "100", cluster.keys().get("yarn.scheduler.capacity.root.a.b.capacity").split("\\.")[0]);
      assertEquals("50.0", cluster.keys().get("yarn.scheduler.capacity.root.a.maximum-capacity"));
      assertEquals("a,c", cluster.keys().get("yarn.scheduler.capacity.root.queues"));
      assertTrue(
          omitted.lines().toString(),
          omitted.lines().contains("1 nodes with labels, such as h3:1"));
    }
  }
}
