// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.yarnext.elastic.policy.timeline.JobId;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.policy.timeline.QueueShare;

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
   * No node runs more than it has; no room is left that a waiting task fits, without reservations;
   * each job ends no earlier than its longest task; and all end, the cluster being work-conserving,
   * within the time that one node alone would need.
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
          if (reservable == 0) {
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

  /** A job that is slower than its profile says is so under stock, too. */
  @Test
  public void slowTasksEndLater() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    List<NodeCapacityView> node = Collections.singletonList(new NodeCapacityView("n", MB, 8));
    JobDemandView asked = job(1, "q", 1, group(2, 0, 1_000, 10_000));
    model.advance(0, node, Collections.singletonList(asked), 0);
    JobDemandView slow = job(1, "q", 3, group(1, 1, 1_000, 10_000));
    model.advance(9_000, node, Collections.singletonList(slow), 0);
    model.advance(29_000, node, Collections.singletonList(slow), 0);
    assertEquals(1, model.started(asked.id(), asked.groups().get(0)));
    model.advance(30_000, node, Collections.singletonList(slow), 0);
    assertEquals(60_000, model.finishMs(asked.id()));
  }

  /** A job that ended in the cluster goes on here; what it never started does not. */
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

  /** A node that leaves keeps nothing, and its tasks end. */
  @Test
  public void nodesComeAndGo() {
    StockScheduleModel model = new StockScheduleModel(JobOrder.FAIR);
    JobDemandView asked = job(1, "q", 1, group(2, 0, 1_000, 10_000));
    List<JobDemandView> jobs = Collections.singletonList(asked);
    model.advance(0, Collections.singletonList(new NodeCapacityView("a", MB, 8)), jobs, 1);
    model.advance(1_000, Collections.emptyList(), jobs, 1);
    model.advance(10_000, Collections.emptyList(), jobs, 1);
    assertEquals(1, model.started(asked.id(), asked.groups().get(0)));
    model.advance(11_000, Collections.singletonList(new NodeCapacityView("b", MB, 8)), jobs, 1);
    assertEquals(21_000, model.finishMs(asked.id()));
  }
}
