// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.After;
import org.junit.Before;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.PromptPolicy;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** A cluster of which one node is reserved, where a walk over all jobs would be without success. */
@RunWith(Parameterized.class)
public abstract class WalkSkipCacheTestBase {
  static final int MINUTES = 20;
  static final int WITHOUT_PROFILE = 5;

  private final SchedulerKind kind;
  World world;
  NodeId[] nodes;
  ApplicationAttemptId keeper;
  ApplicationAttemptId other;
  ApplicationAttemptId filler;
  Container running;
  long failures;
  long nanos;

  /** How much later it is than when the cluster was set up, for what is estimated. */
  long passedMs;

  /** In how much time each job ends by estimates, in ms; 0 for what is estimated. */
  long endMs;

  /** How much time its job must have left for a task to be under-sized, in ms. */
  long neededMs = Long.MAX_VALUE;

  /** Time that passes with each reading of the clock. */
  long tickNanos;

  private final class Ticking extends ManualTimeHost {
    Ticking() {
      super(0);
    }

    @Override
    public long nowMs() {
      return nanos / 1_000_000;
    }

    @Override
    public long nanoTime() {
      nanos += tickNanos;
      return nanos;
    }

    /** The time of estimates. */
    @Override
    public long monotonicMs() {
      return passedMs;
    }
  }

  WalkSkipCacheTestBase(SchedulerKind kind) {
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
      world.request(filler, MINUTES, 2048, 1, 1);
      world.heartbeat(nodes[n]);
      running = world.take(filler).get(0);
      assertEquals(nodes[n], running.getNodeId());
    }
    world.estimate();
    world.request(keeper, MINUTES, 2048, 1, 2);
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
        ? Decision.of(null, FixedPolicies.Why.NOT_HALVED)
        : Decision.of(768L, FixedPolicies.Why.HALVED);
  }

  void offer(NodeId node) {
    world.heartbeat(node);
    SchedulerTotals.balance(world);
  }

  void assertSkipped(boolean expected, NodeId node) {
    long before = world.count("OffersSkipped");
    offer(node);
    assertEquals(expected ? 1 : 0, world.count("OffersSkipped") - before);
  }
}
