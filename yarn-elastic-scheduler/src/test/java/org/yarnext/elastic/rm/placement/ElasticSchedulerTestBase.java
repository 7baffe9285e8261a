// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.After;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** A stock scheduler with the elastic part, under a ResourceManager of the test. */
@RunWith(Parameterized.class)
public abstract class ElasticSchedulerTestBase {
  public static final int MAP = 20;
  public final SchedulerKind kind;
  public World world;

  public ElasticSchedulerTestBase(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @After
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  public World on(ElasticPolicy policy) throws Exception {
    world = World.ours(kind, "on", policy);
    return world;
  }

  /** One node with a master and 768 MB left. */
  public ApplicationAttemptId tightNode() {
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
    return world.run(1, "a", "MAPREDUCE");
  }

  public void assertNothingIsLeft() {
    SchedulerTotals.balance(world);
    QueueMetrics root = world.scheduler.getRootQueueMetrics();
    assertEquals(0, root.getAllocatedMB());
    assertEquals(0, root.getAllocatedVirtualCores());
    assertEquals(0, root.getPendingMB());
    assertEquals(0, root.getPendingVirtualCores());
    assertEquals(0, root.getPendingContainers());
    assertEquals(0, root.getReservedMB());
    QueueMetrics user = root.getUserMetrics(World.USER);
    if (user != null) {
      assertEquals(0, user.getPendingMB());
      assertEquals(0, user.getAllocatedMB());
    }
  }
}
