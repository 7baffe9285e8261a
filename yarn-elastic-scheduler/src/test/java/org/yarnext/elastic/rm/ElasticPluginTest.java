// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.SchedulingPolicy;
import org.junit.After;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/**
 * What of the schedulers' own set-up goes together with smaller containers, and what is refused.
 */
@RunWith(Parameterized.class)
public class ElasticPluginTest {
  private final SchedulerKind kind;
  private final Configuration conf;
  private World world;

  public ElasticPluginTest(SchedulerKind kind) {
    this.kind = kind;
    this.conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @After
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  private World make() throws Exception {
    world = World.ours(kind, conf, Deciders.HALVE, false);
    return world;
  }

  /** A master and one task that finds half the room it asks for. */
  private List<Container> placeOne() {
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.ask(job, 20, 1024, 1, 1);
    world.heartbeats(3);
    Books.balance(world);
    return world.take(job);
  }

  @Test
  public void modeIsOffByDefault() throws Exception {
    conf.unset("yarn.elastic.mode");
    make();
    assertNull(world.module());
    assertTrue(placeOne().isEmpty());
  }

  @Test
  public void invalidValueLeavesTheSchedulerStock() throws Exception {
    conf.set("yarn.elastic.claims.queues", "root.a:perhaps");
    make();
    assertNull(world.module());
    assertTrue(placeOne().isEmpty());
  }

  @Test
  public void unknownKeyDoesNotDisableTheModule() throws Exception {
    conf.set("yarn.elastic.modus", "on");
    make();
    assertNotNull(world.module());
  }

  @Test
  public void shadowModeNeedsNoProcessor() throws Exception {
    conf.set("yarn.elastic.mode", "shadow");
    conf.unset(YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS);
    make();
    assertNotNull(world.module());
  }

  @Test
  public void otherProcessorsAreAllowed() throws Exception {
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        ElasticAmsProcessor.class.getName() + " , org.example.Other");
    make();
    assertNotNull(world.module());
  }

  @Test
  public void failedComponentCreationLeavesTheSchedulerStock() throws Exception {
    world =
        World.withComponents(
            kind,
            conf,
            configuration -> {
              throw new NoClassDefFoundError("gone");
            });
    assertNull(world.module());
    assertTrue(placeOne().isEmpty());
  }

  @Test
  public void componentsStopAlthoughTheGuardIsTripped() throws Exception {
    AtomicInteger stopped = new AtomicInteger();
    world = World.asConfigured(kind, conf, rounds(stopped), true);
    world.trip();
    world.close();
    world = null;
    assertEquals("both threads", 2, stopped.get());
    assertNull("and the rest", DefaultMetricsSystem.instance().getSource("ElasticScheduler"));
  }

  /** A daemon whose threads cannot be ended. */
  private static ElasticHost rounds(AtomicInteger stopped) {
    return new ElasticHost() {
      @Override
      public long nowMs() {
        return DAEMON.nowMs();
      }

      @Override
      public long nanoTime() {
        return DAEMON.nanoTime();
      }

      @Override
      public long startedMs(RMContainer container) {
        return DAEMON.startedMs(container);
      }

      @Override
      public ProfileSource profiles() {
        return null;
      }

      @Override
      public Rounds repeat(String name, Runnable work, long intervalMs) {
        return new Rounds() {
          @Override
          public void once(Runnable early, long delayNanos) {
            // nothing is done
          }

          @Override
          public void end() {
            stopped.incrementAndGet();
            throw new IllegalStateException("broken");
          }
        };
      }
    };
  }

