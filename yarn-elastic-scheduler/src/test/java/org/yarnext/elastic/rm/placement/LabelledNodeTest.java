// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceUsage;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Tests under-sized containers on nodes with a label, which the CapacityScheduler alone knows. */
public class LabelledNodeTest {
  private static final String ROOT = "yarn.scheduler.capacity.root";
  private static final String LABEL = "gpu";
  private static final int MAP = 20;

  private World world;
  private NodeId labelled;
  private ApplicationAttemptId job;

  @Before
  public void twoNodes() throws Exception {
    Configuration conf = World.configuration(SchedulerKind.CAPACITY);
    conf.set("yarn.elastic.mode", "on");
    conf.setBoolean("yarn.node-labels.enabled", true);
    conf.set(ROOT + ".accessible-node-labels", LABEL);
    conf.setInt(ROOT + ".accessible-node-labels." + LABEL + ".capacity", 100);
    conf.set(ROOT + ".a.accessible-node-labels", LABEL);
    conf.setInt(ROOT + ".a.accessible-node-labels." + LABEL + ".capacity", 100);
    conf.setInt(ROOT + ".b.accessible-node-labels." + LABEL + ".capacity", 0);
    world = World.ours(SchedulerKind.CAPACITY, conf, FixedPolicies.HALVE, false);
    world.addNode("10.0.0.1", 1024, 16);
    labelled = world.addNode(LABEL, "10.0.0.2", 1536, 16);
    job = world.run(1, "a", "MAPREDUCE");
  }

  @After
  public void close() {
    world.close();
  }

  private List<Container> granted(String label, int count) {
    List<ResourceRequest> requests = World.requests(MAP, 1024, 1, count);
    requests.get(0).setNodeLabelExpression(label);
    world.take(job, requests);
    world.heartbeats(4);
    return world.take(job);
  }

  private void assertCharged(long usedMb, long pendingMb) {
    Queue queue = world.scheduler.getSchedulerApplications().get(job.getApplicationId()).getQueue();
    ResourceUsage usage = ((CSQueue) queue).getQueueResourceUsage();
    assertEquals(usedMb, usage.getUsed(LABEL).getMemorySize());
    assertEquals(pendingMb, usage.getPending(LABEL).getMemorySize());
    QueueMetrics metrics = queue.getMetrics().getPartitionQueueMetrics(LABEL);
    assertEquals(usedMb, metrics.getAllocatedMB());
    assertEquals(pendingMb, metrics.getPendingMB());
    assertEquals("of other nodes", 0, queue.getMetrics().getPendingMB());
    assertEquals("of other nodes", 256, queue.getMetrics().getAllocatedMB());
  }

  @Test
  public void labelMetricsCountTheSizeOfTheContainer() {
    List<Container> got = granted(LABEL, 3);
    assertEquals(Arrays.asList(512L, 1024L), World.sizes(got));
    got.forEach(c -> assertEquals(labelled, c.getNodeId()));
    assertCharged(1536, 1024);
    got.forEach(c -> world.complete(c.getId()));
    assertCharged(0, 1024);
    world.heartbeats(2);
    assertCharged(1024, 0);
    world.take(job).forEach(c -> world.complete(c.getId()));
    assertCharged(0, 0);
  }

  @Test
  public void requestWithoutTheLabelIsNotShrunkToUseTheNode() {
    List<Container> got = granted("", 3);
    assertEquals(Arrays.asList(512L), World.sizes(got));
    assertEquals("10.0.0.1", got.get(0).getNodeId().getHost());
  }
}
