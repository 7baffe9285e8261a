// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.PreemptionMark;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * Where room is being preempted it was measured by full sizes: nothing smaller comes in between.
 */
@RunWith(Parameterized.class)
public class PreemptionTest {
  private final SchedulerKind kind;
  private World world;
  private SchedulerNode node;
  private ApplicationAttemptId job;
  private Container victim;

  public PreemptionTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  /** One node with a task of another job on it and half the room that a task needs. */
  @Before
  public void make() throws Exception {
    world = World.ours(kind, "on", FixedPolicies.HALVE);
    world.addBallast();
    world.addNode("10.0.0.1", 512, 8);
    ApplicationAttemptId other = world.run(1, "a", "MAPREDUCE");
    job = world.run(2, "b", "MAPREDUCE");
    node = world.scheduler.getSchedulerNode(world.addNode("10.0.0.2", 1024 + 512, 8));
    world.request(other, 5, 1024, 1, 1);
    world.heartbeats(2);
    victim = world.take(other).get(0);
    assertEquals(node.getNodeID(), victim.getNodeId());
  }

  @After
  public void close() {
    world.close();
  }

  /** Marks a container as the scheduler's own preemption does before it kills. */
  private void mark() {
    RMContainer container = world.scheduler.getRMContainer(victim.getId());
    if (kind == SchedulerKind.FAIR) {
      PreemptionMark.set(node, container, world.attempt(job));
    } else {
      ((FiCaSchedulerNode) node).markContainerToKillable(victim.getId());
    }
  }

  @Test
  public void taskIsPlacedSmallerWithoutPreemption() {
    world.request(job, 20, 1024, 1, 1);
    world.heartbeats(2);
    assertEquals(512, world.take(job).get(0).getResource().getMemorySize());
  }

  @Test
  public void jobThatWaitsForPreemptedRoomIsServedInFull() {
    mark();
    world.request(job, 20, 1024, 1, 1);
    world.heartbeats(3);
    List<Container> got = world.take(job);
    if (got.isEmpty()) { // the CapacityScheduler has stopped the other already
      world.complete(victim.getId());
      world.heartbeats(3);
      got = world.take(job);
    }
    assertEquals(0, world.count("Decision_HALVED_applied"));
    assertEquals(1, got.size());
    assertEquals(1024, got.get(0).getResource().getMemorySize());
    assertEquals(-1, UndersizedTag.requestedMb(got.get(0).getAllocationTags()));
  }
}
