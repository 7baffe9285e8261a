// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.Test;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.reservation.NoHarmReservationPolicy;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Backfill of reserved nodes. */
public class ReservationManagerTest extends ReservationManagerTestBase {
  public ReservationManagerTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void backfillUsesAReservedNodeWithoutDelayingItsTask() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.request(other, SECOND, 512, 1, 3);
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
    SchedulerTotals.balance(world);
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

  /** A stock attempt would reserve the node a second time, or use the room as if it were free. */
  @Test
  public void reservedNodesAreNotOfferedToStockAttempts() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.addNode("10.0.0.2", 256, 1);
    world.tags(World.unreadableTags());
    ApplicationAttemptId stock = world.run(3, "b", "MAPREDUCE");
    assertNull(ElasticAttemptView.job(world.attempt(stock)));
    for (long mb : new long[] {2048, 1024}) {
      world.request(stock, SECOND, mb, 1, 1);
      world.heartbeats(3);
      assertReserved(1);
      assertTrue(world.attempt(stock).getReservedContainers().isEmpty());
      assertTrue(world.take(stock).isEmpty());
      world.request(stock, SECOND, mb, 1, 0);
    }
    world.finish(stock);
    assertReserved(1);
    world.complete(running.getId());
    world.heartbeats(1);
    assertEquals(Arrays.asList(3072L), World.sizes(world.take(keeper)));
  }

  /** With tasks of any length, it continues with others. */
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
    world.request(keeper, MINUTES, 2048, 1, 2);
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
    world.request(keeper, SECOND, 512, 1, 1);
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

  @Test
  public void smallerContainerMayBackfillAReservedNode() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    smallerMb = request -> request.model().runTimeMs(1) == 1_000 ? 512L : null;
    world.request(other, SECOND, 2048, 1, 1);
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
    world.request(other, HOUR, 2048, 1, 1);
    world.estimate();
    long both = refusals();
    assertEquals("the keeper's own alone", both - 1, refusals());
    assertEquals(both - 1, refusals());
    world.reserving().walks().changed();
    world.estimate();
    assertEquals(both, refusals());
    assertEquals(both - 1, refusals());
  }

  @Test
  public void requestThatFitsAReservedNodeIsEvaluatedEachTime() throws Exception {
    with(new NoHarmReservationPolicy());
    reservedNode(MINUTES_TOO);
    world.request(other, HOUR, 1024, 1, 1);
    world.estimate();
    world.heartbeats(1);
    long requested = world.count("Decision_RESERVED_DELAYED_applied");
    world.heartbeats(2);
    assertEquals(requested + 2, world.count("Decision_RESERVED_DELAYED_applied"));
  }
}
