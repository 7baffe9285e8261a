// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Reducers of which MapReduce asks before its maps are done, as it does unless told otherwise. */
@RunWith(Parameterized.class)
public class PendingMapDetectorTest {
  private static final int REDUCE = 10;
  private static final int MAP = 20;
  private static final List<Long> NOTHING = Collections.emptyList();
  private static final List<Long> HALF = Arrays.asList(512L);

  private final SchedulerKind kind;
  private World world;
  private NodeId first;
  private NodeId second;
  private ApplicationAttemptId job;

  public PendingMapDetectorTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  /** A task that does not fit gets half; the second node has room for half of a task. */
  @Before
  public void oneNodeHasRoomForHalfATask() throws Exception {
    world = World.ours(kind, "on", FixedPolicies.HALVE);
    world.addBallast();
    world.addNode("10.0.0.50", 2 * 256, 2);
    job = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId other = world.run(2, "b", "SPARK");
    first = world.addNode("10.0.0.1", 1024, 16);
    second = world.addNode("10.0.0.2", 1536, 16);
    world.request(other, 1, 1024, 1, 1);
    assertEquals(Arrays.asList(1024L), offered(second, other));
  }

  @After
  public void close() {
    assertEquals(0, world.count("GuardFailures"));
    world.close();
  }

  private List<Long> offered(NodeId node, ApplicationAttemptId to) {
    world.update();
    world.heartbeat(node);
    SchedulerTotals.balance(world);
    return World.sizes(world.take(to));
  }

  @Test
  public void reducersAreNotShrunkWhileAMapRuns() {
    world.request(job, MAP, 1024, 1, 1);
    world.update();
    world.heartbeat(first);
    ContainerId map = world.take(job).get(0).getId();
    world.request(job, REDUCE, 1024, 1, 1);
    assertEquals(NOTHING, offered(second, job));
    assertTrue(world.count("Decision_AWAITS_MAPS_applied") > 0);
    world.complete(map);
    world.request(job, REDUCE, 1024, 1, 1);
    assertEquals(HALF, offered(second, job));
  }

  @Test
  public void reducersAreNotShrunkWhileAMapWaits() {
    world.request(job, MAP, 8192, 1, 1);
    world.request(job, REDUCE, 1024, 1, 1);
    assertEquals(NOTHING, offered(second, job));
    world.request(job, MAP, 8192, 1, 0);
    assertEquals(HALF, offered(second, job));
  }

  @Test
  public void reducersAreNotShrunkWhileAFailedMapWaits() {
    world.request(job, 5, 8192, 1, 1);
    world.request(job, REDUCE, 1024, 1, 1);
    assertEquals(NOTHING, offered(second, job));
  }

  @Test
  public void prioritiesOfOtherFrameworksAreNotTakenForMaps() {
    ApplicationAttemptId tez = world.run(3, "a", "TEZ");
    world.request(tez, MAP, 8192, 1, 1);
    world.request(tez, REDUCE, 1024, 1, 1);
    assertEquals(HALF, offered(second, tez));
  }
}
