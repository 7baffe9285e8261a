// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.BackfillRegistry;
import org.yarnext.elastic.rm.timeline.ClusterReader;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.TimelineWriter;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

/** The components that decide by profiles, together and in a real scheduler. */
@RunWith(Parameterized.class)
public class ElasticModuleTest {
  private final SchedulerKind kind;
  private final Map<ApplicationId, Long> ends = new HashMap<>();
  private long nowMs = System.currentTimeMillis();
  private ElasticPolicy policy = ElasticModuleTest::algorithmOne;
  private ClusterSnapshot seen;
  private World world;

  public ElasticModuleTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @Before
  public void make() throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.elastic.end-margin", "0");
    conf.set("yarn.elastic.disk.bandwidth", "100");
    world =
        World.withComponents(
            kind,
            conf,
            configuration ->
                new ElasticComponents(
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    (job, priority) -> priority == 20 ? new HalvingModel() : null,
                    (cluster, now) -> {
                      seen = cluster;
                      return job -> ends.getOrDefault(job, -1L);
                    },
                    request -> policy.decide(request),
                    null,
                    () -> nowMs));
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
  }

  @After
  public void close() {
    world.close();
  }

  /** The largest size that fits, if the task ends no later than its job (lines 7 to 10). */
  private static Decision<Long> algorithmOne(SizingRequest request) {
    long step = request.stepMb();
    long steps = (request.requestedMb() - request.freeMb() + step - 1) / step;
    long mb = request.requestedMb() - steps * step;
    double runMs =
        request
            .model()
            .runTimeMs(ProfileResolver.modelMb(request.model(), request.requestedMb(), mb));
    return request.nowMs() + runMs <= request.endByMs()
        ? Decision.of(mb, FixedPolicies.Why.HALVED)
        : Decision.of(null, FixedPolicies.Why.NOT_HALVED);
  }

  private List<Long> granted(ApplicationAttemptId job, int priority, int count) {
    world.estimate();
    world.request(job, priority, 1024, 1, count);
    world.heartbeats(4);
    return world.take(job).stream()
        .map(c -> c.getResource().getMemorySize())
        .collect(Collectors.toList());
  }

  @Test
  public void taskThatEndsBeforeItsJobIsPlacedSmaller() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ends.put(job.getApplicationId(), nowMs + 1_500);
    assertEquals(Arrays.asList(768L), granted(job, 20, 1));
    SchedulerTotals.balance(world);
  }

  @Test
  public void taskThatWouldEndAfterItsJobWaits() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ends.put(job.getApplicationId(), nowMs + 1_499);
    assertTrue(granted(job, 20, 1).isEmpty());
    assertEquals(1, world.attempt(job).getReservedContainers().size());
  }

  @Test
  public void jobWithAnUnknownEndWaits() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    assertTrue(granted(job, 20, 1).isEmpty());
    assertTrue(world.count("Decision_JOB_END_UNKNOWN_applied") > 0);
  }

  @Test
  public void taskWithoutAProfileWaits() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ends.put(job.getApplicationId(), Long.MAX_VALUE);
    assertTrue(granted(job, 10, 1).isEmpty());
    assertEquals(0, world.count("Decision_NO_PROFILE_applied"));
  }

  @Test
  public void policyReceivesTheDiskUseOfTheNode() {
    policy =
        request ->
            Decision.of(request.freeDiskMbPerSecond() > 30 ? 256L : null, FixedPolicies.Why.HALVED);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ends.put(job.getApplicationId(), Long.MAX_VALUE);
    // There is room for three on the node, at 10 MB/s each of 50.
    assertEquals(Arrays.asList(256L, 256L), granted(job, 20, 3));
    SchedulerTotals.balance(world);
  }

  @Test
  public void timelineSeesNodesTasksReservationsAndRequests() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ends.put(job.getApplicationId(), nowMs + 1_500);
    granted(job, 20, 1);
    Container task =
        world.attempt(job).getLiveContainers().stream()
            .map(c -> c.getContainer())
            .filter(c -> c.getPriority().getPriority() == 20)
            .findFirst()
            .get();
    world.request(job, 20, 1024, 2, 3);
    world.request(job, 10, 512, 1, 2);
    world.heartbeats(2);
    world.estimate();
    assertEquals(2, seen.nodes().size());
    ClusterSnapshot.Node node =
        seen.nodes().stream().filter(n -> n.memoryMb() == 1024).findFirst().get();
    assertEquals(8, node.vcores());
    ClusterSnapshot.Task running =
        seen.tasks().stream()
            .filter(t -> t.container().equals(task.getId().toString()))
            .findFirst()
            .get();
    assertEquals(768, running.memoryMb());
    long started = world.scheduler.getRMContainer(task.getId()).getCreationTime();
    assertEquals(started + 1_500, running.endMs());
    assertFalse(running.isMaster());
    assertEquals(task.getNodeId(), running.node());
    assertEquals(2, seen.tasks().size());
    assertEquals(1, seen.tasks().stream().filter(ClusterSnapshot.Task::isMaster).count());
    assertEquals(2, seen.waiting().size());
    ClusterSnapshot.Waiting maps =
        seen.waiting().stream().filter(w -> w.priority() == 20).findFirst().get();
    assertEquals(3, maps.count());
    assertEquals(1024, maps.memoryMb());
    assertEquals(2, maps.vcores());
    assertEquals(1_000, maps.runMs());
    ClusterSnapshot.Waiting reducers =
        seen.waiting().stream().filter(w -> w.priority() == 10).findFirst().get();
    assertEquals(ClusterSnapshot.UNKNOWN, reducers.runMs());
    long reserved = seen.nodes().stream().filter(n -> n.reservedFor() != null).count();
    assertEquals(world.attempt(job).getReservedContainers().size(), reserved);
  }

  @Test
  public void timelineSeesThePartitionsOfNodes() {
    NodeId labelled = world.addNode("10.0.0.2", 1024, 8);
    world.scheduler.getSchedulerNode(labelled).updateLabels(Collections.singleton("gpu"));
    world.estimate();
    assertEquals(3, seen.nodes().size());
    seen.nodes().forEach(n -> assertEquals(n.id().equals(labelled) ? "gpu" : "", n.partition()));
    ClusterSnapshot.Node node =
        seen.nodes().stream().filter(n -> n.id().equals(labelled)).findFirst().get();
    assertEquals(
        "gpu", TimelineWriter.write(seen, JobOrder.FAIR, 0, 1).partition(node.id().toString()));
  }

  @Test
  public void opportunisticContainersTakeNoRoom() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    NodeId node = NodeId.newInstance("10.0.0.1", 1);
    world.opportunistic(job, node, 20, 512);
    assertEquals(2, world.attempt(job).getLiveContainers().size());
    world.estimate();
    assertEquals(1, seen.tasks().size());
    assertTrue(seen.tasks().get(0).isMaster());
    SchedulerNode known = world.scheduler.getSchedulerNode(node);
    ClusterReader reader =
        new ClusterReader(
            world.scheduler,
            UnclaimedProfiles.resolver((requested, priority) -> null, () -> nowMs),
            new SchedulerRules(JobOrder.FAIR, 1, true),
            () -> nowMs,
            ElasticHost.DAEMON::startedMs);
    assertEquals(
        1,
        reader.around(known, null, Collections.emptyList(), new BackfillRegistry()).tasks().size());
    assertEquals(768, known.getUnallocatedResource().getMemorySize());
  }

  /** A failed map is asked for again at a priority of its own. */
  @Test
  public void failedMapHasTheRunTimeOfAMap() {
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId other = world.run(2, "b", "TEZ");
    world.request(job, 5, 1024, 1, 1);
    world.request(other, 5, 1024, 1, 1);
    world.estimate();
    assertEquals(1_000, waiting(job).runMs());
    assertEquals("it is never shrunk", 0, waiting(job).longestMs());
    assertEquals(ClusterSnapshot.UNKNOWN, waiting(other).runMs());
    world.addNode("10.0.0.2", 2048, 8);
    world.heartbeats(2);
    Container again = world.take(job).get(0);
    assertEquals(1024, again.getResource().getMemorySize());
    world.estimate();
    long started = world.scheduler.getRMContainer(again.getId()).getCreationTime();
    assertEquals(
        started + 1_000,
        seen.tasks().stream()
            .filter(t -> t.container().equals(again.getId().toString()))
            .findFirst()
            .get()
            .endMs());
  }

  private ClusterSnapshot.Waiting waiting(ApplicationAttemptId job) {
    return seen.waiting().stream()
        .filter(w -> w.job().equals(job.getApplicationId()))
        .findFirst()
        .get();
  }

  private long expectedEnd(String framework, long afterMs) {
    ApplicationAttemptId job = world.run(framework.length(), "a", framework);
    world.request(job, 20, 256, 1, 1);
    world.heartbeats(4);
    Container task = world.take(job).get(0);
    long started = world.scheduler.getRMContainer(task.getId()).getCreationTime();
    nowMs = started + afterMs;
    world.estimate();
    long endMs =
        seen.tasks().stream()
            .filter(t -> t.container().equals(task.getId().toString()))
            .findFirst()
            .get()
            .endMs();
    world.finish(job);
    return endMs - started;
  }

  @Test
  public void reusedContainerIsExpectedToEndWithALaterTask() {
    assertEquals(1_500, expectedEnd("MAPREDUCE", 2_500));
    assertEquals(3_000, expectedEnd("TEZ", 2_500));
  }

  @Test
  public void reusableContainerIsFirstExpectedToEndWithItsFirstTask() {
    assertEquals(1_500, expectedEnd("TEZ", 1_499));
  }

  @Test
  public void timelineSeesTheSharesOfQueues() {
    SchedulerRules rules =
        kind == SchedulerKind.FAIR
            ? ((ElasticFairScheduler) world.scheduler).rules()
            : ((ElasticCapacityScheduler) world.scheduler).rules();
    ApplicationAttemptId one = world.run(1, "a", "MAPREDUCE");
    ApplicationAttemptId two = world.run(2, "b", "MAPREDUCE");
    ProfileResolver none = UnclaimedProfiles.resolver((job, priority) -> null, () -> nowMs);
    ClusterReader reader =
        new ClusterReader(world.scheduler, none, rules, () -> nowMs, ElasticHost.DAEMON::startedMs);
    world.request(one, 20, 1024, 1, 1);
    ClusterSnapshot alone = reader.read();
    world.request(two, 20, 1024, 1, 1);
    ClusterSnapshot read = reader.read();
    if (kind == SchedulerKind.CAPACITY) {
      assertEquals(1, alone.queues().get(one.getApplicationId()).share(), 1e-5);
      assertEquals(0.5, read.queues().get(one.getApplicationId()).share(), 1e-5);
    }
    QueueShare a = read.queues().get(one.getApplicationId());
    QueueShare b = read.queues().get(two.getApplicationId());
    assertTrue(a.name(), a.name().endsWith("a"));
    assertTrue(b.name(), b.name().endsWith("b"));
    assertEquals(a.share(), b.share(), 0);
    assertTrue("of the cluster: " + a, a.share() >= 0.5);
    JobOrder order = kind == SchedulerKind.FAIR ? JobOrder.FAIR : JobOrder.FIFO;
    assertEquals(order, a.order());
    assertEquals(order, b.order());
  }
}
