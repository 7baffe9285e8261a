// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.trust.ClaimedJobs;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * Use of a reserved node's room by other jobs, depending on earlier tasks of their class and user.
 */
@RunWith(Parameterized.class)
public class BackfillRegistryTest {
  private static final long FILLER_MS = 60_000;
  private static final long SMALL_MS = 5_000;

  private final SchedulerKind kind;
  private final Configuration conf;
  private ClaimedJobs cluster;
  private ClaimedJobs.Job large;
  private long promisedMs;

  public BackfillRegistryTest(SchedulerKind kind) {
    this.kind = kind;
    this.conf = World.configuration(kind);
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  @Before
  public void profiles() throws Exception {
    conf.set(
        "yarn.elastic.profiles.file",
        ClaimedJobs.profiles(
                ClaimedJobs.entry("large", 14_592, 60_000, 50),
                ClaimedJobs.entry("filler", 10_240, FILLER_MS, 50),
                ClaimedJobs.entry("small*", 2_048, SMALL_MS, 1.5))
            .getAbsolutePath());
  }

  @After
  public void close() {
    cluster.close();
  }

  private ClaimedJobs.Job submit(
      String user, String name, String queue, long mb, int maps, long ms) {
    return cluster.submit(user, name, queue, ClaimedJobs.tags(), mb, maps, ms, 50);
  }

  /** A node of 16 GB on which tasks of the jobs filler and small have run as their profiles say. */
  private void provedJobs() throws Exception {
    cluster = new ClaimedJobs(kind, conf);
    cluster.world.addBallast();
    cluster.world.addNode("10.0.0.1", 16_384, 64);
    cluster.world.addNode("10.0.0.2", 768, 8); // for masters, which wait where a node is reserved
    runToEnd(submit("ann", "filler", "a", 10_240, 3, FILLER_MS));
    runToEnd(submit("bob", "small", "b", 2_048, 6, SMALL_MS));
  }

  private void runToEnd(ClaimedJobs.Job job) {
    assertTrue(cluster.untilEnd(job, 1_000) > 0);
    cluster.finish(job);
  }

  /** Starts a filler on the node, which the large job has reserved for later. */
  private void reservedNode() {
    ClaimedJobs.Job filler = submit("ann", "filler", "a", 10_240, 1, FILLER_MS);
    cluster.steps(2);
    assertEquals(1, filler.running());
    promisedMs = cluster.nowMs() + FILLER_MS;
    large = submit("ann", "large", "a", 14_592, 1, 60_000);
    cluster.steps(2);
    assertEquals(1, cluster.world.attempt(large.id).getReservedContainers().size());
  }

  private long placedOnReserved() {
    return cluster.world.count("ContainersBackfilled");
  }

  private void runLarge(int atMostSeconds) {
    for (int i = 0; i < atMostSeconds && large.firstMs < 0; i++) {
      cluster.step();
    }
    assertTrue("it never started", large.firstMs > 0);
  }

  private void assertStartsInTime() {
    runLarge(200);
    assertTrue(
        "it started " + (large.firstMs - promisedMs) + " ms late",
        large.firstMs <= promisedMs + 3_000);
  }

  /** This holds even if its tasks declare, and had, short run times. */
  @Test
  public void backfillThatWouldHaveToEndInTimeIsRefused() throws Exception {
    provedJobs();
    reservedNode();
    submit("bob", "small", "b", 2_048, 1_000, SMALL_MS);
    assertStartsInTime();
    assertEquals(0, placedOnReserved());
    assertTrue(cluster.world.count("Decision_RESERVED_DELAYED_applied") > 0);
  }

  /** Together, too: the task has room for one of them beside it. */
  @Test
  public void backfillThatLeavesEnoughRoomIsAdmitted() throws Exception {
    provedJobs();
    reservedNode();
    submit("bob", "small", "b", 1_024, 1_000, 3_600_000);
    assertStartsInTime();
    assertEquals(1, placedOnReserved());
  }

  @Test
  public void numberOfBackfillsDuringAReservationIsBounded() throws Exception {
    for (int bound = 3; bound >= 0; bound -= 3) {
      conf.setInt("yarn.elastic.reservations.max-backfill", bound);
      provedJobs();
      reservedNode();
      submit("bob", "small", "b", 1_024, 1_000, SMALL_MS);
      assertStartsInTime();
      assertEquals(bound, placedOnReserved());
      assertTrue(cluster.world.count("Decision_RESERVED_BACKFILLED_applied") > 0);
      cluster.close();
    }
  }

  @Test
  public void profileInTagsIsIgnoredInAQueueThatRejectsClaims() throws Exception {
    Set<String> tag = ClaimedJobs.tags(ClaimedJobs.tag(2048, 5_000, 1));
    conf.set("yarn.elastic.claims.queues", "root.b:false");
    cluster = new ClaimedJobs(kind, conf);
    cluster.world.addNode("10.0.0.1", 16_384, 64);
    ClaimedJobs.Job inA = cluster.submit("bob", "other", "a", tag, 2_048, 1, 5_000, 1);
    ClaimedJobs.Job inB = cluster.submit("bob", "other", "b", tag, 2_048, 1, 5_000, 1);
    assertTrue(ElasticAttemptView.isConcerned(cluster.world.attempt(inA.id)));
    assertEquals(false, ElasticAttemptView.isConcerned(cluster.world.attempt(inB.id)));
  }
}
