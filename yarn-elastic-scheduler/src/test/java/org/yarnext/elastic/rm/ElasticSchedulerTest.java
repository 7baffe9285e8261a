// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.junit.After;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.sizing.DecisionTag;

/** Placement with less memory in both schedulers: sizes, tags and books. */
@RunWith(Parameterized.class)
public class ElasticSchedulerTest {
  private static final int MAP = 20;

  private final SchedulerKind kind;
  private World world;

  public ElasticSchedulerTest(SchedulerKind kind) {
    this.kind = kind;
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

  private World on(ElasticPolicy policy) throws Exception {
    world = World.ours(kind, "on", policy);
    return world;
  }

  private void withProfiles(ProfileSource profiles, ElasticPolicy policy) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    world = World.ours(kind, conf, Deciders.with(profiles, policy), false);
  }

  private static void hang() {
    try {
      Thread.sleep(100_000); // longer than the guard's deadline
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One node with a master and 768 MB left. */
  private ApplicationAttemptId tightNode() {
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
    return world.run(1, "a", "MAPREDUCE");
  }

  @Test
  public void requestThatDoesNotFitIsPlacedSmaller() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    Books.balance(world);
    List<Container> got = world.take(app);
    assertEquals(Collections.singletonList(512L), World.sizes(got));
    assertEquals(1, got.get(0).getResource().getVirtualCores());
    Books.balance(world);
    world.complete(got.get(0).getId());
    Books.balance(world);
    world.finish(app);
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    Books.balance(world);
    QueueMetrics root = world.scheduler.getRootQueueMetrics();
    assertEquals(0, root.getAllocatedMB());
    assertEquals(0, root.getAllocatedVirtualCores());
    assertEquals(0, root.getPendingMB());
    assertEquals(0, root.getPendingVirtualCores());
    assertEquals(0, root.getPendingContainers());
    assertEquals(0, root.getReservedMB());
    QueueMetrics user = root.getUserMetrics(World.USER);
    if (user != null) {
      assertEquals(0, user.getPendingMB());
      assertEquals(0, user.getAllocatedMB());
    }
  }

  @Test
  public void requestThatFitsIsPlacedInItsRegularSize() throws Exception {
    on(Deciders.HALVE);
    world.addNode("10.0.0.1", 4096, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.ask(app, MAP, 1024, 1, 4);
    world.heartbeats(6);
    Books.balance(world);
    assertEquals(Arrays.asList(512L, 1024L, 1024L, 1024L), World.sizes(world.take(app)));
  }

  @Test
  public void tokenCarriesTheGrantedSizeAndTheTagTheRequestedSize() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    Container got = world.take(app).get(0);
    ContainerTokenIdentifier token =
        BuilderUtils.newContainerTokenIdentifier(got.getContainerToken());
    assertEquals(512, token.getResource().getMemorySize());
    assertEquals(1024, UndersizedTag.askedMb(token.getAllcationTags()));
    assertEquals(1024, UndersizedTag.askedMb(got.getAllocationTags()));
  }

  @Test
  public void tagCarriesTheRequestedSizeBeforeRounding() throws Exception {
    List<Long> stated = new ArrayList<>();
    on(
        new PromptPolicy(
            request -> {
              stated.add(request.statedMb());
              return Deciders.HALVE.decide(request);
            }));
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1000, 1, 1);
    world.heartbeats(3);
    Container got = world.take(app).get(0);
    assertEquals(512, got.getResource().getMemorySize());
    assertEquals(1000, UndersizedTag.askedMb(got.getAllocationTags()));
    assertEquals(1000L, (long) stated.get(0));
    Books.balance(world);
    world.complete(got.getId());
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void masterContainerIsNeverSmaller() throws Exception {
    on(Deciders.HALVE);
    tightNode();
    ApplicationAttemptId second = world.submit(2, "b", "MAPREDUCE", false);
    world.ask(second, 0, 1024, 1, 1);
    world.heartbeats(4);
    assertEquals("[]", world.attempt(second).getLiveContainers().toString());
    assertEquals(0, world.count("Decision_HALVED_applied"));
    Books.balance(world);
  }

  @Test
  public void failedMapIsRequestedAgainInFullSize() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, 5, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getLiveContainers().size());
    Books.balance(world);
  }

  @Test
  public void priorityFiveIsShrunkInOtherFrameworks() throws Exception {
    on(Deciders.HALVE);
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId app = world.run(1, "a", "TEZ");
    world.ask(app, 5, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(Collections.singletonList(512L), World.sizes(world.take(app)));
  }

  @Test
  public void attemptThatCannotBeWrappedIsStock() throws Exception {
    on(Deciders.HALVE);
    world.tags(World.unreadableTags());
    ApplicationAttemptId app = tightNode();
    assertEquals(1, world.count("GuardFailures"));
    assertNull(ElasticAttemptView.job(world.attempt(app)));
    world.ask(app, MAP, 768, 1, 1);
    world.heartbeats(3);
    assertEquals(Collections.singletonList(768L), World.sizes(world.take(app)));
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void reservationIsDroppedOnceLessMemorySuffices() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(Deciders.halveWhile(allowed::get));
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    Books.balance(world);
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.heartbeats(1);
    Books.balance(world);
    assertTrue(world.attempt(app).getReservedContainers().isEmpty());
    List<Container> got = world.take(app);
    assertEquals(Collections.singletonList(512L), World.sizes(got));
    assertEquals(1024, UndersizedTag.askedMb(got.get(0).getAllocationTags()));
    assertEquals(1, world.count("ReservationsDropped"));
    world.finish(app);
    assertNothingIsLeft();
  }

  /** Whose turn would be before it, at an open node. */
  @Test
  public void roomOfADroppedReservationGoesToItsJob() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(Deciders.halveWhile(allowed::get));
    ApplicationAttemptId app = tightNode();
    world.addNode("10.0.0.2", 512, 1);
    ApplicationAttemptId poorer = world.run(2, "b", "MAPREDUCE");
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    world.ask(poorer, 5, 512, 1, 4);
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.heartbeats(1);
    assertEquals(Collections.singletonList(512L), World.sizes(world.take(app)));
    Books.balance(world);
    world.finish(app);
    world.finish(poorer);
    assertNothingIsLeft();
  }

  @Test
  public void fulfilledReservationHasTheRegularSize() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(Deciders.halveWhile(allowed::get));
    world.addBallast();
    world.addNode("10.0.0.1", 2048, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.ask(app, MAP, 1536, 1, 2);
    world.heartbeats(3);
    Container first = world.take(app).get(0);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.complete(first.getId());
    world.heartbeats(2);
    List<Container> got = world.take(app);
    assertEquals(Collections.singletonList(1536L), World.sizes(got));
    assertEquals(-1, UndersizedTag.askedMb(got.get(0).getAllocationTags()));
    Books.balance(world);
  }

  @Test
  public void reservationOfAnotherJobIsKept() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(Deciders.halveWhile(allowed::get));
    world.addBallast();
    world.addNode("10.0.0.1", 1280, 8);
    ApplicationAttemptId first = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId second = world.run(2, "b", "MAPREDUCE");
    world.ask(first, 5, 1024, 1, 1); // never smaller
    world.heartbeats(3);
    assertEquals(1, world.attempt(first).getReservedContainers().size());
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.ask(second, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(first).getReservedContainers().size());
    assertTrue(world.take(second).isEmpty());
    Books.balance(world);
  }

  @Test
  public void smallerContainerKilledBeforeDeliveryIsPendingInFull() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    ContainerId unseen =
        world.attempt(app).getLiveContainers().stream()
            .map(RMContainer::getContainerId)
            .max(ContainerId::compareTo)
            .get();
    world.kill(unseen);
    assertEquals(1024, world.scheduler.getRootQueueMetrics().getPendingMB());
    Books.balance(world);
  }

  @Test
  public void decisionTagIsReplacedOnceTheContainerIsReported() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    RMContainer task =
        world.attempt(app).getLiveContainers().stream()
            .filter(c -> c.getAllocatedSchedulerKey().getPriority().getPriority() == MAP)
            .findFirst()
            .get();
    assertEquals(1, world.count("ContainersUndersized"));
    assertEquals(
        1,
        world.module().sizer().metrics().log().ring().recent(10).stream()
            .filter(entry -> entry.subject().startsWith("container_"))
            .count());
    for (Set<String> tags :
        Arrays.asList(task.getAllocationTags(), task.getContainer().getAllocationTags())) {
      assertFalse(tags.getClass().getName(), tags instanceof DecisionTag);
      assertEquals(1024, UndersizedTag.askedMb(tags));
    }
  }

  @Test
  public void tagOfASmallerContainerIsRemovedWithIt() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    for (boolean seen : new boolean[] {false, true}) {
      world.ask(app, MAP, 1024, 1, 1);
      world.heartbeats(2);
      RMContainer task =
          world.attempt(app).getLiveContainers().stream()
              .filter(c -> c.getAllocatedSchedulerKey().getPriority().getPriority() == MAP)
              .findFirst()
              .get();
      assertEquals(1, tagged(task.getNodeId()));
      if (seen) {
        world.take(app);
        world.complete(task.getContainerId());
      } else {
        world.kill(task.getContainerId());
        world.ask(app, MAP, 1024, 1, 0);
      }
      assertEquals(0, tagged(task.getNodeId()));
    }
  }

  private long tagged(NodeId node) throws Exception {
    return world
        .context
        .getAllocationTagsManager()
        .getNodeCardinality(node, null, UndersizedTag.of(1024));
  }

  @Test
  public void changedOrWithdrawnRequestLeavesNothingPending() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 2, 3);
    world.heartbeats(1);
    world.ask(app, MAP, 1536, 1, 2);
    Books.balance(world);
    world.heartbeats(1);
    Books.balance(world);
    world.ask(app, MAP, 1536, 1, 0);
    Books.balance(world);
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void lostNodeLeavesNothingOfItsSmallerContainers() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    NodeId other = world.addNode("10.0.0.2", 768, 8);
    world.ask(app, MAP, 1024, 1, 2);
    world.heartbeats(3);
    assertEquals(Arrays.asList(512L, 512L), World.sizes(world.take(app)));
    world.removeNode(other);
    Books.balance(world);
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void smallerContainerSurvivesARestart() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    Container task = world.take(app).get(0);
    List<NMContainerStatus> running = new ArrayList<>();
    for (RMContainer c : world.attempt(app).getLiveContainers()) {
      running.add(HalvingRm.report(c));
    }
    world.close();
    world = World.ours(kind, "on", Deciders.HALVE);
    world.submit(1, "a", "MAPREDUCE", true);
    world.addNode("10.0.0.1", 1024, 8, running.toArray(new NMContainerStatus[0]));
    RMContainer recovered = world.scheduler.getRMContainer(task.getId());
    assertEquals(512, recovered.getAllocatedResource().getMemorySize());
    assertEquals(1024, UndersizedTag.askedMb(recovered.getAllocationTags()));
    assertEquals(256 + 512, world.scheduler.getRootQueueMetrics().getAllocatedMB());
    Books.balance(world);
    for (NMContainerStatus status : running) {
      world.complete(status.getContainerId());
      Books.balance(world);
    }
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void increaseOfAContainerIsNeverShrunk() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 512, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    world.increase(task, 1024);
    assertEquals(512, world.scheduler.getRootQueueMetrics().getPendingMB());
    world.heartbeats(3);
    assertEquals(0, world.count("ContainersUndersized"));
    assertEquals(512, world.scheduler.getRootQueueMetrics().getPendingMB());
    assertEquals(256 + 512, world.scheduler.getRootQueueMetrics().getAllocatedMB());
  }

  @Test
  public void smallerContainerMayGrow() throws Exception {
    // Stock's FairScheduler never tells a master that its container has grown.
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    on(Deciders.HALVE);
    world.addNode("10.0.0.1", 2048, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.ask(app, MAP, 2048, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    assertEquals(1024, task.getResource().getMemorySize());
    world.increase(task, 1536);
    world.heartbeats(2);
    world.take(app);
    assertEquals(
        1536, world.scheduler.getRMContainer(task.getId()).getAllocatedResource().getMemorySize());
    assertEquals(0, world.scheduler.getRootQueueMetrics().getPendingMB());
  }

  @Test
  public void containersOfALostMasterKeepTheirSizeAndTag() throws Exception {
    on(Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    ApplicationAttemptId next = world.nextAttempt(app);
    RMContainer kept = world.scheduler.getRMContainer(task.getId());
    assertEquals(512, kept.getAllocatedResource().getMemorySize());
    assertEquals(1024, UndersizedTag.askedMb(kept.getAllocationTags()));
    Books.balance(world);
    world.complete(task.getId());
    Books.balance(world);
    world.finish(next);
    assertNothingIsLeft();
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
    on(
        request -> {
          hang();
          return null;
        });
    long start = System.nanoTime();
    stockAnswer();
    assertTrue("hung too long", System.nanoTime() - start < 5_000_000_000L);
  }

  @Test
  public void unreadableProfilesLeaveStock() throws Exception {
    withProfiles(
        (job, priority) -> {
          throw new NoClassDefFoundError("gone");
        },
        Deciders.gives(256L));
    stockAnswer();
    assertTrue(world.count("GuardFailures") > 0);
  }

  @Test
  public void trippedGuardCallsNoDecider() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    on(
        request -> {
          asked.incrementAndGet();
          hang();
          return null;
        });
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(20);
    assertEquals(1, asked.get());
  }

  @Test
  public void invalidSizesLeaveStock() throws Exception {
    for (long absurd : new long[] {0, -5, 1, 255, 1024, 1025, 769, Long.MAX_VALUE}) {
      on(request -> Decision.of(absurd, Deciders.Why.HALVED));
      stockAnswer();
      close();
    }
    world = null;
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
    world.ask(app, MAP, 768, 1, 2);
    world.heartbeats(4);
    Container first = world.take(app).get(0);
    assertEquals(768, first.getResource().getMemorySize());
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    world.complete(first.getId());
    world.heartbeat(node);
    assertEquals(Collections.singletonList(768L), World.sizes(world.take(app)));
    Books.balance(world);
  }

  @Test
  public void modeOffIsStock() throws Exception {
    world = World.ours(kind, "off", Deciders.HALVE);
    stockAnswer();
    assertNull(world.module());
  }

  @Test
  public void missingProcessorIsRefused() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    conf.unset("yarn.resourcemanager.application-master-service.processors");
    world = World.ours(kind, conf, Deciders.HALVE, false);
    stockAnswer();
    assertNull(world.module());
  }

  @Test
  public void shadowModeCountsAndPlacesAsStock() throws Exception {
    world = World.ours(kind, "shadow", Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    assertTrue(world.count("Decision_HALVED_shadow") > 0);
    assertEquals(0, world.count("ContainersUndersized"));
    Books.balance(world);
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
          return Decision.of(512L, Deciders.Why.HALVED);
        });
    w[0] = world;
    app[0] = tightNode();
    world.ask(app[0], MAP, 1024, 1, 2);
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
              return Decision.of(512L, Deciders.Why.HALVED);
            }));
    ApplicationAttemptId app = tightNode();
    node[0] = world.scheduler.getSchedulerNode(NodeId.newInstance("10.0.0.1", 1));
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(1);
    assertTrue(world.count("Decision_HALVED_applied") > 0);
    assertTrue(world.attempt(app).getReservedContainers().isEmpty());
    left[0] = Resource.newInstance(1024, 8);
    node[0].updateTotalResource(left[0]);
    world.heartbeats(2);
    Container got = world.take(app).get(0);
    assertEquals(512, got.getResource().getMemorySize());
    assertEquals(1024, UndersizedTag.askedMb(got.getAllocationTags()));
    Books.balance(world);
  }

  @Test
  public void jobWithoutAProfileIsRarelyLookedUpAndNewRequestsAtOnce() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    withProfiles(
        (job, priority) -> {
          asked.incrementAndGet();
          return priority == MAP ? new SteadyModel(1_000) : null;
        },
        Deciders.HALVE);
    ApplicationAttemptId app = tightNode();
    world.ask(app, 10, 1024, 1, 1);
    long start = System.nanoTime();
    asked.set(0);
    world.heartbeats(100);
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    assertTrue(asked + " times", asked.get() <= 2 + seconds);
    world.ask(app, 10, 1024, 1, 0);
    world.ask(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    assertEquals(Collections.singletonList(512L), World.sizes(world.take(app)));
  }
}
