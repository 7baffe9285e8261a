// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/** Stock's schedule in random worlds. */
public class StockSchedulePropertiesTest {
  private static final long MB = 1_000;

  private static JobDemandView.Group group(int waiting, int started, long mb, long runMs) {
    return new JobDemandView.Group(20, mb, 1, waiting, started, runMs);
  }

  private static JobDemandView job(
      int id, String queue, double slowdown, JobDemandView.Group group) {
    return new JobDemandView(
        JobId.of(1, id),
        new QueueShare(queue, 1),
        Collections.singletonList(group),
        slowdown,
        true,
        false);
  }

  /**
   * No node runs more than it has; no room is left that a waiting task fits, in the FairScheduler
   * without reservations; each job ends no earlier than its longest task; and all end, the cluster
   * being work-conserving, within the time that one node alone would need.
   */
  @Test
  public void roomIsUsedAndNeverTwice() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<NodeCapacityView> nodes = new ArrayList<>();
      int count = 1 + random.nextInt(5);
      for (int n = 0; n < count; n++) {
        nodes.add(new NodeCapacityView("n" + n, MB, 16));
      }
      JobOrder order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
      int reservable = random.nextInt(2);
      StockScheduleModel model = new StockScheduleModel(order);
      List<JobDemandView> jobs = new ArrayList<>();
      List<long[]> facts = new ArrayList<>(); // tasks, MB, run time, arrival
      long serialMs = 0;
      long nowMs = 0;
      for (int step = 0; step < 2_000; step++, nowMs += 1_000) {
        if (jobs.size() < 6 && random.nextInt(3) == 0) {
          long[] job = {1 + random.nextInt(8), 100 * (1 + random.nextInt(10)), 0, nowMs};
          job[2] = 1_000 * (1 + random.nextInt(20));
          serialMs += job[0] * job[2];
          facts.add(job);
          jobs.add(
              job(jobs.size(), "q" + random.nextInt(2), 1, group((int) job[0], 0, job[1], job[2])));
        }
        model.advance(nowMs, nodes, jobs, reservable);
        long usedMb = 0;
        long minWaitingMb = Long.MAX_VALUE;
        for (int j = 0; j < jobs.size(); j++) {
          long[] job = facts.get(j);
          int started = model.started(jobs.get(j).id(), jobs.get(j).groups().get(0));
          assertTrue(started <= job[0]);
          long finishMs = model.finishMs(jobs.get(j).id());
          assertEquals("seed " + seed, started == job[0], finishMs != StockScheduleModel.UNKNOWN);
          if (started == job[0]) {
            assertTrue("seed " + seed, finishMs >= job[3] + job[2]);
          } else {
            minWaitingMb = Math.min(minWaitingMb, job[1]);
          }
        }
        for (NodeCapacityView node : nodes) {
          long used = model.usedMb(node.name);
          usedMb += used;
          assertTrue("seed " + seed + ": " + used, used >= 0 && used <= MB);
          if (reservable == 0 && order == JobOrder.FAIR) {
            assertTrue("seed " + seed + " at " + nowMs, MB - used < minWaitingMb);
          }
        }
        if (jobs.size() == 6 && nowMs > serialMs + 100_000) {
          assertEquals("seed " + seed, 0, usedMb);
          break;
        }
      }
    }
  }

  /**
   * Without reservations each node goes to the first job in order, in the CapacityScheduler, that
   * has room there or is at the limit.
   */
  @Test
  public void roomIsUsedUpToTheLimitInTheCapacityScheduler() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<NodeCapacityView> nodes = new ArrayList<>();
      for (int n = 0; n < 40; n++) {
        nodes.add(new NodeCapacityView("n" + n, 100 * (1 + random.nextInt(10)), 99));
      }
      StockScheduleModel model = new StockScheduleModel(JobOrder.FIFO);
      List<JobDemandView> jobs = new ArrayList<>();
      for (int step = 0; step < 100; step++) {
        if (random.nextInt(3) == 0) {
          int runMs = 1_000 * (1 + random.nextInt(20));
          int mb = 50 * (1 + random.nextInt(18));
          jobs.add(job(jobs.size(), "q", 1, group(1 + random.nextInt(60), 0, mb, runMs)));
        }
        model.advance(step * 1_000, nodes, jobs, 0);
        assertEquals("seed " + seed + " step " + step, "", usable(model, nodes, jobs));
      }
    }
  }

  /** Returns the nodes that a job could use at its turn. */
  private static String usable(
      StockScheduleModel model, List<NodeCapacityView> nodes, List<JobDemandView> jobs) {
    long freeMb = nodes.stream().mapToLong(node -> node.memoryMb - model.usedMb(node.name)).sum();
    StringBuilder usable = new StringBuilder();
    for (NodeCapacityView node : nodes) {
      for (JobDemandView job : jobs) {
        JobDemandView.Group group = job.groups().get(0);
        boolean waits = model.started(job.id(), group) < group.waiting;
        boolean fits = group.memoryMb <= node.memoryMb - model.usedMb(node.name);
        boolean isAtLimit = group.memoryMb > freeMb;
        if (waits && group.memoryMb <= node.memoryMb && (fits || isAtLimit)) {
          usable.append(isAtLimit ? "" : node.name + " by " + job.id() + "; ");
          break;
        }
      }
    }
    return usable.toString();
  }

  /** A node is examined at each end of a task, but not each waiting job at each node. */
  @Test(timeout = 30_000)
  public void largeClustersAreSimulatedAheadInTheCapacityScheduler() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FIFO);
    List<NodeCapacityView> nodes = new ArrayList<>();
    for (int n = 0; n < 8_000; n++) {
      nodes.add(new NodeCapacityView("n" + n, 5 * MB + 300, 99));
    }
    List<JobDemandView> jobs = new ArrayList<>();
    for (int j = 0; j < 6_000; j++) { // a third of them waits
      jobs.add(job(j, "q" + j % 5, 1, group(10, 0, MB, 10_000 + 3 * j)));
    }
    model.advance(0, nodes, jobs, 0);
    assertTrue(model.finishMs(jobs.get(4_000).id(), 1_000_000, 10_000) > 0);
    long lastMs = model.finishMs(jobs.get(5_999).id(), 1_000_000, 10_000);
    assertEquals(StockScheduleModel.UNKNOWN, lastMs);
  }

  @Test
  public void fairTurnsShareANodeAndFifoTurnsDoNot() {
    for (JobOrder order : JobOrder.values()) {
      StockScheduleModel model = new StockScheduleModel(order);
      JobDemandView first = job(1, "q", 1, group(8, 0, 250, 10_000));
      JobDemandView second = job(2, "q", 1, group(8, 0, 250, 10_000));
      List<JobDemandView> jobs = new ArrayList<>();
      jobs.add(first);
      jobs.add(second);
      model.advance(0, Collections.singletonList(new NodeCapacityView("n", MB, 8)), jobs, 0);
      int other = order == JobOrder.FAIR ? 2 : 0;
      assertEquals(4 - other, model.started(first.id(), first.groups().get(0)));
      assertEquals(other, model.started(second.id(), second.groups().get(0)));
    }
  }

  private static final List<NodeCapacityView> TWO_NODES =
      Arrays.asList(new NodeCapacityView("a", MB, 8), new NodeCapacityView("b", MB, 8));

  /** Plays the jobs, one a second; returns how many tasks of the last one have started then. */
  private static int startedOfLast(JobOrder order, int reservable, JobDemandView... jobs) {
    StockScheduleModel model = new StockScheduleModel(order);
    for (int n = 0; n < jobs.length; n++) {
      model.advance(n * 1_000, TWO_NODES, Arrays.asList(jobs).subList(0, n + 1), reservable);
    }
    JobDemandView last = jobs[jobs.length - 1];
    return model.started(last.id(), last.groups().get(0));
  }

  private static JobDemandView plain(int id, int tasks, long mb) {
    return job(id, "q", 1, group(tasks, 0, mb, 100_000));
  }

  @Test
  public void eachJobInFrontReservesNodesInTheFairScheduler() {
    JobDemandView running = plain(1, 2, 600);
    assertEquals(1, startedOfLast(JobOrder.FAIR, 1, running, plain(2, 2, 900), plain(3, 1, 300)));
    assertEquals(
        0,
        startedOfLast(
            JobOrder.FAIR, 1, running, plain(2, 2, 900), plain(3, 2, 900), plain(4, 1, 300)));
  }

  @Test
  public void reservedMemoryCountsAsUsedInTheCapacityScheduler() {
    JobDemandView running = plain(1, 2, 600);
    JobDemandView reserving = plain(2, 1, 700);
    assertEquals(1, startedOfLast(JobOrder.FIFO, 2, running, reserving, plain(3, 1, 100)));
    assertEquals(0, startedOfLast(JobOrder.FIFO, 2, running, reserving, plain(3, 1, 300)));
    assertEquals(
        "a job at the limit lets none behind it have the node",
        0,
        startedOfLast(JobOrder.FIFO, 2, running, plain(2, 1, 900), plain(3, 1, 100)));
  }

  /** A schedule that is played ahead comes true if nothing new comes. */
  @Test
  public void endsAheadComeTrue() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      StockScheduleModel model =
          new StockScheduleModel(random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO);
      int reservable = random.nextInt(3);
      List<NodeCapacityView> nodes = new ArrayList<>();
      for (int n = 0; n < 3; n++) {
        nodes.add(new NodeCapacityView("n" + n, MB, 16));
      }
      List<JobDemandView> jobs = new ArrayList<>();
      for (int j = 0; j < 5; j++) {
        int runMs = 1_000 * (1 + random.nextInt(20));
        jobs.add(
            job(j, "q", 1, group(1 + random.nextInt(9), 0, 100 * (1 + random.nextInt(9)), runMs)));
      }
      model.advance(0, nodes, jobs, reservable);
      Map<JobId, Long> ahead = new HashMap<>();
      jobs.forEach(job -> ahead.put(job.id(), model.finishMs(job.id(), 1_000_000, 1_000)));
      for (long nowMs = 1_000; nowMs < 500_000; nowMs += 1_000) {
        model.advance(nowMs, nodes, jobs, reservable);
      }
      for (JobDemandView job : jobs) {
        long finishMs = model.finishMs(job.id());
        assertTrue("seed " + seed, finishMs > 0);
        assertEquals("seed " + seed, finishMs, (long) ahead.get(job.id()));
      }
    }
  }

  /** A job that is slower than its profile says is so under stock, too. */
  @Test
  public void slowTasksEndLater() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", MB, 8));
    JobDemandView requested = job(1, "q", 1, group(2, 0, 1_000, 10_000));
    model.advance(0, node, Collections.singletonList(requested), 0);
    JobDemandView slow = job(1, "q", 3, group(1, 1, 1_000, 10_000));
    model.advance(9_000, node, Collections.singletonList(slow), 0);
    model.advance(29_000, node, Collections.singletonList(slow), 0);
    assertEquals(1, model.started(requested.id(), requested.groups().get(0)));
    model.advance(30_000, node, Collections.singletonList(slow), 0);
    assertEquals(60_000, model.finishMs(requested.id()));
  }

  /** A job that ended in the cluster continues here, without the tasks that it never started. */
  @Test
  public void endedJobsGoOn() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", MB, 8));
    JobDemandView killed = job(1, "q", 1, group(5, 1, 1_000, 10_000));
    JobDemandView next = job(2, "q", 1, group(1, 0, 1_000, 5_000));
    model.advance(0, node, Collections.singletonList(killed), 0);
    model.advance(1_000, node, Collections.singletonList(next), 0);
    assertEquals(0, model.started(next.id(), next.groups().get(0)));
    model.advance(10_000, node, Collections.singletonList(next), 0);
    assertEquals(15_000, model.finishMs(next.id()));
  }

  /** The cluster does ten times the work that stock would do, for hours. */
  @Test
  public void jobsThatEndedInTheClusterAreBounded() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", MB, 8));
    int count = 2 * StockScheduleModel.MAX_ENDED;
    for (int j = 0; j <= count; j++) {
      JobDemandView next = job(j, "q", 1, group(0, 1, MB, 10_000));
      model.advance(j * 1_000, node, Collections.singletonList(next), 1);
    }
    long known = 0;
    for (int j = 0; j <= count; j++) {
      known += model.arrivedMs(JobId.of(1, j)) == StockScheduleModel.UNKNOWN ? 0 : 1;
    }
    assertTrue("" + known, known <= StockScheduleModel.MAX_ENDED + 2);
    assertEquals(StockScheduleModel.UNKNOWN, model.arrivedMs(JobId.of(1, count / 4)));
    assertEquals((count - 1) * 1_000, model.arrivedMs(JobId.of(1, count - 1)));
  }

  /** A node that leaves keeps nothing, and its tasks end. */
  @Test
  public void nodesComeAndGo() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    JobDemandView requested = job(1, "q", 1, group(2, 0, 1_000, 10_000));
    List<JobDemandView> jobs = Collections.singletonList(requested);
    model.advance(0, Collections.singletonList(new NodeCapacityView("a", MB, 8)), jobs, 1);
    model.advance(1_000, Collections.emptyList(), jobs, 1);
    model.advance(10_000, Collections.emptyList(), jobs, 1);
    assertEquals(1, model.started(requested.id(), requested.groups().get(0)));
    model.advance(11_000, Collections.singletonList(new NodeCapacityView("b", MB, 8)), jobs, 1);
    assertEquals(21_000, model.finishMs(requested.id()));
  }

  @Test
  public void sizesThatComeAndGoAreAllPlayed() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", 20_000, 8));
    for (int mb = 1; mb <= 10_000; mb++) {
      JobDemandView one = job(1, "q", 1, group(1, 0, mb, 500));
      model.advance(mb * 1_000, node, Collections.singletonList(one), 0);
      assertEquals(1, model.started(one.id(), one.groups().get(0)));
      assertEquals(mb * 1_000 + 500, model.finishMs(one.id()));
    }
  }

  @Test
  public void requestsBeyondTheMaximumOfAJobArePlayedOnceOthersHaveEnded() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", 9_000, 99));
    List<JobDemandView.Group> groups = new ArrayList<>();
    for (int mb = 1; mb <= JobDemandView.MAX_GROUPS + 1; mb++) {
      groups.add(group(1, 0, mb, 1_000));
    }
    JobDemandView many =
        new JobDemandView(JobId.of(1, 1), new QueueShare("q", 1), groups, 1, true, false);
    JobDemandView.Group last = groups.get(JobDemandView.MAX_GROUPS);
    model.advance(0, node, Collections.singletonList(many), 0);
    assertEquals(1, model.started(many.id(), groups.get(JobDemandView.MAX_GROUPS - 1)));
    assertEquals(0, model.started(many.id(), last));
    assertEquals(StockScheduleModel.UNKNOWN, model.finishMs(many.id()));
    model.advance(1_000, node, Collections.singletonList(job(1, "q", 1, last)), 0);
    assertEquals(1, model.started(many.id(), last));
    assertEquals(2_000, model.finishMs(many.id()));
  }

  /** Its earlier tasks, one of which still waits here, are simulated first. */
  @Test
  public void sizeThatWasForgottenIsPlayedAgain() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", MB, 8));
    JobDemandView before = job(1, "q", 1, group(2, 0, 1_000, 10_000));
    JobDemandView other = job(1, "q", 1, group(1, 0, 500, 10_000));
    JobDemandView again = job(1, "q", 1, group(1, 0, 1_000, 10_000));
    model.advance(0, node, Collections.singletonList(before), 0);
    model.advance(1_000, node, Collections.singletonList(other), 0);
    for (int s = 2; s <= 19; s++) {
      model.advance(1_000 * s, node, Collections.singletonList(again), 0);
      assertTrue(model.started(again.id(), again.groups().get(0)) <= 0);
    }
    model.advance(20_000, node, Collections.singletonList(again), 0);
    assertEquals(1, model.started(again.id(), again.groups().get(0)));
  }
}
