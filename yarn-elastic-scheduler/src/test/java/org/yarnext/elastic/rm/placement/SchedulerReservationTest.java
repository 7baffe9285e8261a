// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.Test;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Reservations are dropped for smaller placements; what is reserved stays regular. */
public class SchedulerReservationTest extends ElasticSchedulerTestBase {
  public SchedulerReservationTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void reservationIsDroppedOnceLessMemorySuffices() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(FixedPolicies.halveWhile(allowed::get));
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    SchedulerTotals.balance(world);
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.heartbeats(1);
    SchedulerTotals.balance(world);
    assertTrue(world.attempt(app).getReservedContainers().isEmpty());
    List<Container> got = world.take(app);
    assertEquals(Collections.singletonList(512L), World.sizes(got));
    assertEquals(1024, UndersizedTag.requestedMb(got.get(0).getAllocationTags()));
    assertEquals(1, world.count("ReservationsDropped"));
    world.finish(app);
    assertNothingIsLeft();
  }

  /** At an unreserved node other jobs would have their turn first. */
  @Test
  public void roomOfADroppedReservationGoesToItsJob() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(FixedPolicies.halveWhile(allowed::get));
    ApplicationAttemptId app = tightNode();
    world.addNode("10.0.0.2", 512, 1);
    ApplicationAttemptId poorer = world.run(2, "b", "MAPREDUCE");
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    world.request(poorer, 5, 512, 1, 4);
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.heartbeats(1);
    assertEquals(Collections.singletonList(512L), World.sizes(world.take(app)));
    SchedulerTotals.balance(world);
    world.finish(app);
    world.finish(poorer);
    assertNothingIsLeft();
  }

  @Test
  public void fulfilledReservationHasTheRegularSize() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(FixedPolicies.halveWhile(allowed::get));
    world.addBallast();
    world.addNode("10.0.0.1", 2048, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.request(app, MAP, 1536, 1, 2);
    world.heartbeats(3);
    Container first = world.take(app).get(0);
    assertEquals(1, world.attempt(app).getReservedContainers().size());
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.complete(first.getId());
    world.heartbeats(2);
    List<Container> got = world.take(app);
    assertEquals(Collections.singletonList(1536L), World.sizes(got));
    assertEquals(-1, UndersizedTag.requestedMb(got.get(0).getAllocationTags()));
    SchedulerTotals.balance(world);
  }

  @Test
  public void reservationOfAnotherJobIsKept() throws Exception {
    AtomicBoolean allowed = new AtomicBoolean();
    on(FixedPolicies.halveWhile(allowed::get));
    world.addBallast();
    world.addNode("10.0.0.1", 1280, 8);
    ApplicationAttemptId first = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId second = world.run(2, "b", "MAPREDUCE");
    world.request(first, 5, 1024, 1, 1); // never smaller
    world.heartbeats(3);
    assertEquals(1, world.attempt(first).getReservedContainers().size());
    allowed.set(true);
    world.module().sizer().refreshed(); // a refusal holds
    world.request(second, MAP, 1024, 1, 1);
    world.heartbeats(3);
    assertEquals(1, world.attempt(first).getReservedContainers().size());
    assertTrue(world.take(second).isEmpty());
    SchedulerTotals.balance(world);
  }
}
