// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.NodeScheduleView;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.policy.timeline.TimelineEvents;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/** Three nodes of 10 GB with 4 GB free, which have room for a large task after 10, 20 and 30 s. */
@RunWith(JUnitQuickcheck.class)
public class ReservationPoliciesTest {
  private static final long NOW = 1_000_000;
  private static final JobId JOB = JobId.of(1, 1);
  private static final JobId OTHER = JobId.of(1, 2);
  private static final Reservation LARGE = new Reservation(JOB, 8_000, 1);

  private final Timeline timeline = new Timeline(JobOrder.FAIR, 1, 1_000);
  private final TimelineEvents events = new TimelineEvents(timeline);
  private TimelineEstimates estimates;

  @Before
  public void threeNodes() {
    for (int n = 1; n <= 3; n++) {
      events.nodeAdded("n" + n, 10_000, 16);
      events.taskStarted("n" + n, "c" + n, OTHER, 6_000, 1, NOW + 10_000 * n);
    }
    estimates = timeline.snapshot().estimates(NOW);
  }

  private ReservationView view() {
    return new ReservationView(timeline, estimates, NOW);
  }

  private void reserve(String node) {
    events.reservationMade(node, JOB, LARGE.memoryMb(), LARGE.vcores());
  }

  private static void assertDecides(
      boolean value, ReservationReason reason, Decision<Boolean> decision) {
    assertEquals(decision.toString(), reason, decision.reason());
    assertEquals(value, decision.value());
  }

  @Test
  public void stockReservesAsTheSchedulerDoesAndExcludesOthers() {
    StockReservationPolicy stock = new StockReservationPolicy();
    assertDecides(
        true, ReservationReason.RESERVE_AS_STOCK, stock.mayReserve("n3", LARGE, 1, view()));
    assertDecides(true, ReservationReason.NOT_RESERVED, stock.mayUse("n1", 1, 1, view()));
    reserve("n1");
    assertDecides(false, ReservationReason.RESERVED_FOR_OTHER, stock.mayUse("n1", 1, 1, view()));
  }

  @Test
  public void otherJobMayUseAReservedNodeIfEnoughRoomIsLeft() {
    NoHarmReservationPolicy noHarm = new NoHarmReservationPolicy();
    assertDecides(
        true, ReservationReason.RESERVE_AS_STOCK, noHarm.mayReserve("n3", LARGE, 1, view()));
    assertDecides(true, ReservationReason.NOT_RESERVED, noHarm.mayUse("n2", 4_000, 1, view()));
    reserve("n2");
    assertDecides(
        true, ReservationReason.RESERVED_NOT_DELAYED, noHarm.mayUse("n2", 2_000, 1, view()));
    Decision<Boolean> tooMuch = noHarm.mayUse("n2", 2_001, 1, view());
    assertDecides(false, ReservationReason.RESERVED_DELAYED, tooMuch);
    assertEquals("RESERVED_DELAYED{keptStartMs=1020000, besideStartMs=-1}", tooMuch.toString());
    assertDecides("too many cores", false, noHarm.mayUse("n2", 100, 16, view()));
  }

  private static void assertDecides(String what, boolean value, Decision<Boolean> decision) {
    assertEquals(what + decision, value, decision.value());
  }

  @Test
  public void nodeWithoutKnownRoomIsNeitherReservedNorShared() {
    events.taskEstimated("c2", Timeline.UNKNOWN);
    reserve("n2");
    assertDecides(
        false,
        ReservationReason.RESERVED_DELAYED,
        new NoHarmReservationPolicy().mayUse("n2", 100, 1, view()));
    events.reservationDropped("n2");
    assertDecides(
        false,
        ReservationReason.RESERVE_ROOM_UNKNOWN,
        new BoundedReservationPolicy().mayReserve("n2", LARGE, 1, view()));
  }

  /** Otherwise a large task might wait for ever among tasks without profiles. */
  @Test
  public void oneNodeIsReservedWhenNoNodeHasKnownRoom() {
    for (int n = 1; n <= 3; n++) {
      events.taskEstimated("c" + n, Timeline.UNKNOWN);
    }
    estimates = timeline.snapshot().estimates(NOW);
    BoundedReservationPolicy bounded = new BoundedReservationPolicy();
    assertDecides(
        true, ReservationReason.RESERVE_ALL_UNKNOWN, bounded.mayReserve("n2", LARGE, 9, view()));
    reserve("n2");
    assertDecides(
        false, ReservationReason.RESERVE_LIMIT_REACHED, bounded.mayReserve("n1", LARGE, 9, view()));
  }

  @Test
  public void oneNodePerJobIsReservedAndOnlyTheFirstToHaveRoom() {
    BoundedReservationPolicy bounded = new BoundedReservationPolicy();
    assertDecides(
        false, ReservationReason.RESERVE_LATE_ROOM, bounded.mayReserve("n2", LARGE, 9, view()));
    assertDecides(
        true, ReservationReason.RESERVE_FIRST_ROOM, bounded.mayReserve("n1", LARGE, 9, view()));
    reserve("n1");
    assertDecides(
        false, ReservationReason.RESERVE_LIMIT_REACHED, bounded.mayReserve("n2", LARGE, 9, view()));
    assertDecides(
        true, ReservationReason.RESERVED_NOT_DELAYED, bounded.mayUse("n1", 2_000, 1, view()));
  }

