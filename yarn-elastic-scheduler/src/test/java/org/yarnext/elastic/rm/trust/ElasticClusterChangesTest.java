// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.trust;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Operators' changes take effect while under-sized tasks run, and the accounts balance. */
@RunWith(Parameterized.class)
public class ElasticClusterChangesTest {
  private static final int MAP = 20;

  private final SchedulerKind kind;
  private World world;
  private NodeId node;

  public ElasticClusterChangesTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  @After
  public void close() {
    world.close();
  }

  /** A job in queue a with a master of 256 MB, and room for one of its tasks at half its size. */
  private ApplicationAttemptId jobWithASmallerTask() throws Exception {
    world = World.ours(kind, "on", FixedPolicies.HALVE);
    world.addBallast();
    node = world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, MAP, 1024, 1, 3);
    world.heartbeats(2);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(job)));
    SchedulerTotals.balance(world);
    return job;
  }

  private void assertNothingFailed() {
    assertEquals(0, world.count("GuardFailures"));
  }

  @Test
  public void movedApplicationTakesItsUsageAlong() throws Exception {
    ApplicationAttemptId job = jobWithASmallerTask();
    world.scheduler.moveApplication(job.getApplicationId(), queue("b"));
    SchedulerTotals.balance(world);
    world.addNode("10.0.0.2", 768, 8);
    world.heartbeats(2);
    List<Container> got = world.take(job);
    assertEquals(Arrays.asList(512L), World.sizes(got));
    SchedulerTotals.balance(world);
    world.complete(got.get(0).getId());
    world.finish(job);
    SchedulerTotals.balance(world);
    assertEquals(0, world.scheduler.getRootQueueMetrics().getAllocatedMB());
    assertEquals(0, world.scheduler.getRootQueueMetrics().getPendingMB());
    assertNothingFailed();
  }

  private String queue(String leaf) {
    return kind == SchedulerKind.FAIR ? "root." + leaf : leaf;
  }

  @Test
  public void movedApplicationHasTheProfilesItsNewQueueAccepts() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.claims.queues", "root.b:false");
    try (ClaimedJobs cluster = new ClaimedJobs(kind, conf)) {
      world = cluster.world;
      world.addNode("10.0.0.1", 4096, 8);
      ClaimedJobs.Job job =
          cluster.submit(
              "ann",
              "moved",
              "a",
              ClaimedJobs.tags(ClaimedJobs.tag(2048, 5_000, 1)),
              2_048,
              100,
              5_000,
              1);
      cluster.steps(1);
      assertTrue(ElasticAttemptView.isConcerned(world.attempt(job.id)));
      world.scheduler.moveApplication(job.id.getApplicationId(), queue("b"));
      cluster.steps(12);
      assertFalse(ElasticAttemptView.isConcerned(world.attempt(job.id)));
      world.scheduler.moveApplication(job.id.getApplicationId(), queue("a"));
      cluster.steps(12);
      assertTrue(ElasticAttemptView.isConcerned(world.attempt(job.id)));
      assertNothingFailed();
    }
  }

  private void resize(long mb) {
    world.resize(node, Resource.newInstance(mb, 8));
    if (mb < 768) {
      return; // more is in use than there is
    }
    Map<NodeId, Resource> totals = new HashMap<>();
    world.nodes().forEach(each -> totals.put(each, world.total(each)));
    totals.put(node, Resource.newInstance(mb, 8));
    SchedulerTotals.balance(kind, world.scheduler, totals);
  }

  /** A node that is decommissioned also shrinks to what it uses. */
  @Test
  public void shrunkNodeGetsNoContainerAndGrownNodeDoes() throws Exception {
    ApplicationAttemptId job = jobWithASmallerTask();
    for (long mb : new long[] {768, 512}) {
      resize(mb);
      world.heartbeats(2);
      assertEquals(Collections.emptyList(), world.take(job));
    }
    resize(1_280);
    world.heartbeats(2);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(job)));
    resize(2_304);
    world.heartbeats(2);
    assertEquals("in full", Arrays.asList(1024L), World.sizes(world.take(job)));
    assertNothingFailed();
  }

  @Test
  public void queueRefreshKeepsElasticAllocation() throws Exception {
    ApplicationAttemptId job = jobWithASmallerTask();
    world.scheduler.reinitialize(world.conf, world.context);
    SchedulerTotals.balance(world);
    world.addNode("10.0.0.2", 768, 8);
    world.heartbeats(2);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(job)));
    SchedulerTotals.balance(world);
    assertNothingFailed();
  }

  /** The model of a profile that tells for which sizes it is asked how long a task runs. */
  private static ElasticityModel tellsSizes(List<Long> sizes) {
    return new ElasticityModel() {
      @Override
      public long idealMemoryMb() {
        return 1024;
      }

      @Override
      public double runTimeMs(long memoryMb) {
        sizes.add(memoryMb);
        return 1_000;
      }

      @Override
      public double diskMbPerSecond(long memoryMb) {
        return 0;
      }
    };
  }

  @Test
  public void containersLeftToTheNextAttemptAreJudgedAsBefore() throws Exception {
    List<Long> judged = new ArrayList<>();
    ElasticityModel model = tellsSizes(judged);
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    world =
        World.ours(
            kind, conf, FixedPolicies.with((job, priority) -> model, FixedPolicies.HALVE), false);
    world.addBallast();
    node = world.addNode("10.0.0.1", 2_048, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, MAP, 1024, 1, 2);
    world.heartbeats(3);
    List<Container> got = world.take(job);
    assertEquals(Arrays.asList(512L, 1024L), World.sizes(got));
    world.nextAttempt(job);
    SchedulerTotals.balance(world);
    judged.clear();
    got.forEach(task -> world.complete(task.getId()));
    Collections.sort(judged);
    assertEquals(
        "how long each lasted, and how the smaller one ended",
        Arrays.asList(512L, 512L, 1024L),
        judged);
    SchedulerTotals.balance(world);
    assertNothingFailed();
  }
}
