// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.random;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.conf.reload.ReloadResult.Outcome;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Modes that change while jobs run. */
public class ElasticModeSwitchTest extends RandomWorldTestBase {
  private static final int MAP = 20;
  private static final String[] MODES = {"off", "shadow", "on"};

  private World world;

  public ElasticModeSwitchTest(SchedulerKind kind) {
    super(kind);
  }

  @After
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  private ApplicationAttemptId job(int number, int mb, int tasks) {
    ApplicationAttemptId job = world.run(number, "a", "MAPREDUCE");
    world.request(job, MAP, mb, 1, tasks);
    return job;
  }

  @Test
  public void raiseConcernsJobsThatRunAndOffLeavesTheirContainers() throws Exception {
    world = World.ours(kind, "off", FixedPolicies.HALVE);
    assertNull(world.module());
    world.addBallast();
    NodeId node = world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = job(1, 1024, 2);
    world.heartbeats(3);
    assertEquals("as stock", Collections.emptyList(), World.sizes(world.take(job)));
    assertEquals(1, world.attempt(job).getReservedContainers().size());
    assertEquals(Outcome.APPLIED, world.set("mode", "on").outcome());
    world.heartbeats(4);
    List<Container> smaller = world.take(job);
    assertEquals(Collections.singletonList(512L), World.sizes(smaller));
    SchedulerTotals.balance(world);
    assertEquals(1, world.count("ContainersUndersized"));
    world.set("mode", "off");
    assertNull(world.module());
    NodeId other = world.addNode("10.0.0.2", 768, 8);
    world.heartbeats(4);
    assertEquals("none is smaller", Collections.emptyList(), World.sizes(world.take(job)));
    assertNotNull("it goes on", world.scheduler.getRMContainer(smaller.get(0).getId()));
    SchedulerTotals.balance(world);
    world.complete(smaller.get(0).getId());
    world.heartbeat(node);
    world.heartbeat(other);
    SchedulerTotals.balance(world);
    assertEquals(0, world.count("GuardFailures"));
  }

  @Test
  public void raiseThatTheSetUpForbidsIsRefused() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "off");
    conf.unset("yarn.resourcemanager.application-master-service.processors");
    world = World.ours(kind, conf, FixedPolicies.HALVE, false);
    ReloadResult refused = world.set("mode", "on");
    assertEquals(Outcome.REFUSED, refused.outcome());
    assertTrue(refused.toString(), refused.toString().contains("ElasticAmsProcessor"));
    assertNull(world.module());
    assertEquals(Outcome.APPLIED, world.set("mode", "shadow").outcome());
    assertNotNull(world.module());
  }

  @Test
  public void raiseOnAnUnsuitedSchedulerIsRefused() throws Exception {
    assumeTrue(kind == SchedulerKind.CAPACITY);
    Configuration conf = World.configuration(kind);
    conf.set("yarn.scheduler.capacity.schedule-asynchronously.enable", "true");
    conf.set("yarn.elastic.reservations", "bounded");
    conf.set("yarn.elastic.mode", "off");
    world = World.asConfigured(kind, conf);
    ReloadResult refused = world.set("mode", "shadow");
    assertEquals(Outcome.REFUSED, refused.outcome());
    assertTrue(refused.toString(), refused.toString().contains("schedule-asynchronously"));
    assertNull(world.module());
  }

  @Test
  public void threadsRunOnlyWhileTheModeIsNotOff() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "off");
    world = World.asConfigured(kind, conf, ElasticHost.DAEMON, true);
    awaitNoThreads();
    for (int i = 0; i < 2; i++) {
      world.set("mode", "shadow");
      assertTrue(hasThreads());
      world.set("mode", "on");
      assertTrue(hasThreads());
      world.set("mode", "off");
      awaitNoThreads();
    }
  }

  /** One that is busy ends with its round. */
  private static void awaitNoThreads() throws InterruptedException {
    for (int i = 0; hasThreads() && i < 6_000; i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertFalse(hasThreads());
  }

  private static boolean hasThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(t -> t.isAlive() && t.getName().startsWith("yarnext-elastic-"));
  }

  /** The sizes of all containers. */
  private static Map<ContainerId, Long> sizes(World world) {
    Map<ContainerId, Long> sizes = new HashMap<>();
    for (NodeId id : world.nodes()) {
      for (RMContainer c :
          world.scheduler.getSchedulerNode(id).getCopiedListOfRunningContainers()) {
        sizes.put(c.getContainerId(), c.getAllocatedResource().getMemorySize());
      }
    }
    return sizes;
  }

  /** After any events the accounts balance, and only mode on makes containers smaller. */
  private void switched(long seed, World started, long[] smaller) {
    Random random = new Random(seed);
    String[] mode = {"off"};
    long[] before = {0};
    Map<ContainerId, Long> given = new HashMap<>();
    runStory(
        seed,
        started,
        () -> {
          SchedulerTotals.balance(started);
          long now = started.count("ContainersUndersized");
          if (!mode[0].equals("on")) {
            assertEquals(mode[0], before[0], now);
          }
          before[0] = now;
          sizes(started).forEach((c, mb) -> assertEquals(given.computeIfAbsent(c, n -> mb), mb));
          if (random.nextInt(4) == 0) {
            mode[0] = MODES[random.nextInt(3)];
            started.set("mode", mode[0]);
          }
        });
    smaller[0] += before[0];
    assertEquals(0, started.count("GuardFailures"));
  }

  @Test
  public void accountingBalancesWithAnyOrderOfSwitches() throws Exception {
    long[] smaller = new long[1];
    each(seed -> switched(seed, World.ours(kind, "off", FixedPolicies.HALVE), smaller));
    assertTrue("hardly any were smaller: " + smaller[0], smaller[0] > 2);
  }

  @Test
  public void accountingBalancesWithAnyOrderOfSwitchesAndReservations() throws Exception {
    long[] smaller = new long[1];
    each(
        seed -> {
          Configuration conf = World.configuration(kind);
          conf.set("yarn.elastic.mode", "off");
          World started =
              World.withComponents(
                  kind,
                  conf,
                  configuration ->
                      new ElasticComponents(
                          new SchedulerRules(JobOrder.FAIR, 1, true),
                          (job, priority) -> priority == 5 ? null : new SteadyModel(1_000),
                          new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000),
                          FixedPolicies.HALVE,
                          new BoundedReservationPolicy(),
                          System::currentTimeMillis));
          switched(seed, started, smaller);
        });
    assertTrue(Arrays.toString(smaller), smaller[0] >= 0);
  }
}
