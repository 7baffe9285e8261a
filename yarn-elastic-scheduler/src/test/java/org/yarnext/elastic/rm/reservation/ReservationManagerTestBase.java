// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.After;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** A scheduler whose reservations follow a policy. */
@RunWith(Parameterized.class)
abstract class ReservationManagerTestBase {
  /** Priorities whose tasks run for a number of seconds; other priorities have no profile. */
  static final int SECOND = 20;

  static final int MINUTES = 30;
  static final int MINUTES_TOO = 31;
  static final int HOUR = 40;
  static final int UNKNOWN = 50;
  final SchedulerKind kind;
  long nowMs = System.currentTimeMillis();
  World world;

  ReservationManagerTestBase(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @After
  public void close() {
    world.close();
  }

  static ProfileSource profiles() {
    return (job, priority) -> {
      switch (priority) {
        case SECOND:
          return new SteadyModel(1_000);
        case MINUTES:
        case MINUTES_TOO:
          return new SteadyModel(300_000);
        case HOUR:
          return new SteadyModel(3_600_000);
        default:
          return null;
      }
    };
  }

  /** Memory with which tasks that do not fit are placed; null to place none. */
  Function<SizingRequest, Long> smallerMb = request -> null;

  void with(ReservationPolicy policy) throws Exception {
    world =
        World.withComponents(
            kind,
            configuration ->
                new ElasticComponents(
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    profiles(),
                    new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000),
                    request -> Decision.of(smallerMb.apply(request), FixedPolicies.Why.HALVED),
                    policy,
                    () -> nowMs));
  }

  String keepersType = "MAPREDUCE";
  String othersType = "MAPREDUCE";
  ApplicationAttemptId keeper;
  ApplicationAttemptId other;
  Container running;
  Container placedFirst;

  /**
   * A node of 4,096 MB with two masters of 256 MB, a task of 2,048 MB that runs for minutes, and
   * 1,536 MB left; reserved for a task of 3,072 MB.
   */
  NodeId reservedNode(int keptPriority) {
    NodeId node = world.addNode("10.0.0.1", 4096, 16);
    keeper = world.run(1, "a", keepersType);
    other = world.run(2, "b", othersType);
    world.request(keeper, MINUTES, 2048, 1, 1);
    world.heartbeats(2);
    running = world.take(keeper).get(0);
    world.request(keeper, keptPriority, 3072, 1, 1);
    world.heartbeats(1);
    assertReserved(1);
    return node;
  }

  void assertReserved(int nodes) {
    assertEquals(nodes, world.attempt(keeper).getReservedContainers().size());
    SchedulerTotals.balance(world);
  }

  List<Long> grantedToOther(int priority, long mb, int count) {
    world.request(other, priority, mb, 1, count);
    world.heartbeats(3);
    SchedulerTotals.balance(world);
    return World.sizes(world.take(other));
  }

  /** Two nodes with 3,072 MB less a master's 256, and a task of 2,048 on each. */
  NodeId[] twoNodes(int onFirst, int onSecond) {
    NodeId[] nodes = {
      world.addNode("10.0.0.1", 3072, 16), world.addNode("10.0.0.2", 3072, 16),
    };
    keeper = world.run(1, "a", keepersType);
    other = world.run(2, "b", othersType);
    for (int n = 0; n < 2; n++) {
      world.request(other, n == 0 ? onFirst : onSecond, 2048, 1, 1);
      world.heartbeat(nodes[n]);
      Container task = world.take(other).get(0);
      assertEquals(nodes[n], task.getNodeId());
      placedFirst = n == 0 ? task : placedFirst;
    }
    world.estimate();
    return nodes;
  }

  void offer(NodeId node) {
    world.update();
    world.heartbeat(node);
    SchedulerTotals.balance(world);
  }
}
