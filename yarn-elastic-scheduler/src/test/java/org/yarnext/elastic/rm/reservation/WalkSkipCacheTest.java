// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.BoundedReservationPolicy;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.rm.Books;
import org.yarnext.elastic.rm.Deciders;
import org.yarnext.elastic.rm.SchedulerKind;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;

/** Tests when a node is offered to nobody, since a walk over all jobs would be without success. */
@RunWith(Parameterized.class)
public class WalkSkipCacheTest {
  private static final int MINUTES = 20;
  private static final int WITHOUT_PROFILE = 5;

  private final SchedulerKind kind;
  private World world;
  private NodeId[] nodes;
  private ApplicationAttemptId keeper;
  private ApplicationAttemptId other;
  private ApplicationAttemptId filler;
  private Container running;
  private long failures;
  private long nanos;

  /** How much later it is than when the cluster was set up, for what is estimated. */
  private long passedMs;

  /** In how much time each job ends by estimates, in ms; 0 for what is estimated. */
  private long endMs;

  /** How much time its job must have left for a task to be under-sized, in ms. */
  private long neededMs = Long.MAX_VALUE;

  /** By how much time goes on each time that somebody looks. */
  private long tickNanos;

  private final class Ticking implements ElasticHost {
    @Override
    public long nowMs() {
      return nanos / 1_000_000;
    }

    @Override
    public long nanoTime() {
      nanos += tickNanos;
      return nanos;
    }

    @Override
    public long startedMs(RMContainer container) {
      return 0;
    }

    @Override
    public Rounds repeat(String name, Runnable work, long intervalMs) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public ProfileSource profiles() {
      return null;
    }
  }

  public WalkSkipCacheTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  /**
   * Three nodes of 3,072 MB, each with a task of 2,048 MB; the first is reserved for the keeper,
   * which waits for two tasks of 2,048 MB. Masters are elsewhere.
   */
  @Before
  public void oneIsReserved() throws Exception {
    long nowMs = System.currentTimeMillis();
    world =
        World.withComponents(
            kind,
            new Ticking(),
            configuration ->
                new ElasticComponents(
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    (job, priority) -> priority == MINUTES ? new SteadyModel(300_000) : null,
                    this::estimate,
                    new PromptPolicy(this::decide),
                    new BoundedReservationPolicy(),
                    () -> nowMs + passedMs));
    world.addBallast();
    world.addNode("10.0.0.50", 3 * 256, 3);
    keeper = world.run(1, "a", "MAPREDUCE");
    other = world.run(2, "b", "MAPREDUCE");
    filler = world.run(3, "b", "MAPREDUCE");
    nodes = new NodeId[3];
    for (int n = 0; n < 3; n++) {
      nodes[n] = world.addNode("10.0.0." + (n + 1), 3072, 16);
      world.ask(filler, MINUTES, 2048, 1, 1);
      world.heartbeat(nodes[n]);
      running = world.take(filler).get(0);
      assertEquals(nodes[n], running.getNodeId());
    }
    world.estimate();
    world.ask(keeper, MINUTES, 2048, 1, 2);
    world.update();
    offer(nodes[0]);
    assertEquals(1, world.attempt(keeper).getReservedContainers().size());
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }

  @After
  public void close() {
    long failed = world.count("GuardFailures");
    world.close();
    assertEquals(failures, failed);
  }

