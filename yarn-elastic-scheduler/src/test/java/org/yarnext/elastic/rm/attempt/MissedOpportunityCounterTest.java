// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import static org.junit.Assert.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.placement.LocalityTest;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Opportunities counted for delay scheduling at nodes that stock skips. */
public class MissedOpportunityCounterTest {
  private final AtomicLong skippedOffers = new AtomicLong(100);
  private World world;
  private ApplicationAttemptId job;
  private SchedulerApplicationAttempt attempt;
  private SchedulerNode node;
  private MissedOpportunityCounter missed;

  @Before
  public void start() throws Exception {
    world = World.ours(SchedulerKind.CAPACITY, "on", FixedPolicies.HALVE);
    node = world.scheduler.getSchedulerNode(world.addNode("10.0.0.1", 1024, 8));
    job = world.run(1, "a", "MAPREDUCE");
    attempt = world.attempt(job);
    missed = new MissedOpportunityCounter(attempt, skippedOffers::get, () -> 7);
  }

  @After
  public void close() {
    world.close();
  }

  private int counted(int priority) {
    return attempt.getSchedulingOpportunities(
        SchedulerRequestKey.create(LocalityTest.onHost(priority, "any", 1, 1).get(0)));
  }

  @Test
  public void firstRequestCountsPassedAndSkippedOpportunities() {
    world.take(job, LocalityTest.onHost(10, "10.0.0.9", 2048, 1));
    world.take(job, LocalityTest.onHost(20, "10.0.0.9", 2048, 1));
    missed.passedOver(node);
    missed.passedOver(node);
    assertEquals(2, counted(10));
    skippedOffers.addAndGet(3);
    missed.catchUp();
    missed.catchUp();
    assertEquals(5, counted(10));
    skippedOffers.addAndGet(2);
    missed.passedOver(node);
    assertEquals(8, counted(10));
    skippedOffers.addAndGet(1_000_000);
    missed.passedOver(node);
    assertEquals("no more than stock looks at", 7 + 1, counted(10));
    assertEquals(0, counted(20));
  }

  @Test
  public void opportunitiesBeforeTheRequestDoNotCount() {
    skippedOffers.addAndGet(3);
    missed.catchUp();
    world.take(job, LocalityTest.onHost(10, "10.0.0.9", 2048, 1));
    missed.catchUp();
    assertEquals(0, counted(10));
  }

  @Test
  public void requestForAnyPlaceMissesNoOpportunity() {
    world.request(job, 10, 2048, 1, 1);
    world.take(job, LocalityTest.onHost(20, "10.0.0.9", 2048, 1));
    skippedOffers.addAndGet(3);
    missed.passedOver(node);
    assertEquals(0, counted(10));
    assertEquals("as in stock, which ends at the first", 0, counted(20));
  }
}
