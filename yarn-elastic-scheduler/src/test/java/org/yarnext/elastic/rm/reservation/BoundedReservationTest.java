// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.reservation.NoHarmReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationView;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.sizing.PlacementContext;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** How many nodes a job may reserve, and what it does meanwhile. */
public class BoundedReservationTest extends ReservationManagerTestBase {
  public BoundedReservationTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void boundedReservesOnlyTheFirstNodeToHaveRoom() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    offer(nodes[1]);
    // The FairScheduler lets a job reserve a part of the nodes, of three one.
    assertReserved(kind == SchedulerKind.FAIR ? 1 : 2);
  }

  @Test
  public void roomThatIsNotReservedGoesToTheNextJob() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.request(keeper, MINUTES, 2048, 1, 2);
    world.request(other, UNKNOWN, 512, 1, 1);
    offer(nodes[0]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
    assertReserved(0);
  }

  @Test
  public void jobRefusedTooLongMayReserve() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, MINUTES, 2048, 1, 2);
    offer(nodes[0]);
    offer(nodes[1]);
    assertReserved(1);
    assertTrue(world.count("Decision_RESERVE_ALL_UNKNOWN_applied") > 0);
  }

  @Test
  public void jobWithoutAProfileReservesAsInStock() throws Exception {
    with(new BoundedReservationPolicy());
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.request(keeper, UNKNOWN, 2048, 1, 2);
    offer(nodes[0]);
    assertReserved(1);
    assertEquals(0, world.count("Decision_RESERVE_LATE_ROOM_applied"));
  }

  @Test
  public void jobRefusedAReservationIsStillPlacedSmaller() throws Exception {
    with(new BoundedReservationPolicy());
    smallerMb = request -> 512L;
    NodeId[] nodes = twoNodes(HOUR, MINUTES);
    world.request(keeper, MINUTES, 2048, 1, 2);
    world.estimate();
    offer(nodes[0]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(keeper)));
    assertEquals(0, world.count("Decision_RESERVE_LATE_ROOM_applied"));
  }

  private static final class Broken implements ReservationPolicy {
    @Override
    public Decision<Boolean> mayReserve(
        String node, Reservation wanted, int waiting, ReservationView view) {
      throw new LinkageError("broken");
    }

    @Override
    public Decision<Boolean> mayUse(String node, long memoryMb, int vcores, ReservationView view) {
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
