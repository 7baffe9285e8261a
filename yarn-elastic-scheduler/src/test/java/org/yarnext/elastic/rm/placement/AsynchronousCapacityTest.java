// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.Test;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** The CapacityScheduler with threads of its own: they propose, and another one commits. */
public class AsynchronousCapacityTest {
  private static final int JOBS = 3;
  private static final int TASKS = 15;
  private static final long PATIENCE_MS = 60_000;

  @Test
  public void sizesAndAccountingAreRightWithSeveralThreads() throws Exception {
    Configuration conf = World.configuration(SchedulerKind.CAPACITY);
    conf.set("yarn.elastic.mode", "on");
    conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", true);
    conf.setInt("yarn.scheduler.capacity.schedule-asynchronously.maximum-threads", 3);
    World world = World.ours(SchedulerKind.CAPACITY, conf, FixedPolicies.HALVE, true);
    try {
      for (int i = 1; i <= 4; i++) {
        world.addNode("10.0.0." + i, 2560, 8);
      }
      List<ApplicationAttemptId> jobs = new ArrayList<>();
      for (int i = 1; i <= JOBS; i++) {
        jobs.add(started(world, i));
      }
      int small = 0;
      long end = System.currentTimeMillis() + PATIENCE_MS;
      while (small == 0) { // by chance each task may find room for its regular size
        assertTrue("none was smaller", System.currentTimeMillis() < end);
        small = runAll(world, jobs);
      }
      assertEquals(small, world.count("ContainersUndersized"));
      for (ApplicationAttemptId job : jobs) {
        world.finish(job);
      }
    } finally {
      world.close();
    }
    SchedulerTotals.balance(world);
    QueueMetrics root = world.scheduler.getRootQueueMetrics();
    assertEquals(0, root.getAllocatedMB());
    assertEquals(0, root.getPendingMB());
    assertEquals(0, root.getPendingContainers());
    assertEquals(0, root.getReservedMB());
  }

  private static ApplicationAttemptId started(World world, int number) throws Exception {
    ApplicationAttemptId job = world.submit(number, number == 1 ? "a" : "b", "TEZ", false);
    world.request(job, 0, 256, 1, 1);
    long end = System.currentTimeMillis() + PATIENCE_MS;
    while (true) {
      world.heartbeats(1);
      for (Container master : world.take(job)) {
        world.registered(master);
        return job;
      }
      assertTrue("no master", System.currentTimeMillis() < end);
      Thread.sleep(5);
    }
  }

  /** Runs until each task of each job had its container; returns the number of smaller ones. */
  private static int runAll(World world, List<ApplicationAttemptId> jobs) throws Exception {
    for (ApplicationAttemptId job : jobs) {
      world.request(job, 20, 1024, 1, TASKS);
    }
    int got = 0;
    int small = 0;
    long end = System.currentTimeMillis() + PATIENCE_MS;
    while (got < JOBS * TASKS) {
      world.heartbeats(1);
      for (ApplicationAttemptId job : jobs) {
        for (Container c : world.take(job)) {
          got++;
          long mb = c.getResource().getMemorySize();
          assertEquals(mb == 512 ? 1024 : -1, UndersizedTag.requestedMb(c.getAllocationTags()));
          assertTrue("" + mb, mb == 512 || mb == 1024);
          small += mb == 512 ? 1 : 0;
          Thread.sleep(1);
          world.complete(c.getId());
        }
      }
      assertTrue("only " + got, System.currentTimeMillis() < end);
      Thread.sleep(2);
    }
    assertEquals(JOBS * TASKS, got);
    return small;
  }
}