  private JobEndEstimates estimate(ClusterSnapshot cluster, long estimatedMs) {
    return endMs > 0
        ? job -> estimatedMs + endMs
        : new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000)
            .estimate(cluster, estimatedMs);
  }

  private Decision<Long> decide(SizingRequest request) {
    return request.endByMs() - request.nowMs() < neededMs
        ? Decision.of(null, Deciders.Why.NOT_HALVED)
        : Decision.of(768L, Deciders.Why.HALVED);
  }

  private void offer(NodeId node) {
    world.heartbeat(node);
    Books.balance(world);
  }

  private void assertSkipped(boolean expected, NodeId node) {
    long before = world.count("OffersSkipped");
    offer(node);
    assertEquals(expected ? 1 : 0, world.count("OffersSkipped") - before);
  }

  private void ask(
      ApplicationAttemptId job, int priority, long mb, int count, List<String> blacklist) {
    world.scheduler.allocate(
        job,
        World.asks(priority, mb, 1, count),
        Collections.emptyList(),
        Collections.emptyList(),
        blacklist,
        Collections.emptyList(),
        new ContainerUpdates());
  }

  @Test
  public void nextNodeWithTheSameRoomIsSkipped() {
    assertSkipped(true, nodes[2]);
    world.updates(false);
    world.take(keeper); // a heartbeat that asks for nothing
    assertSkipped(true, nodes[2]);
  }

  @Test
  public void newRequestTriggersAWalk() {
    world.ask(other, WITHOUT_PROFILE, 512, 1, 1);
    assertSkipped(false, nodes[1]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
  }

  @Test
  public void containerCompletedElsewhereTriggersAWalk() {
    world.complete(running.getId());
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
    assertSkipped(false, nodes[2]);
    assertEquals(Arrays.asList(2048L), World.sizes(world.take(keeper)));
  }

  /** A walk of some ms without success. */
  private void walkFor(long tickMs) {
    world.reserving().walks().changed();
    tickNanos = tickMs * 1_000_000;
    assertSkipped(false, nodes[1]);
    tickNanos = 0;
  }

  @Test
  public void changesForElasticJobsAwaitAMultipleOfTheWalkTime() {
    walkFor(1);
    world.complete(running.getId());
    world.ask(keeper, MINUTES, 2048, 1, 3);
    assertSkipped(true, nodes[1]);
    nanos += 8_000_000;
    assertSkipped(true, nodes[1]);
    nanos += 500_000_000;
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }

  @Test
  public void delayOfAWalkIsAtMostHalfASecond() {
    walkFor(60);
    world.complete(running.getId());
    assertSkipped(true, nodes[1]);
    nanos += 490_000_000;
    assertSkipped(true, nodes[1]);
    nanos += 10_000_000;
    assertSkipped(false, nodes[1]);
  }

  /** What it has reserved should have had room long ago, and it may reserve nothing else yet. */
  @Test
  public void jobThatMightReserveIsVisitedOncePerDelay() {
    passedMs = 400_000;
    walkFor(1);
    nanos += 90_000_000;
    assertSkipped(true, nodes[2]);
    nanos += 900_000_000;
    assertSkipped(false, nodes[1]);
    walkFor(1);
    assertSkipped(true, nodes[2]);
    world.estimate();
    assertSkipped(false, nodes[1]);
    assertEquals(1, world.attempt(keeper).getReservedContainers().size());
  }

  @Test
  public void requestWithoutAProfileTriggersAWalkAtOnce() {
    walkFor(1);
    world.ask(other, WITHOUT_PROFILE, 512, 1, 1);
    assertSkipped(false, nodes[1]);
  }

  /** As in a queue at its limit, where stock does not look at it before something ends. */
  @Test
  public void completionTriggersAWalkAtOnceWhileAStockJobWaits() {
    walkFor(1);
    world.reserving().walks().plainAsked();
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
    world.complete(running.getId());
    assertSkipped(false, nodes[1]);
  }

  @Test
  public void unchangedEstimateTriggersNoWalk() {
    world.estimate();
    assertSkipped(false, nodes[1]); // the keeper's end was not known before
    world.estimate();
    assertSkipped(true, nodes[1]);
    assertSkipped(true, nodes[2]);
  }

  /** So that it is looked at what nobody tells. */
  @Test
  public void estimateTriggersAWalkOnceInTenSeconds() {
    world.estimate();
    offer(nodes[1]);
    nanos += 9_000_000_000L;
    world.estimate();
    assertSkipped(true, nodes[1]);
    nanos += 1_000_000_000L;
    world.estimate();
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[2]);
  }

  /** Then a job may reserve another node. */
  @Test
  public void estimateTriggersAWalkOnceAReservedNodeIsUsed() {
    world.estimate();
    assertSkipped(false, nodes[1]);
    Optional<RMContainer> first =
        world.attempt(filler).getLiveContainers().stream()
            .filter(container -> container.getAllocatedNode().equals(nodes[0]))
            .findFirst();
    world.complete(first.get().getContainerId());
    nanos += 500_000_000;
    assertSkipped(false, nodes[1]);
    world.estimate();
    assertSkipped(true, nodes[1]);
    offer(nodes[0]);
    assertEquals(Arrays.asList(2048L), World.sizes(world.take(keeper)));
    world.estimate();
    assertSkipped(false, nodes[1]);
  }

  @Test
  public void estimateLeavingAJobMoreTimeTriggersAWalk() {
    neededMs = 400_000;
    endMs = 100_000;
    limits();
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
    endMs = 201_000;
    world.estimate();
    assertSkipped(true, nodes[1]); // twice as long was looked at, too
    endMs = 450_000;
    world.estimate();
    assertSkipped(false, nodes[1]);
    assertEquals(Arrays.asList(768L), World.sizes(world.take(keeper)));
  }

  /** The keeper may be under-sized from now on, as after a change of the configuration. */
  private void limits() {
    world.module().sizer().refreshed();
    world.estimate();
  }

  @Test
  public void fairSchedulerUpdateTriggersAWalkOnlyWithNewDemand() {
    world.update();
    assertSkipped(true, nodes[1]);
    world.updates(false);
    world.ask(other, WITHOUT_PROFILE, 512, 1, 1);
    offer(nodes[1]); // where the FairScheduler does not know of the ask yet
    world.updates(true);
    world.update();
    offer(nodes[1]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
  }

  @Test
  public void nodeAndApplicationEventsTriggerAWalk() {
    world.addNode("10.0.0.4", 256, 1);
    assertSkipped(false, nodes[1]);
    world.removeNode(nodes[2]);
    assertSkipped(false, nodes[1]);
    world.submit(4, "b", "MAPREDUCE", false);
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }

  @Test
  public void containerIncreaseTriggersAWalk() {
    world.increase(running, 2560);
    assertSkipped(false, nodes[2]);
  }

  @Test
  public void jobWithoutAProfileIsVisitedEachTime() {
    world.ask(other, WITHOUT_PROFILE, 2048, 1, 1);
    offer(nodes[1]);
    assertEquals("as in stock", 1, world.attempt(other).getReservedContainers().size());
    for (int i = 0; i < 3; i++) {
      assertSkipped(false, nodes[2]);
    }
  }

  @Test
  public void requestWithoutAProfileOfAnElasticJobIsVisitedEachTime() {
    world.ask(keeper, WITHOUT_PROFILE, 2560, 1, 1);
    for (int i = 0; i < 3; i++) {
      assertSkipped(false, nodes[2]);
    }
  }

  @Test
  public void jobExcludedFromOneNodeIsVisitedOnTheNext() {
    ask(other, WITHOUT_PROFILE, 512, 1, Collections.singletonList("10.0.0.2"));
    assertSkipped(false, nodes[1]);
    assertTrue(world.take(other).isEmpty());
    assertSkipped(false, nodes[2]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
  }

  @Test
  public void trippedGuardSkipsNoWalk() {
    world.module().sizer().failed(new IllegalStateException("not yet"));
    assertSkipped(true, nodes[1]);
    world.trip();
    assertSkipped(false, nodes[1]);
    assertSkipped(false, nodes[1]);
    failures = world.count("GuardFailures");
  }

  @Test
  public void foreignAttemptPreventsSkippingWalks() {
    world.reserving().walks().stockAttempt();
    assertSkipped(false, nodes[1]);
    assertSkipped(false, nodes[1]);
  }
}