  @Test
  public void multiNodePlacementIsRefused() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    conf.setBoolean("yarn.scheduler.capacity.multi-node-placement-enabled", true);
    make();
    assertNull(world.module());
  }

  private World makeWithProfiles() throws Exception {
    world = World.asConfigured(kind, conf);
    return world;
  }

  @Test
  public void policyDecidesReservationsUnlessStockOrShadow() throws Exception {
    makeWithProfiles();
    assertTrue("bounded by default", world.asksAboutReservations());
    world.close();
    conf.set("yarn.elastic.reservations", "stock");
    makeWithProfiles();
    assertFalse(world.asksAboutReservations());
    world.close();
    conf.set("yarn.elastic.reservations", "no-harm");
    conf.set("yarn.elastic.mode", "shadow");
    makeWithProfiles();
    assertNotNull(world.module());
    assertFalse("in shadow mode", world.asksAboutReservations());
  }

  @Test
  public void asynchronousSchedulingAllowsOnlyStockReservations() throws Exception {
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", true);
    makeWithProfiles();
    assertNotNull(world.module());
    assertFalse(world.asksAboutReservations());
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
    world.ask(job, 20, 1024, 1, 1);
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
    world.askByConstraint(job, 20, 1024, 1);
    assertEquals(1024, world.scheduler.getRootQueueMetrics().getPendingMB());
    world.heartbeats(3);
    assertEquals(0, world.count("ContainersUndersized"));
    assertEquals(1, world.attempt(job).getReservedContainers().size());
    Books.balance(world);
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
    world = World.ours(kind, conf, Deciders.HALVE, true);
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.ask(job, 20, 1024, 1, 1);
    long end = System.nanoTime() + 20_000_000_000L;
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
    world.ask(job, 20, 1024, 1, 2);
    world.heartbeats(2);
    List<Container> got = world.take(job);
    assertEquals(2, got.size());
    assertEquals(
        1536, got.get(0).getResource().getMemorySize() + got.get(1).getResource().getMemorySize());
    Books.balance(world);
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
          JobOrder.FIFO, ((ElasticFairScheduler) world.scheduler).rules().share(queue).order());
    } else {
      assertEquals(
          JobOrder.FAIR, ((ElasticCapacityScheduler) world.scheduler).rules().share(queue).order());
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
    Books.balance(world);
  }

  private static void write(File file, String minPercent) throws Exception {
    String xml =
        "<configuration><property><name>yarn.elastic.min-memory-percent</name><value>"
            + minPercent
            + "</value></property></configuration>";
    Files.write(file.toPath(), xml.getBytes(UTF_8));
  }

  /** The least memory that one of an application's tasks is given, which all ask for 1,024 MB. */
  private long least(int number) {
    NodeId node = world.addNode("10.0.0." + number, 1024 + 256 + 768, 8);
    ApplicationAttemptId job = world.run(number, "a", "MAPREDUCE");
    world.ask(job, 20, 1024, 1, 6);
    for (int i = 0; i < 2; i++) {
      world.estimate();
      world.heartbeats(4);
    }
    List<Container> got = world.take(job);
    world.finish(job);
    world.removeNode(node);
    return got.stream().mapToLong(c -> c.getResource().getMemorySize()).min().getAsLong();
  }

  @Test
  public void queueRefreshReloadsValidLiveKeys() throws Exception {
    File site = File.createTempFile("site", ".xml");
    site.deleteOnExit();
    write(site, "30");
    conf.addResource(site.toURI().toURL());
    conf.set("yarn.elastic.heap.floor", "16");
    world =
        World.withComponents(
            kind,
            conf,
            configuration ->
                ElasticComponents.configured(
                    configuration,
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    true,
                    ElasticHost.DAEMON));
    world.tags(
        Collections.singleton("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=1.3"));
    world.addBallast();
    assertEquals(512, least(1));
    write(site, "60");
    world.scheduler.reinitialize(conf, world.context);
    assertEquals(768, least(2));
    write(site, "0");
    world.scheduler.reinitialize(conf, world.context);
    assertEquals(768, least(3));
    write(site, "30");
    world.scheduler.reinitialize(conf, null); // as stock's own tests call it
    assertEquals(512, least(4));
    assertEquals(0, world.count("GuardFailures"));
  }

  @Test
  public void refusedConfigurationIsShownInTheMetrics() throws Exception {
    conf.set("yarn.elastic.end-margin", "91");
    make();
    assertNull(world.module());
    assertNotNull(DefaultMetricsSystem.instance().getSource("ElasticScheduler"));
    world.close();
    assertNull(DefaultMetricsSystem.instance().getSource("ElasticScheduler"));
    world = null;
  }

  @Test
  public void timelineAndProfilesAreShownInTheMetrics() throws Exception {
    conf.set("yarn.elastic.profiles.file", "/does/not/exist");
    makeWithProfiles();
    assertEquals(-1, world.count("TimelineAgeMillis"));
    assertEquals(1, world.count("ProfilesRefused"));
    assertTrue(
        world.module().sizer().metrics().metrics().snapshot().keySet().contains("TimelineMillis"));
  }
}
