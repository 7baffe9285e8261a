// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.After;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * Tests that queues' and users' limits count what under-sized containers have, not what they ask.
 */
@RunWith(Parameterized.class)
public class LimitsTest {
  private static final int MAP = 20;
  private static final int REDUCE = 10;

  /** The filling job's master and the one container of its seven that does not end. */
  private static final int FILLED_MB = 512;

  private final SchedulerKind kind;
  private World world;
  private NodeId node;
  private ApplicationAttemptId ann;
  private ApplicationAttemptId filler;

  public LimitsTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  @After
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  /** A node of 3,072 MB of which queue a may use so much, and 768 MB are left. */
  private void limited(int limitMb, float userLimitFactor) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    conf.setInt(SchedulerKind.MAX_MB_IN_A, limitMb);
    kind.configure(conf);
    conf.setInt("yarn.scheduler.capacity.root.a.maximum-capacity", limitMb * 100 / 3072);
    conf.setFloat("yarn.scheduler.capacity.root.a.user-limit-factor", userLimitFactor);
    conf.setBoolean("yarn.scheduler.capacity.user-metrics.enable", true);
    world = World.ours(kind, conf, FixedPolicies.HALVE, false);
    node = world.addNode("10.0.0.1", 3072, 16);
    filler = world.run(1, "b", "MAPREDUCE");
    ann = world.run(2, "a", "MAPREDUCE");
    world.request(filler, MAP, 256, 1, 7);
    world.heartbeats(8);
    assertEquals(7, world.take(filler).size());
    assertFree(768);
  }

  private void assertFree(long mb) {
    SchedulerTotals.balance(world);
    long free = world.scheduler.getSchedulerNode(node).getUnallocatedResource().getMemorySize();
    assertEquals(mb, free);
  }

  private List<Long> granted(ApplicationAttemptId job) {
    world.heartbeats(3);
    SchedulerTotals.balance(world);
    List<Container> got = world.take(job);
    SchedulerTotals.balance(world);
    return World.sizes(got);
  }

  /** Ends so many of the small containers beside. */
  private void free(int containers) {
    new ArrayList<>(world.attempt(filler).getLiveContainers())
        .stream()
            .filter(c -> !c.isAMContainer())
            .limit(containers)
            .forEach(c -> world.complete(c.getContainerId()));
  }

  @Test
  public void grantedSizeCountsForTheLimit() throws Exception {
    limited(1536, 100);
    world.request(ann, MAP, 1024, 1, 1);
    assertEquals(Arrays.asList(512L), granted(ann));
    // 768 of 1,536 MB: 1,024 more would not fit, were 1,280 counted 768 would not.
    free(2);
    world.request(ann, REDUCE, 768, 1, 1);
    assertEquals(Arrays.asList(768L), granted(ann));
  }

  @Test
  public void smallerContainerIsNotGrantedBeyondTheLimit() throws Exception {
    limited(1536, 100);
    world.request(ann, MAP, 1024, 1, 3);
    assertEquals(Arrays.asList(512L), granted(ann));
    free(1);
    assertFree(512);
    assertEquals(Arrays.asList(512L), granted(ann));
    free(2);
    assertFree(512);
    assertEquals("1,280 of 1,536 MB", Arrays.asList(), granted(ann));
  }

  @Test
  public void smallerContainerIsGrantedWithinAHigherLimit() throws Exception {
    limited(3072, 100);
    world.request(ann, MAP, 1024, 1, 3);
    assertEquals(Arrays.asList(512L), granted(ann));
    free(1);
    assertEquals(Arrays.asList(512L), granted(ann));
    free(2);
    assertEquals(Arrays.asList(512L), granted(ann));
  }

  @Test
  public void eachUserOfAQueueHasASeparateLimit() throws Exception {
    Assume.assumeTrue("the FairScheduler limits users' jobs alone", kind == SchedulerKind.CAPACITY);
    limited(3072, 1);
    world.request(ann, MAP, 1024, 1, 4);
    assertEquals(Arrays.asList(512L), granted(ann));
    free(1);
    assertEquals(Arrays.asList(512L), granted(ann));
    free(2);
    // Stock lets a user beyond the limit, half of the node, by the last container.
    assertEquals("at 1,280 MB", Arrays.asList(512L), granted(ann));
    free(3);
    world.user("bob");
    ApplicationAttemptId bob = world.run(3, "a", "MAPREDUCE");
    assertFree(512);
    assertEquals("at 1,792 MB", Arrays.asList(), granted(ann));
    world.request(bob, MAP, 1024, 1, 1);
    assertEquals(Arrays.asList(512L), granted(bob));
    world.finish(ann);
    world.finish(bob);
    SchedulerTotals.balance(world);
    for (String user : new String[] {World.USER, "bob"}) {
      QueueMetrics usage = world.scheduler.getRootQueueMetrics().getUserMetrics(user);
      assertEquals(user, 0, usage.getPendingMB());
      assertEquals(user, user.equals("bob") ? 0 : FILLED_MB, usage.getAllocatedMB());
    }
  }
}
