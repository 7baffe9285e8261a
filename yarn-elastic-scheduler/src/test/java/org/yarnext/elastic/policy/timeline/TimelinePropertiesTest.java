// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/** Properties of the timeline in any cluster. Each trial is made from its seed. */
@RunWith(JUnitQuickcheck.class)
public class TimelinePropertiesTest {
  private static final int TRIALS = 500;
  private static final long NOW = 100_000;

  @Property(trials = TRIALS, shrink = false)
  public void timelineEqualsAListScheduler(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    SmallWorld world = SmallWorld.random(random, true);
    TimelineEstimates estimates = world.timeline(order, 0).snapshot().estimates(NOW);
    ListScheduler exact = new ListScheduler(world, order, NOW);
    for (JobId job : world.jobs()) {
      assertEquals(job.toString(), exact.endMs(job), estimates.endMs(job));
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void timelineEqualsAListSchedulerWithSeveralQueues(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    SmallWorld world = SmallWorld.random(random, true);
    world.divide(random);
    TimelineEstimates estimates = world.timeline(order, 0).snapshot().estimates(NOW);
    ListScheduler exact = new ListScheduler(world, order, NOW);
    for (JobId job : world.jobs()) {
      assertEquals(job.toString(), exact.endMs(job), estimates.endMs(job));
    }
  }

  /**
   * The known tasks of a job bound its end from below, whatever its other tasks do; and one of its
   * tasks in room that no other can use, which ends by then, makes it no later. With fair shares
   * its memory counts, so that it may change whose turn is next, for better or worse.
   */
  @Property(trials = TRIALS, shrink = false)
  public void partlyKnownJobEndsNoEarlierThanItsKnownPart(@When(seed = 3) long seed) {
    SlotWorld world = new SlotWorld(new Random(seed));
    long bound = world.seen().snapshot().estimates(NOW).endMs(SlotWorld.JOB);
    long end = world.actual().snapshot().estimates(NOW).endMs(SlotWorld.JOB);
    assertTrue(bound + " is not until " + end, bound > NOW && bound <= end);
    long smaller = world.actualWithOneSmaller(bound).snapshot().estimates(NOW).endMs(SlotWorld.JOB);
    assertTrue(smaller + " is later than " + end, world.isFair() || smaller <= end);
  }

  @Property(trials = TRIALS, shrink = false)
  public void noEndIsBeforeNowWithAnyReservations(@When(seed = 4) long seed) {
    Random random = new Random(seed);
    JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    SmallWorld world = SmallWorld.random(random, false);
    // A node that never drains may be reserved for ever.
    world.running.values().removeIf(task -> task.endMs == Timeline.UNKNOWN);
    for (String node : world.nodes.keySet()) {
      if (random.nextInt(3) == 0) {
        JobId job = SmallWorld.job(random);
        world.reserved.put(node, new Reservation(job, 1 + random.nextInt(12), random.nextInt(4)));
      }
    }
    Timeline timeline = world.timeline(order, random.nextInt(4));
    world.reserved.clear();
    TimelineEstimates estimates = timeline.snapshot().estimates(NOW);
    for (JobId job : world.jobs()) {
      long end = estimates.endMs(job);
      assertTrue(job + " " + end, end == Timeline.UNKNOWN || end >= NOW);
      assertEquals(
          "known if and only if it is without reservations",
          world.timeline(order, 0).snapshot().estimates(NOW).endMs(job) == Timeline.UNKNOWN,
          end == Timeline.UNKNOWN);
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void moreRoomNeverDelaysALoneJob(@When(seed = 5) long seed) {
    Random random = new Random(seed);
    SmallWorld world = SmallWorld.random(random, false);
    JobId lone = JobId.of(1, 99);
    world.queued.clear();
    world.queued.put(
        lone,
        Collections.singletonList(
            new TaskGroup(
                1 + random.nextInt(30),
                1 + random.nextInt(10),
                random.nextInt(3),
                1 + random.nextInt(100))));
    long before = world.timeline(JobOrder.FAIR, 0).snapshot().estimates(NOW).endMs(lone);
    if (random.nextBoolean()) {
      world.nodes.put("new", new long[] {random.nextInt(15), random.nextInt(8)});
    } else {
      for (long[] size : world.nodes.values()) {
        size[0] += random.nextInt(8);
        size[1] += random.nextInt(4);
      }
    }
    long after = world.timeline(JobOrder.FAIR, 0).snapshot().estimates(NOW).endMs(lone);
    if (before != Timeline.UNKNOWN) {
      assertTrue(after + " after " + before, after != Timeline.UNKNOWN && after <= before);
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void timelineIsTheSameAfterEventsAndAfterARebuild(@When(seed = 6) long seed) {
    Random random = new Random(seed);
    JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    int maxReserved = random.nextInt(3);
    SmallWorld world = SmallWorld.random(random, false);
    world.divide(random);
    Timeline grown = new Timeline(order, maxReserved, SmallWorld.MAX_BLOCKS);
    TimelineEvents events = world.fill(grown);
    for (int i = 0; i < 60; i++) {
      world.change(random, grown, events);
    }
    Timeline rebuilt = world.timeline(order, maxReserved);
    for (long now : new long[] {NOW - 20, NOW, NOW + 20, NOW + 5_000}) {
      TimelineEstimates a = grown.snapshot().estimates(now);
      TimelineEstimates b = rebuilt.snapshot().estimates(now);
      for (JobId job : SmallWorld.JOBS) {
        assertEquals(b.endMs(job), a.endMs(job));
      }
      for (String node : SmallWorld.NODES) {
        assertEquals(rebuilt.roomMs(node, 7, 2, now), grown.roomMs(node, 7, 2, now));
      }
      assertEquals(b.nthRoomMs("", 5, 1, 2), a.nthRoomMs("", 5, 1, 2));
    }
    for (JobId job : SmallWorld.JOBS) {
      assertEquals(rebuilt.reservedBy(job), grown.reservedBy(job));
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void nthRoomEqualsTheNthEarliestRoomOfTheNodes(@When(seed = 7) long seed) {
    Random random = new Random(seed);
    SmallWorld world = SmallWorld.random(random, false);
    Timeline timeline = new Timeline(JobOrder.FAIR, 0, SmallWorld.MAX_BLOCKS);
    TimelineEvents events = world.fill(timeline);
    for (int i = 0; i < 30; i++) {
      world.change(random, timeline, events);
    }
    long now = NOW + random.nextInt(30);
    TimelineEstimates estimates = timeline.snapshot().estimates(now);
    for (int i = 0; i < 5; i++) {
      int mb = 1 + random.nextInt(16);
      int vcores = random.nextInt(8);
      long[] rooms =
          world.nodes.keySet().stream()
              .filter(node -> timeline.reservation(node) == null)
              .mapToLong(node -> timeline.roomMs(node, mb, vcores, now))
              .filter(ms -> ms != Timeline.UNKNOWN)
              .sorted()
              .toArray();
      for (int nth = 1; nth <= SmallWorld.NODES.size(); nth++) {
        long expected = nth <= rooms.length ? rooms[nth - 1] : Long.MAX_VALUE;
        assertEquals(expected, estimates.nthRoomMs("", mb, vcores, nth));
        assertEquals("again", expected, estimates.nthRoomMs("", mb, vcores, nth));
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void endsUntilATimeAreTheSameInAPartialLayout(@When(seed = 8) long seed) {
    Random random = new Random(seed);
    JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    SmallWorld world = SmallWorld.random(random, false);
    world.divide(random);
    Timeline timeline = world.timeline(order, random.nextInt(3));
    TimelineEstimates all = timeline.snapshot().estimates(NOW);
    long until = NOW + random.nextInt(80);
    TimelineEstimates some = timeline.snapshot().estimates(NOW, until);
    assertTrue(some.blocks() <= all.blocks());
    for (JobId job : world.jobs()) {
      long end = all.endMs(job);
      if (end != Timeline.UNKNOWN && end <= until) {
        assertEquals(end, some.endMs(job));
      } else if (end != Timeline.UNKNOWN) {
        assertTrue(some.endMs(job) + " is not after " + until, some.endMs(job) > until);
      }
    }
  }

  /** Small tasks on large nodes, where the fluid is a fair picture. */
  @Property(trials = 100, shrink = false)
  public void extrapolatedEndsAreNearLaidOutEnds(@When(seed = 9) long seed) {
    Random random = new Random(seed);
    JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    Timeline exact = new Timeline(order, 0, 1_000_000);
    Timeline bounded = new Timeline(order, 0, 60);
    for (int n = 0; n < 4; n++) {
      exact.nodeRead(new NodeScheduleView("n" + n, 20, 1_000));
      bounded.nodeRead(new NodeScheduleView("n" + n, 20, 1_000));
    }
    for (int j = 0; j < 5; j++) {
      List<TaskGroup> group =
          Collections.singletonList(
              new TaskGroup(300 + random.nextInt(1_000), 1, 1, 90 + random.nextInt(20)));
      exact.tasksQueued(JobId.of(1, j), group);
      bounded.tasksQueued(JobId.of(1, j), group);
    }
    TimelineEstimates ends = exact.snapshot().estimates(NOW);
    TimelineEstimates guesses = bounded.snapshot().estimates(NOW);
    assertTrue(guesses.isExtrapolated() && !ends.isExtrapolated());
    for (int j = 0; j < 5; j++) {
      double took = ends.endMs(JobId.of(1, j)) - NOW;
      assertEquals(1, (guesses.endMs(JobId.of(1, j)) - NOW) / took, 200 / took + 0.1);
    }
  }
}
