// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Failing deciders and profiles, and modes. */
public class ElasticFallbackTest extends ElasticSchedulerTestBase {
  private static final long HANG_MS = 100_000;

  public ElasticFallbackTest(SchedulerKind kind) {
    super(kind);
  }

  private void withProfiles(ProfileSource profiles, ElasticPolicy policy) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    world = World.ours(kind, conf, FixedPolicies.with(profiles, policy), false);
  }

  /** Never decides, and misses the guard's deadline. */
  private void onHanging(Runnable asked) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.elastic.guard.deadline", "200ms");
    world =
        World.ours(
            kind,
            conf,
            request -> {
              asked.run();
              hang();
              return null;
            },
            false);
  }

  private static void hang() {
    try {
      Thread.sleep(HANG_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  public void deciderThatThrowsLeavesStock() throws Exception {
    on(
        request -> {
          throw new IllegalStateException("broken");
        });
    stockAnswer();
    assertTrue(world.count("GuardCalls") > 0);
  }

  @Test
  public void deciderThatHangsLeavesStock() throws Exception {
    onHanging(() -> {});
    long start = System.nanoTime();
    stockAnswer();
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertTrue("hung for " + tookMs + " ms", tookMs < HANG_MS);
  }

  @Test
  public void unreadableProfilesLeaveStock() throws Exception {
    withProfiles(
        (job, priority) -> {
          throw new NoClassDefFoundError("gone");
        },
        FixedPolicies.gives(256L));
    stockAnswer();
    assertTrue(world.count("GuardFailures") > 0);
  }

  @Test
  public void unreadableProfileOfOneRequestLeavesStock() throws Exception {
    withProfiles(
        (job, priority) -> {
          if (priority != MAP) {
            throw new NoClassDefFoundError("gone");
          }
          return new SteadyModel(1_000);
        },
        FixedPolicies.gives(null));
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.request(app, MAP + 1, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    assertTrue(world.count("GuardFailures") > 0);
  }

  @Test
  public void trippedGuardCallsNoDecider() throws Exception {
    AtomicInteger requested = new AtomicInteger();
    onHanging(requested::incrementAndGet);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(20);
    assertEquals(1, requested.get());
  }

  @Test
  public void invalidSizesLeaveStock() throws Exception {
    for (long absurd : new long[] {0, -5, 1, 255, 1024, 1025, 769, Long.MAX_VALUE}) {
      on(request -> Decision.of(absurd, FixedPolicies.Why.HALVED));
      stockAnswer();
      close();
    }
    world = null;
  }

  /** As other scheduling threads do; nothing is wrong with the policy then. */
  @Test
  public void roomTakenDuringADecisionIsNoFailure() throws Exception {
    AtomicReference<SchedulerNode> offered = new AtomicReference<>();
    on(
        request -> {
          SchedulerNode node = offered.getAndSet(null);
          if (node == null) {
            return Decision.of(null, FixedPolicies.Why.NOT_HALVED);
          }
          node.deductUnallocatedResource(Resource.newInstance(512, 1));
          return Decision.of(512L, FixedPolicies.Why.HALVED);
        });
    ApplicationAttemptId app = tightNode();
    NodeId node =
        world.nodes().stream().filter(id -> id.getHost().equals("10.0.0.1")).findAny().get();
    offered.set(world.scheduler.getSchedulerNode(node));
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeat(node);
    assertNull("it was asked", offered.get());
    assertEquals(0, world.count("GuardFailures"));
    assertEquals(0, world.count("ContainersUndersized"));
  }

  @Test
  public void deciderWithoutADecisionLeavesStock() throws Exception {
    on(request -> null);
    stockAnswer();
  }

  /** Reserved, as stock does, and placed in full size when there is room. */
  private void stockAnswer() {
    world.addBallast();
    NodeId node = world.addNode("10.0.0.1", 1280, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.request(app, MAP, 768, 1, 2);
    world.heartbeats(4);
    Container first = world.take(app).get(0);
    assertEquals(768, first.getResource().getMemorySize());
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    world.complete(first.getId());
    world.heartbeat(node);
    assertEquals(Collections.singletonList(768L), World.sizes(world.take(app)));
    SchedulerTotals.balance(world);
  }

  @Test
  public void modeOffIsStock() throws Exception {
    world = World.ours(kind, "off", FixedPolicies.HALVE);
    stockAnswer();
    assertNull(world.module());
  }

  @Test
  public void missingProcessorIsRefused() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    conf.unset("yarn.resourcemanager.application-master-service.processors");
    world = World.ours(kind, conf, FixedPolicies.HALVE, false);
    stockAnswer();
    assertNull(world.module());
  }

  @Test
  public void shadowModeCountsAndPlacesAsStock() throws Exception {
    world = World.ours(kind, "shadow", FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    assertTrue(world.count("Decision_HALVED_shadow") > 0);
    assertEquals(0, world.count("ContainersUndersized"));
    SchedulerTotals.balance(world);
  }

  @Test
  public void onlyThePlacingThreadSeesTheSmallerRequest() throws Exception {
    List<Long> seen = new ArrayList<>();
    World[] w = new World[1];
    ApplicationAttemptId[] app = new ApplicationAttemptId[1];
    on(
        request -> {
          seen.add(
              w[0].attempt(app[0])
                  .getAppSchedulingInfo()
                  .getNextPendingAsk()
                  .getPerAllocationResource()
                  .getMemorySize());
          return Decision.of(512L, FixedPolicies.Why.HALVED);
        });
    w[0] = world;
    app[0] = tightNode();
    world.request(app[0], MAP, 1024, 1, 2);
    world.heartbeats(1);
    assertEquals(Collections.singletonList(1024L), seen);
    assertNotNull(world.attempt(app[0]).getLiveContainers());
  }

  @Test
  public void lostRoomIsNotReservedInASmallerSize() throws Exception {
    Resource[] left = {Resource.newInstance(600, 8)}; // as another thread may take the rest
    SchedulerNode[] node = new SchedulerNode[1];
    on(
        new PromptPolicy(
            request -> {
              node[0].updateTotalResource(left[0]);
              return Decision.of(512L, FixedPolicies.Why.HALVED);
            }));
    ApplicationAttemptId app = tightNode();
    node[0] = world.scheduler.getSchedulerNode(NodeId.newInstance("10.0.0.1", 1));
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(1);
    assertTrue(world.count("Decision_HALVED_applied") > 0);
    assertTrue(world.attempt(app).getReservedContainers().isEmpty());
    left[0] = Resource.newInstance(1024, 8);
    node[0].updateTotalResource(left[0]);
    world.heartbeats(2);
    Container got = world.take(app).get(0);
    assertEquals(512, got.getResource().getMemorySize());
    assertEquals(1024, UndersizedTag.requestedMb(got.getAllocationTags()));
    SchedulerTotals.balance(world);
  }

  @Test
  public void jobWithoutAProfileIsRarelyLookedUpAndNewRequestsAtOnce() throws Exception {
    AtomicInteger requested = new AtomicInteger();
    withProfiles(
        (job, priority) -> {
          requested.incrementAndGet();
          return priority == MAP ? new SteadyModel(1_000) : null;
        },
        FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, 10, 1024, 1, 1);
    long start = System.nanoTime();
    requested.set(0);
    world.heartbeats(100);
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    assertTrue(requested + " times", requested.get() <= 2 + seconds);
    world.request(app, 10, 1024, 1, 0);
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    assertEquals(Collections.singletonList(512L), World.sizes(world.take(app)));
  }
}
