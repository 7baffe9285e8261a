// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** How soon a task is placed elsewhere whose host is full: no later than in stock. */
@RunWith(Parameterized.class)
public class LocalityTest {
  private static final int NODES = 8;
  private static final int MAP = 20;

  private final SchedulerKind kind;

  public LocalityTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  private Configuration configuration() {
    Configuration conf = World.configuration(kind);
    conf.setInt("yarn.scheduler.capacity.node-locality-delay", 40);
    conf.set("yarn.scheduler.fair.locality.threshold.node", "1.0");
    conf.set("yarn.scheduler.fair.locality.threshold.rack", "1.0");
    conf.set("yarn.elastic.mode", "on");
    return conf;
  }

  private World ours() throws Exception {
    return World.withComponents(
        kind,
        configuration(),
        configuration ->
            new ElasticComponents(
                new SchedulerRules(JobOrder.FAIR, 1, true),
                (job, priority) -> priority == MAP ? new SteadyModel(300_000) : null,
                new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000),
                FixedPolicies.gives(null),
                new BoundedReservationPolicy(),
                System::currentTimeMillis));
  }

  /** Returns MapReduce's requests for a map whose split is on one host. */
  public static List<ResourceRequest> onHost(int priority, String host, long mb, int count) {
    List<ResourceRequest> requests = new ArrayList<>();
    for (String place : Arrays.asList(host, "/default-rack", ResourceRequest.ANY)) {
      requests.add(
          ResourceRequest.newInstance(
              Priority.newInstance(priority), place, Resource.newInstance(mb, 1), count));
    }
    return requests;
  }

  /**
   * How many heartbeats after a task has ended there the node that it was on is given to one whose
   * host is full, as all nodes are.
   */
  private int heartbeatsUntilPlaced(World world, int tasks) {
    world.addBallast();
    world.addNode("10.0.0.50", 2 * 256, 2);
    final ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId filler = world.run(2, "b", "MAPREDUCE");
    List<NodeId> nodes = new ArrayList<>();
    Container last = null;
    for (int n = 1; n <= NODES; n++) {
      NodeId node = world.addNode("10.0.0." + n, 3072, 16);
      nodes.add(node);
      world.request(filler, MAP, 2048, 1, 1);
      world.heartbeat(node);
      last = world.take(filler).get(0);
      assertEquals(node, last.getNodeId());
    }
    if (world.module() != null) {
      world.estimate();
    }
    world.take(job, onHost(MAP, "10.0.0.1", 2048, tasks));
    for (int round = 0; round < 3; round++) {
      nodes.forEach(world::heartbeat);
    }
    assertTrue(world.take(job).isEmpty());
    world.complete(last.getId());
    for (int heartbeats = 1; heartbeats < 200; heartbeats++) {
      world.heartbeat(nodes.get((heartbeats - 1) % NODES));
      List<Container> got = world.take(job);
      if (!got.isEmpty()) {
        assertEquals(last.getNodeId(), got.get(0).getNodeId());
        SchedulerTotals.balance(world);
        return heartbeats;
      }
    }
    throw new AssertionError("never placed");
  }

  private void assertAsSoonAsInStock(int tasks) throws Exception {
    int stocks;
    try (World stock = World.stock(kind, configuration())) {
      stocks = heartbeatsUntilPlaced(stock, tasks);
    }
    try (World ours = ours()) {
      int heartbeats = heartbeatsUntilPlaced(ours, tasks);
      assertTrue(heartbeats + ", in stock " + stocks, heartbeats <= stocks);
      assertTrue("nodes were offered to nobody", ours.count("OffersSkipped") > 0);
      assertEquals(0, ours.count("GuardFailures"));
    }
  }

  @Test
  public void singleTaskLeavesItsFullHostAsSoonAsInStock() throws Exception {
    assertAsSoonAsInStock(1);
  }

  @Test
  public void firstOfTwentyTasksLeavesItsFullHostAsSoonAsInStock() throws Exception {
    assertAsSoonAsInStock(20);
  }

  @Test
  public void firstOfSixtyTasksLeavesItsFullHostAsSoonAsInStock() throws Exception {
    assertAsSoonAsInStock(60);
  }
}
