// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import static org.junit.Assert.assertEquals;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.After;
import org.junit.Test;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.completion.NonReportingNodeTracker;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

/** The disk usage that is read of a node, and how often. */
public class NodeDiskUsageTest {
  private int read;
  private double each = 10;
  private long nowMs = 1_000;
  private World world;

  private final ElasticityModel model =
      new ElasticityModel() {
        @Override
        public long idealMemoryMb() {
          return 1280;
        }

        @Override
        public double runTimeMs(long memoryMb) {
          return 1_000;
        }

        @Override
        public double diskMbPerSecond(long memoryMb) {
          read++;
          return each;
        }
      };

  private final ProfileResolver profiles =
      UnclaimedProfiles.resolver((job, priority) -> model, () -> nowMs);

  private final NonReportingNodeTracker silentNodes = new NonReportingNodeTracker(1_000, () -> 0);

  @After
  public void close() {
    world.close();
  }

  @Test
  public void diskUseOfANodeIsCachedUntilAChangeOrTimeout() throws Exception {
    world = World.ours(SchedulerKind.FAIR, "on", FixedPolicies.HALVE);
    world.addBallast();
    ApplicationAttemptId job;
    SchedulerNode node =
        world.scheduler.getSchedulerNode(world.addNode("10.0.0.1", 256 + 512 + 512, 8));
    job = world.run(1, "a", "MAPREDUCE");
    NodeDiskUsage disks = disks(false);
    assertEquals(0, disks.mbPerSecond(node), 0);
    world.request(job, 20, 1280, 1, 1);
    world.heartbeats(2);
    Container small = world.take(job).get(0);
    for (int i = 0; i < 5; i++) {
      assertEquals("a container has started", 10, disks.mbPerSecond(node), 0);
    }
    assertEquals(1, read);
    each = 7;
    nowMs += NodeDiskUsage.UNREPORTED_KEPT_MS - 1;
    assertEquals(10, disks.mbPerSecond(node), 0);
    nowMs++;
    assertEquals("too old", 7, disks.mbPerSecond(node), 0);
    world.complete(small.getId());
    assertEquals("it has ended", 0, disks.mbPerSecond(node), 0);
  }

  @Test
  public void reportedChangesKeepTheDiskUseUntilThen() throws Exception {
    world = World.ours(SchedulerKind.FAIR, "on", FixedPolicies.HALVE);
    world.addBallast();
    SchedulerNode node =
        world.scheduler.getSchedulerNode(world.addNode("10.0.0.1", 256 + 512 + 512, 8));
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.request(job, 20, 1280, 1, 1);
    world.heartbeats(2);
    world.take(job);
    NodeDiskUsage disks = disks(true);
    assertEquals(10, disks.mbPerSecond(node), 0);
    each = 7;
    nowMs += ProfileResolver.KEPT_MS - 1;
    assertEquals(10, disks.mbPerSecond(node), 0);
    disks.changed(node.getNodeID());
    assertEquals("a container came or went", 7, disks.mbPerSecond(node), 0);
    each = 8;
    disks.changed();
    assertEquals(8, disks.mbPerSecond(node), 0);
    each = 9;
    nowMs += ProfileResolver.KEPT_MS;
    assertEquals("too old", 9, disks.mbPerSecond(node), 0);
  }

  private NodeDiskUsage disks(boolean reported) {
    return new NodeDiskUsage(world.scheduler, profiles, silentNodes, () -> nowMs, reported);
  }

  @Test
  public void diskUseIsKeptPerNode() throws Exception {
    world = World.ours(SchedulerKind.FAIR, "on", FixedPolicies.HALVE);
    world.addBallast();
    world.addNode("10.0.0.1", 256, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    SchedulerNode used = world.scheduler.getSchedulerNode(world.addNode("10.0.0.2", 512, 8));
    world.request(job, 20, 1024, 1, 1);
    world.heartbeats(2);
    world.take(job);
    SchedulerNode idle = world.scheduler.getSchedulerNode(world.addNode("10.0.0.3", 512, 8));
    NodeDiskUsage disks = disks(false);
    assertEquals(10, disks.mbPerSecond(used), 0);
    assertEquals(0, disks.mbPerSecond(idle), 0);
    assertEquals(10, disks.mbPerSecond(used), 0);
    silentNodes.recordMissingReport(idle.getNodeID());
    double none = Double.POSITIVE_INFINITY;
    assertEquals("nothing is under-sized there", none, disks.mbPerSecond(idle), 0);
    silentNodes.forget(idle.getNodeID());
    assertEquals(0, disks.mbPerSecond(idle), 0);
  }
}