  @Test
  public void higherLimitReservesTheFirstOfTheRemainingNodes() {
    BoundedReservationPolicy bounded = new BoundedReservationPolicy(2);
    assertDecides("second", true, bounded.mayReserve("n2", LARGE, 9, view()));
    assertDecides("third", false, bounded.mayReserve("n3", LARGE, 9, view()));
    assertDecides("no more than tasks wait", false, bounded.mayReserve("n2", LARGE, 1, view()));
    reserve("n1");
    estimates = timeline.snapshot().estimates(NOW);
    assertDecides("first of the others", true, bounded.mayReserve("n2", LARGE, 9, view()));
    assertDecides("second of them", false, bounded.mayReserve("n3", LARGE, 9, view()));
    assertThrows(IllegalArgumentException.class, () -> new BoundedReservationPolicy(0));
  }

  /** Otherwise nodes whose tasks are late would be passed over between two layouts. */
  @Test
  public void nodeWithALateTaskIsAmongTheFirst() {
    events.taskEstimated("c3", NOW - 20_000);
    events.taskEstimated("c1", NOW - 20_000);
    estimates = timeline.snapshot().estimates(NOW - 5_000);
    assertDecides("late", true, new BoundedReservationPolicy().mayReserve("n3", LARGE, 1, view()));
  }

  @Test
  public void onlyNodesOfTheSamePartitionAreCompared() {
    timeline.nodeRead(new NodeScheduleView("idle", "gpu", 10_000, 16));
    NodeScheduleView busy = new NodeScheduleView("busy", "gpu", 10_000, 16);
    busy.addTask(OTHER, 6_000, 1, NOW + 50_000);
    timeline.nodeRead(busy);
    estimates = timeline.snapshot().estimates(NOW);
    for (int maxReserved = 1; maxReserved <= 2; maxReserved++) {
      BoundedReservationPolicy bounded = new BoundedReservationPolicy(maxReserved);
      assertDecides("first", true, bounded.mayReserve("n1", LARGE, 9, view()));
      assertDecides("of others", maxReserved == 2, bounded.mayReserve("n2", LARGE, 9, view()));
      assertDecides("of these", maxReserved == 2, bounded.mayReserve("busy", LARGE, 9, view()));
    }
  }

  @Test
  public void nodeWithALongOverdueTaskIsNotAmongTheFirst() {
    events.taskEstimated("c1", NOW - Timeline.MAX_OVERDUE_MS - 1);
    estimates = timeline.snapshot().estimates(NOW);
    BoundedReservationPolicy bounded = new BoundedReservationPolicy();
    assertDecides(
        false, ReservationReason.RESERVE_ROOM_UNKNOWN, bounded.mayReserve("n1", LARGE, 9, view()));
    assertDecides(
        true, ReservationReason.RESERVE_FIRST_ROOM, bounded.mayReserve("n2", LARGE, 9, view()));
    events.taskEstimated("c1", NOW - Timeline.MAX_OVERDUE_MS);
    estimates = timeline.snapshot().estimates(NOW);
    assertDecides(
        true, ReservationReason.RESERVE_FIRST_ROOM, bounded.mayReserve("n1", LARGE, 9, view()));
  }

  /** This holds for any duration of backfilled tasks and any number of requests. */
  @Property(trials = 300, shrink = false)
  public void noSequenceOfBackfillsDelaysTheReservation(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    long ownEndMs = NOW + 5_000 + random.nextInt(60_000);
    events.taskEstimated("c1", ownEndMs);
    reserve("n1");
    Map<String, Long> ends = new HashMap<>();
    ends.put("c1", ownEndMs);
    long now = NOW;
    NoHarmReservationPolicy noHarm = new NoHarmReservationPolicy();
    for (; !startsAt(now); now += 1_000) {
      long nowMs = now;
      for (String gone :
          ends.keySet().stream().filter(c -> ends.get(c) <= nowMs).collect(Collectors.toList())) {
        events.taskFinished(gone);
        ends.remove(gone);
      }
      long mb = 100 + random.nextInt(4_000);
      if (timeline.roomMs("n1", mb, 1, now) == now
          && noHarm.mayUse("n1", mb, 1, new ReservationView(timeline, estimates, now)).value()) {
        events.taskStarted("n1", "guest" + now, OTHER, mb, 1, Timeline.UNKNOWN);
        ends.put("guest" + now, now + random.nextInt(200_000));
      }
      assertTrue((now - ownEndMs) + " ms late", now < ownEndMs + 1_000);
    }
  }

  private boolean startsAt(long now) {
    return timeline.roomMs("n1", LARGE.memoryMb(), LARGE.vcores(), now) == now;
  }

  @Property(trials = 300, shrink = false)
  public void admittedBackfillNeverDelaysTheReservation(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5; i++) {
      events.taskStarted(
          "n1", "more" + i, OTHER, random.nextInt(2_000), 1, NOW + random.nextInt(20_000));
    }
    events.reservationMade("n1", JOB, 1_000 + random.nextInt(9_000), 1 + random.nextInt(16));
    Reservation kept = timeline.reservation("n1");
    long startMs = timeline.roomMs("n1", kept.memoryMb(), kept.vcores(), NOW);
    long mb = random.nextInt(5_000);
    boolean mayUse = new NoHarmReservationPolicy().mayUse("n1", mb, 1, view()).value();
    events.taskStarted("n1", "other", OTHER, mb, 1, Timeline.UNKNOWN);
    long withMs = timeline.roomMs("n1", kept.memoryMb(), kept.vcores(), NOW);
    assertEquals(startMs != Timeline.UNKNOWN && withMs == startMs, mayUse);
    assertTrue(withMs == Timeline.UNKNOWN || withMs >= startMs);
  }
}
