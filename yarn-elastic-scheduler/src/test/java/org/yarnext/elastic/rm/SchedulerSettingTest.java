// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.SchedulingPolicy;
import org.junit.Assume;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Settings of the stock schedulers that are supported or refused. */
public class SchedulerSettingTest extends ElasticPluginTestBase {
  public SchedulerSettingTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void multiNodePlacementIsRefused() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    conf.setBoolean("yarn.scheduler.capacity.multi-node-placement-enabled", true);
    make();
    assertNull(world.module());
  }

  @Test
  public void policyDecidesReservationsUnlessStockOrShadow() throws Exception {
    makeWithProfiles();
    assertTrue("bounded by default", world.decidesReservations());
    world.close();
    conf.set("yarn.elastic.reservations", "stock");
    makeWithProfiles();
    assertFalse(world.decidesReservations());
    world.close();
    conf.set("yarn.elastic.reservations", "no-harm");
    conf.set("yarn.elastic.mode", "shadow");
    makeWithProfiles();
    assertNotNull(world.module());
    assertFalse("in shadow mode", world.decidesReservations());
  }

  @Test
  public void asynchronousSchedulingAllowsOnlyStockReservations() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", true);
    makeWithProfiles();
    assertNotNull(world.module());
    assertFalse(world.decidesReservations());
    world.close();
    conf.set("yarn.elastic.reservations", "stock");
    makeWithProfiles();
    assertNotNull(world.module());
    world.close();
    conf.set("yarn.elastic.reservations", "no-harm");
    makeWithProfiles();
    assertNull("refused", world.module());
  }

  @Test
  public void memoryOnlyCalculatorIsSupported() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    conf.unset("yarn.scheduler.capacity.resource-calculator");
    make();
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 1);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, 20, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(512, world.take(job).get(0).getResource().getMemorySize());
  }

  @Test
  public void schedulingRequestsAreNeverShrunk() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    conf.set(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "scheduler");
    make();
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "SPARK");
    world.requestByConstraint(job, 20, 1024, 1);
    assertEquals(1024, world.scheduler.getRootQueueMetrics().getPendingMB());
    world.heartbeats(3);
    assertEquals(0, world.count("ContainersUndersized"));
    assertEquals(1, world.attempt(job).getReservedContainers().size());
    SchedulerTotals.balance(world);
  }

  @Test
  public void sizeBasedWeightsAreSupported() throws Exception {
    conf.setBoolean("yarn.scheduler.fair.sizebasedweight", true);
    make();
    assertEquals(512, placeOne().get(0).getResource().getMemorySize());
  }

  @Test
  public void continuousSchedulingIsSupported() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.FAIR);
    conf.setBoolean("yarn.scheduler.fair.continuous-scheduling-enabled", true);
    world = World.ours(kind, conf, FixedPolicies.HALVE, true);
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, 20, 1024, 1, 1);
    long end = System.nanoTime() + 120_000_000_000L;
    List<Container> got = world.take(job);
    while (got.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(10);
      world.update();
      got = world.take(job);
    }
    assertFalse(got.isEmpty());
    assertEquals(512, got.get(0).getResource().getMemorySize());
  }

  @Test
  public void severalContainersPerHeartbeatAreSupported() throws Exception {
    conf.setBoolean("yarn.scheduler.fair.assignmultiple", true);
    conf.setInt("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", 10);
    make();
    world.addNode("10.0.0.1", 2048, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, 20, 1024, 1, 2);
    world.heartbeats(2);
    List<Container> got = world.take(job);
    assertEquals(2, got.size());
    assertEquals(
        1536, got.get(0).getResource().getMemorySize() + got.get(1).getResource().getMemorySize());
    SchedulerTotals.balance(world);
  }

  @Test
  public void timelineKnowsTheJobOrderOfEachQueue() throws Exception {
    conf.set("yarn.scheduler.capacity.root.a.ordering-policy", "fair");
    make();
    world.addNode("10.0.0.1", 1024, 8);
    Queue queue = world.attempt(world.run(1, "a", "MAPREDUCE")).getQueue();
    if (kind == SchedulerKind.FAIR) {
      ((FSLeafQueue) queue).setPolicy(SchedulingPolicy.parse("fifo"));
      assertEquals(
          JobOrder.FIFO,
          ((ElasticFairScheduler) world.scheduler).rules().shares().apply(queue).order());
    } else {
      assertEquals(
          JobOrder.FAIR,
          ((ElasticCapacityScheduler) world.scheduler).rules().shares().apply(queue).order());
    }
  }

  @Test
  public void applicationsBeyondTheQueueLimitWait() throws Exception {
    conf.setInt(SchedulerKind.MAX_IN_B, 1);
    kind.configure(conf);
    make();
    world.addBallast();
    world.addNode("10.0.0.1", 2048, 8);
    ApplicationAttemptId first = world.run(1, "b", "MAPREDUCE");
    ApplicationAttemptId second = world.tryToRun(2, "b", "MAPREDUCE");
    assertTrue(world.attempt(second).getLiveContainers().isEmpty());
    world.finish(first);
    world.heartbeats(2);
    assertEquals(1, world.attempt(second).getLiveContainers().size());
    world.finish(second);
    SchedulerTotals.balance(world);
  }
}
