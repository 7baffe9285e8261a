// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.Assume;
import org.junit.Test;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.FixedPolicies;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.placement.ElasticSchedulerTestBase;
import org.yarnext.elastic.rm.sizing.DecisionTag;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Smaller containers that end, grow, and survive restarts. */
public class SmallerContainerTest extends ElasticSchedulerTestBase {
  public SmallerContainerTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void smallerContainerKilledBeforeDeliveryIsPendingInFull() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    ContainerId unseen =
        world.attempt(app).getLiveContainers().stream()
            .map(RMContainer::getContainerId)
            .max(ContainerId::compareTo)
            .get();
    world.kill(unseen);
    assertEquals(1024, world.scheduler.getRootQueueMetrics().getPendingMB());
    SchedulerTotals.balance(world);
  }

  @Test
  public void decisionTagIsReplacedOnceTheContainerIsReported() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    RMContainer task =
        world.attempt(app).getLiveContainers().stream()
            .filter(c -> c.getAllocatedSchedulerKey().getPriority().getPriority() == MAP)
            .findFirst()
            .get();
    assertEquals(1, world.count("ContainersUndersized"));
    assertEquals(
        1,
        world.module().sizer().metrics().log().ring().recent(10).stream()
            .filter(entry -> entry.subject().startsWith("container_"))
            .count());
    for (Set<String> tags :
        Arrays.asList(task.getAllocationTags(), task.getContainer().getAllocationTags())) {
      assertFalse(tags.getClass().getName(), tags instanceof DecisionTag);
      assertEquals(1024, UndersizedTag.requestedMb(tags));
    }
  }

  @Test
  public void tagOfASmallerContainerIsRemovedWithIt() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    for (boolean seen : new boolean[] {false, true}) {
      world.request(app, MAP, 1024, 1, 1);
      world.heartbeats(2);
      RMContainer task =
          world.attempt(app).getLiveContainers().stream()
              .filter(c -> c.getAllocatedSchedulerKey().getPriority().getPriority() == MAP)
              .findFirst()
              .get();
      assertEquals(1, tagged(task.getNodeId()));
      if (seen) {
        world.take(app);
        world.complete(task.getContainerId());
      } else {
        world.kill(task.getContainerId());
        world.request(app, MAP, 1024, 1, 0);
      }
      assertEquals(0, tagged(task.getNodeId()));
    }
  }

  private long tagged(NodeId node) throws Exception {
    return world
        .context
        .getAllocationTagsManager()
        .getNodeCardinality(node, null, UndersizedTag.of(1024));
  }

  @Test
  public void changedOrWithdrawnRequestLeavesNothingPending() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 2, 3);
    world.heartbeats(1);
    world.request(app, MAP, 1536, 1, 2);
    SchedulerTotals.balance(world);
    world.heartbeats(1);
    SchedulerTotals.balance(world);
    world.request(app, MAP, 1536, 1, 0);
    SchedulerTotals.balance(world);
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void lostNodeLeavesNothingOfItsSmallerContainers() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    NodeId other = world.addNode("10.0.0.2", 768, 8);
    world.request(app, MAP, 1024, 1, 2);
    world.heartbeats(3);
    assertEquals(Arrays.asList(512L, 512L), World.sizes(world.take(app)));
    world.removeNode(other);
    SchedulerTotals.balance(world);
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void smallerContainerSurvivesARestart() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(3);
    Container task = world.take(app).get(0);
    List<NMContainerStatus> running = new ArrayList<>();
    for (RMContainer c : world.attempt(app).getLiveContainers()) {
      running.add(HalvingRm.report(c));
    }
    world.close();
    world = World.ours(kind, "on", FixedPolicies.HALVE);
    world.submit(1, "a", "MAPREDUCE", true);
    world.addNode("10.0.0.1", 1024, 8, running.toArray(new NMContainerStatus[0]));
    RMContainer recovered = world.scheduler.getRMContainer(task.getId());
    assertEquals(512, recovered.getAllocatedResource().getMemorySize());
    assertEquals(1024, UndersizedTag.requestedMb(recovered.getAllocationTags()));
    assertEquals(256 + 512, world.scheduler.getRootQueueMetrics().getAllocatedMB());
    SchedulerTotals.balance(world);
    for (NMContainerStatus status : running) {
      world.complete(status.getContainerId());
      SchedulerTotals.balance(world);
    }
    world.finish(app);
    assertNothingIsLeft();
  }

  @Test
  public void increaseOfAContainerIsNeverShrunk() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 512, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    world.increase(task, 1024);
    assertEquals(512, world.scheduler.getRootQueueMetrics().getPendingMB());
    world.heartbeats(3);
    assertEquals(0, world.count("ContainersUndersized"));
    assertEquals(512, world.scheduler.getRootQueueMetrics().getPendingMB());
    assertEquals(256 + 512, world.scheduler.getRootQueueMetrics().getAllocatedMB());
  }

  @Test
  public void smallerContainerMayGrow() throws Exception {
    // Stock's FairScheduler never tells a master that its container has grown.
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    on(FixedPolicies.HALVE);
    world.addNode("10.0.0.1", 2048, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.request(app, MAP, 2048, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    assertEquals(1024, task.getResource().getMemorySize());
    world.increase(task, 1536);
    world.heartbeats(2);
    world.take(app);
    assertEquals(
        1536, world.scheduler.getRMContainer(task.getId()).getAllocatedResource().getMemorySize());
    assertEquals(0, world.scheduler.getRootQueueMetrics().getPendingMB());
  }

  @Test
  public void nodeNeedNotReportAContainerThatHasGrownToItsRequest() throws Exception {
    // Stock's FairScheduler never tells a master that its container has grown.
    Assume.assumeTrue(kind == SchedulerKind.CAPACITY);
    on(FixedPolicies.HALVE);
    world.addNode("10.0.0.1", 2560, 8);
    ApplicationAttemptId app = world.run(1, "a", "MAPREDUCE");
    world.request(app, MAP, 512, 1, 1);
    world.heartbeats(2);
    Container first = world.take(app).get(0);
    world.request(app, MAP, 2048, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    assertEquals(1024, task.getResource().getMemorySize());
    world.complete(first.getId());
    world.increase(task, 2048);
    world.heartbeats(2);
    world.take(app);
    assertEquals(
        2048, world.scheduler.getRMContainer(task.getId()).getAllocatedResource().getMemorySize());
    world.complete(task.getId(), 0, "");
    assertEquals(0, world.count("UndersizedUnreported"));
  }

  @Test
  public void containersOfALostMasterKeepTheirSizeAndTag() throws Exception {
    on(FixedPolicies.HALVE);
    ApplicationAttemptId app = tightNode();
    world.request(app, MAP, 1024, 1, 1);
    world.heartbeats(2);
    Container task = world.take(app).get(0);
    ApplicationAttemptId next = world.nextAttempt(app);
    RMContainer kept = world.scheduler.getRMContainer(task.getId());
    assertEquals(512, kept.getAllocatedResource().getMemorySize());
    assertEquals(1024, UndersizedTag.requestedMb(kept.getAllocationTags()));
    SchedulerTotals.balance(world);
    world.complete(task.getId());
    SchedulerTotals.balance(world);
    world.finish(next);
    assertNothingIsLeft();
  }
}
