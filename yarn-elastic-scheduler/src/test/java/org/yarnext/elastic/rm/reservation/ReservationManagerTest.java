// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.BoundedReservationPolicy;
import org.yarnext.elastic.policy.NoHarmReservationPolicy;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.ReservationView;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.rm.Books;
import org.yarnext.elastic.rm.Deciders;
import org.yarnext.elastic.rm.SchedulerKind;
import org.yarnext.elastic.rm.SteadyModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.sizing.PlacementContext;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;

/** Reserved nodes in both schedulers: who reserves them, and who else may use them. */
@RunWith(Parameterized.class)
public class ReservationManagerTest {
  /** By their priorities, tasks run for so many seconds; those of others have no profile. */
  private static final int SECOND = 20;

  private static final int MINUTES = 30;
  private static final int MINUTES_TOO = 31;
  private static final int HOUR = 40;
  private static final int UNKNOWN = 50;

  private final SchedulerKind kind;
  private long nowMs = System.currentTimeMillis();
  private World world;

  public ReservationManagerTest(SchedulerKind kind) {
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

  private static ProfileSource profiles() {
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

  /** What tasks that do not fit are placed with; null for not at all. */
  private Function<SizingRequest, Long> smallerMb = request -> null;

  private void with(ReservationPolicy policy) throws Exception {
    world =
        World.withComponents(
            kind,
            configuration ->
                new ElasticComponents(
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    profiles(),
                    new TimelineEstimator(JobOrder.FAIR, nodes -> nodes, 1_000),
                    request -> Decision.of(smallerMb.apply(request), Deciders.Why.HALVED),
                    policy,
                    () -> nowMs));
  }

  private String keepersType = "MAPREDUCE";
  private String othersType = "MAPREDUCE";
  private ApplicationAttemptId keeper;
  private ApplicationAttemptId other;
  private Container running;
  private Container placedFirst;

  /**
   * A node of 4,096 MB with two masters of 256 MB, a task of 2,048 MB that runs for minutes, and
   * 1,536 MB left; reserved for a task of 3,072 MB.
   */
  private NodeId reservedNode(int keptPriority) {
    NodeId node = world.addNode("10.0.0.1", 4096, 16);
    keeper = world.run(1, "a", keepersType);
    other = world.run(2, "b", othersType);
    world.ask(keeper, MINUTES, 2048, 1, 1);
    world.heartbeats(2);
    running = world.take(keeper).get(0);
    world.ask(keeper, keptPriority, 3072, 1, 1);
    world.heartbeats(1);
    assertReserved(1);
    return node;
  }

  private void assertReserved(int nodes) {
    assertEquals(nodes, world.attempt(keeper).getReservedContainers().size());
    Books.balance(world);
  }

  private List<Long> grantedToOther(int priority, long mb, int count) {
    world.ask(other, priority, mb, 1, count);
    world.heartbeats(3);
    Books.balance(world);
    return World.sizes(world.take(other));
  }

  @Test
  public void backfillUsesAReservedNodeWithoutDelayingItsTask() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.ask(other, SECOND, 512, 1, 3);
    world.heartbeats(3);
    Container guest = world.take(other).get(0);
    assertReserved(1);
    assertEquals(1, world.count("ContainersBackfilled"));
    assertEquals(1, world.count("Decision_RESERVED_NOT_DELAYED_applied"));
    assertTrue("however short they are", world.take(other).isEmpty());
    world.complete(guest.getId());
    world.complete(running.getId());
    world.heartbeats(1);
    assertEquals(Arrays.asList(3072L), World.sizes(world.take(keeper)));
    assertReserved(0);
    world.finish(other);
    world.finish(keeper);
    Books.balance(world);
    assertEquals(0, world.scheduler.getRootQueueMetrics().getAllocatedMB());
    assertEquals(0, world.scheduler.getRootQueueMetrics().getReservedMB());
  }

  @Test
  public void backfillThatWouldDelayTheReservedTaskIsRefused() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(HOUR, 1024, 1));
    assertTrue(world.count("Decision_RESERVED_DELAYED_applied") > 0);
    assertEquals(0, world.count("ContainersBackfilled"));
    // With this one there is room enough when the running task ends.
    assertEquals(Arrays.asList(512L), grantedToOther(HOUR, 512, 1));
    assertEquals("two together do harm", Arrays.asList(), grantedToOther(HOUR, 512, 1));
    assertReserved(1);
  }

  /** It would reserve the node a second time, or take the room as if it were free. */
  @Test
  public void reservedNodesAreNotOfferedToStockAttempts() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.addNode("10.0.0.2", 256, 1);
    world.tags(World.unreadableTags());
    ApplicationAttemptId stock = world.run(3, "b", "MAPREDUCE");
    assertNull(ElasticAttemptView.job(world.attempt(stock)));
    for (long mb : new long[] {2048, 1024}) {
      world.ask(stock, SECOND, mb, 1, 1);
      world.heartbeats(3);
      assertReserved(1);
      assertTrue(world.attempt(stock).getReservedContainers().isEmpty());
      assertTrue(world.take(stock).isEmpty());
      world.ask(stock, SECOND, mb, 1, 0);
    }
    world.finish(stock);
    assertReserved(1);
    world.complete(running.getId());
    world.heartbeats(1);
    assertEquals(Arrays.asList(3072L), World.sizes(world.take(keeper)));
  }

  /** However short its tasks are: it goes on with others. */
  @Test
  public void reusedContainerMustLeaveEnoughRoom() throws Exception {
    with(new NoHarmReservationPolicy());
    othersType = "TEZ";
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(SECOND, 1024, 1));
    assertTrue(world.count("Decision_RESERVED_DELAYED_applied") > 0);
    assertEquals(Arrays.asList(512L), grantedToOther(SECOND, 512, 1));
  }

  @Test
  public void nodeWithAReusedContainerAdmitsNoBackfill() throws Exception {
    with(new NoHarmReservationPolicy());
    keepersType = "TEZ";
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(SECOND, 1024, 1));
    assertEquals(0, world.count("Decision_RESERVED_NOT_DELAYED_applied"));
  }

  @Test
  public void oneNodeIsReservedWhereAllContainersAreReused() throws Exception {
    with(new BoundedReservationPolicy());
    othersType = "TEZ";
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    offer(nodes[1]);
    assertReserved(1);
    assertTrue(world.count("Decision_RESERVE_ALL_UNKNOWN_applied") > 0);
  }

  @Test
  public void stockReservationsAdmitNoBackfill() throws Exception {
    with(null);
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(SECOND, 1024, 1));
    assertEquals(0, world.count("Decision_RESERVED_NOT_DELAYED_applied"));
  }

  @Test
  public void jobWithoutAProfileMayNotBackfill() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(UNKNOWN, 256, 1));
  }

  @Test
  public void reservationOfAJobWithoutAProfileAdmitsNoBackfill() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(UNKNOWN);
    assertEquals(Arrays.asList(), grantedToOther(SECOND, 1024, 1));
  }

  @Test
  public void jobWaitsForItsReservation() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.ask(keeper, SECOND, 512, 1, 1);
    world.heartbeats(3);
    assertTrue(world.take(keeper).isEmpty());
    assertReserved(1);
  }

  @Test
  public void mastersWaitAsInStock() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    ApplicationAttemptId late = world.tryToRun(3, "b", "MAPREDUCE");
    assertTrue(world.attempt(late).getLiveContainers().isEmpty());
    assertReserved(1);
  }

  @Test
  public void requestWithoutRoomDoesNotReserveTheNodeAgain() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(SECOND, 2048, 1));
    assertTrue(world.attempt(other).getReservedContainers().isEmpty());
    assertReserved(1);
  }

  @Test
  public void lostReservedNodeLeavesNoReservation() throws Exception {
    with(new NoHarmReservationPolicy());
    NodeId node = reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(512L), grantedToOther(SECOND, 512, 1));
    world.removeNode(node);
    assertReserved(0);
  }

  /** Two nodes with 3,072 MB less a master's 256, and a task of 2,048 on each. */
  private NodeId[] twoNodes(int onFirst, int onSecond) {
    NodeId[] nodes = {
      world.addNode("10.0.0.1", 3072, 16), world.addNode("10.0.0.2", 3072, 16),
    };
    keeper = world.run(1, "a", keepersType);
    other = world.run(2, "b", othersType);
    for (int n = 0; n < 2; n++) {
      world.ask(other, n == 0 ? onFirst : onSecond, 2048, 1, 1);
      world.heartbeat(nodes[n]);
      Container task = world.take(other).get(0);
      assertEquals(nodes[n], task.getNodeId());
      placedFirst = n == 0 ? task : placedFirst;
    }
    world.estimate();
    return nodes;
  }

  private void offer(NodeId node) {
    world.update();
    world.heartbeat(node);
    Books.balance(world);
  }

  @Test
  public void boundedReservesOnlyTheFirstNodeToHaveRoom() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    assertReserved(0);
    assertEquals(1, world.count("Decision_RESERVE_LATE_ROOM_applied"));
    offer(nodes[1]);
    assertReserved(1);
    assertEquals(nodes[1], world.attempt(keeper).getReservedContainers().get(0).getReservedNode());
    world.estimate();
    offer(nodes[0]);
    assertReserved(1);
    assertEquals(1, world.count("Decision_RESERVE_LIMIT_REACHED_applied"));
  }

  @Test
  public void jobAtItsReservationLimitIsVisitedOnlyWhereItFits() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[1]);
    assertReserved(1);
    SchedulerRequestKey key = world.attempt(keeper).getSchedulerKeys().iterator().next();
    int looks = world.attempt(keeper).getSchedulingOpportunities(key);
    offer(nodes[0]);
    offer(nodes[0]);
    assertEquals(looks, world.attempt(keeper).getSchedulingOpportunities(key));
    smallerMb = request -> 512L;
    world.estimate();
    offer(nodes[0]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(keeper)));
    assertReserved(1);
  }

  @Test
  public void jobAtItsReservationLimitIsPlacedWhereRoomComesFirst() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    Container first = placedFirst;
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[1]);
    offer(nodes[0]);
    assertReserved(1);
    world.complete(first.getId());
    offer(nodes[0]);
    List<Container> placed = world.take(keeper);
    assertEquals(Arrays.asList(2048L), World.sizes(placed));
    assertEquals(nodes[0], placed.get(0).getNodeId());
  }

  @Test
  public void trippedGuardReservesEveryNodeAsInStock() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[1]);
    assertReserved(1);
    world.trip();
    offer(nodes[0]);
    assertEquals(0, world.count("Decision_RESERVE_LIMIT_REACHED_applied"));
    assertTrue(world.count("Decision_RESERVE_AS_STOCK_applied") > 0);
    // The FairScheduler lets a job reserve a part of the nodes, of three one.
    assertReserved(kind == SchedulerKind.FAIR ? 1 : 2);
  }

  @Test
  public void noHarmReservesEveryNodeAsInStock() throws Exception {
    with(new NoHarmReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    offer(nodes[1]);
    // The FairScheduler lets a job reserve a part of the nodes, of three one.
    assertReserved(kind == SchedulerKind.FAIR ? 1 : 2);
  }

  @Test
  public void roomThatIsNotReservedGoesToTheNextJob() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    world.ask(other, UNKNOWN, 512, 1, 1);
    offer(nodes[0]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
    assertReserved(0);
  }

  @Test
  public void jobRefusedTooLongMayReserve() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    refusedUntilPatienceEnds(nodes[0]);
    offer(nodes[0]);
    assertReserved(1);
    assertEquals(1, world.count("Decision_RESERVE_OVERDUE_applied"));
  }

  /** Offers the node now and then; at the next offer it was refused for too long. */
  private void refusedUntilPatienceEnds(NodeId node) {
    for (long left = ReservationTimeoutTracker.LASTS_MS; left > 0; left -= 5_000) {
      offer(node);
      assertReserved(0);
      nowMs += 5_000;
      world.estimate();
    }
  }

  @Test
  public void jobWaitingForAHungTaskReservesAnotherNode() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(MINUTES, HOUR);
    for (int n = 3; n < 40; n++) { // of so many the FairScheduler lets a job reserve two
      world.addNode("10.0.0." + n, 512, 16);
    }
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    assertReserved(1);
    offeredFor(nodes[1], 5 * 60_000 + ReservationTimeoutTracker.LASTS_MS - 5_000);
    assertReserved(1);
    nowMs += 3_600_000;
    offeredFor(nodes[1], ReservationTimeoutTracker.LASTS_MS);
    assertReserved(1);
    offeredFor(nodes[1], 5_000);
    assertReserved(2);
    assertEquals(1, world.count("Decision_RESERVE_OVERDUE_applied"));
  }

  private void offeredFor(NodeId node, long ms) {
    for (long left = ms; left > 0; left -= 5_000) {
      nowMs += 5_000;
      world.estimate();
      offer(node);
    }
  }

  @Test
  public void jobPlacedMeanwhileStartsWaitingAgain() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    refusedUntilPatienceEnds(nodes[0]);
    NodeId third = world.addNode("10.0.0.3", 2048, 16);
    offer(third);
    assertEquals(Arrays.asList(2048L), World.sizes(world.take(keeper)));
    world.estimate();
    offer(nodes[0]);
    assertReserved(0);
    assertEquals(0, world.count("Decision_RESERVE_OVERDUE_applied"));
  }

  @Test
  public void boundedReservesOneNodeAmongUnknownTasks() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(UNKNOWN, UNKNOWN);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    offer(nodes[1]);
    assertReserved(1);
    assertTrue(world.count("Decision_RESERVE_ALL_UNKNOWN_applied") > 0);
  }

  @Test
  public void jobWithoutAProfileReservesAsInStock() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, UNKNOWN, 2048, 1, 2);
    offer(nodes[0]);
    assertReserved(1);
    assertEquals(0, world.count("Decision_RESERVE_LATE_ROOM_applied"));
  }

  @Test
  public void jobRefusedAReservationIsStillPlacedSmaller() throws Exception {
    with(new BoundedReservationPolicy());
    smallerMb = request -> 512L;
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.ask(keeper, MINUTES, 2048, 1, 2);
    world.estimate();
    offer(nodes[0]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(keeper)));
    assertEquals(0, world.count("Decision_RESERVE_LATE_ROOM_applied"));
  }

  @Test
  public void smallerContainerMayBackfillAReservedNode() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    smallerMb = request -> request.model().runTimeMs(1) == 1_000 ? 512L : null;
    world.ask(other, SECOND, 2048, 1, 1);
    world.estimate();
    assertEquals(Arrays.asList(512L), grantedToOther(SECOND, 2048, 1));
    assertReserved(1);
  }

  private long refusals() {
    long before = world.count("Decision_HALVED_applied");
    world.heartbeats(1);
    return world.count("Decision_HALVED_applied") - before;
  }

  @Test
  public void rejectedOfferIsRepeatedAfterTheNextEstimate() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.ask(other, HOUR, 2048, 1, 1);
    world.estimate();
    long both = refusals();
    assertEquals("the keeper's own alone", both - 1, refusals());
    assertEquals(both - 1, refusals());
    world.estimate();
    assertEquals(both, refusals());
    assertEquals(both - 1, refusals());
  }

  @Test
  public void requestThatFitsAReservedNodeIsEvaluatedEachTime() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.ask(other, HOUR, 1024, 1, 1);
    world.estimate();
    world.heartbeats(1);
    long asked = world.count("Decision_RESERVED_DELAYED_applied");
    world.heartbeats(2);
    assertEquals(asked + 2, world.count("Decision_RESERVED_DELAYED_applied"));
  }

  private static final class Broken implements ReservationPolicy {
    @Override
    public Decision<Boolean> mayReserve(
        String node, Reservation wanted, int waiting, ReservationView outlook) {
      throw new LinkageError("broken");
    }

    @Override
    public Decision<Boolean> mayUse(
        String node, long memoryMb, int vcores, ReservationView outlook) {
      throw new LinkageError("broken");
    }
  }

  @Test
  public void policyThatThrowsLeavesStock() throws Exception {
    with(new Broken());
    reservedNode(MINUTES_TOO);
    assertEquals(Arrays.asList(), grantedToOther(SECOND, 1024, 1));
    assertTrue(world.count("GuardFailures") > 0);
    assertReserved(1);
  }

  @Test
  public void threadHasNoOfferAfterwards() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    grantedToOther(SECOND, 1024, 1);
    assertNull(ReservedNodeOffer.current());
    assertNull(PlacementContext.current());
  }
}
