// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.junit.Test;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Tests which events end that a node is offered to nobody. */
public class WalkSkipCacheTest extends WalkSkipCacheTestBase {
  public WalkSkipCacheTest(SchedulerKind kind) {
    super(kind);
  }

  private void request(
      ApplicationAttemptId job, int priority, long mb, int count, List<String> blacklist) {
    world.scheduler.allocate(
        job,
        World.requests(priority, mb, 1, count),
        Collections.emptyList(),
        Collections.emptyList(),
        blacklist,
        Collections.emptyList(),
        new ContainerUpdates());
  }

  @Test
  public void nextNodeWithTheSameRoomIsSkipped() {
    assertSkipped(true, nodes[2]);
    world.updates(false);
    world.take(keeper); // a heartbeat that asks for nothing
    assertSkipped(true, nodes[2]);
  }

  @Test
  public void newRequestTriggersAWalk() {
    world.request(other, WITHOUT_PROFILE, 512, 1, 1);
    assertSkipped(false, nodes[1]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
  }

  @Test
  public void containerCompletedElsewhereTriggersAWalk() {
    world.complete(running.getId());
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
    assertSkipped(false, nodes[2]);
    assertEquals(Arrays.asList(2048L), World.sizes(world.take(keeper)));
  }

  @Test
  public void fairSchedulerUpdateTriggersAWalkOnlyWithNewDemand() {
    world.update();
    assertSkipped(true, nodes[1]);
    world.updates(false);
    world.request(other, WITHOUT_PROFILE, 512, 1, 1);
    offer(nodes[1]); // where the FairScheduler does not know of the ask yet
    world.updates(true);
    world.update();
    offer(nodes[1]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
  }

  @Test
  public void nodeAndApplicationEventsTriggerAWalk() {
    world.addNode("10.0.0.4", 256, 1);
    assertSkipped(false, nodes[1]);
    world.removeNode(nodes[2]);
    assertSkipped(false, nodes[1]);
    world.submit(4, "b", "MAPREDUCE", false);
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }

  @Test
  public void containerIncreaseTriggersAWalk() {
    world.increase(running, 2560);
    assertSkipped(false, nodes[2]);
  }

  @Test
  public void jobWithoutAProfileIsVisitedEachTime() {
    world.request(other, WITHOUT_PROFILE, 2048, 1, 1);
    offer(nodes[1]);
    assertEquals("as in stock", 1, world.attempt(other).getReservedContainers().size());
    for (int i = 0; i < 3; i++) {
      assertSkipped(false, nodes[2]);
    }
  }

  @Test
  public void requestWithoutAProfileOfAnElasticJobIsVisitedEachTime() {
    world.request(keeper, WITHOUT_PROFILE, 2560, 1, 1);
    for (int i = 0; i < 3; i++) {
      assertSkipped(false, nodes[2]);
    }
  }

  @Test
  public void jobExcludedFromOneNodeIsVisitedOnTheNext() {
    request(other, WITHOUT_PROFILE, 512, 1, Collections.singletonList("10.0.0.2"));
    assertSkipped(false, nodes[1]);
    assertTrue(world.take(other).isEmpty());
    assertSkipped(false, nodes[2]);
    assertEquals(Arrays.asList(512L), World.sizes(world.take(other)));
  }

  @Test
  public void trippedGuardSkipsNoWalk() {
    world.module().sizer().failed(new IllegalStateException("not yet"));
    assertSkipped(true, nodes[1]);
    world.trip();
    assertSkipped(false, nodes[1]);
    assertSkipped(false, nodes[1]);
    failures = world.count("GuardFailures");
  }

  @Test
  public void foreignAttemptPreventsSkippingWalks() {
    world.reserving().walks().stockAttempt();
    assertSkipped(false, nodes[1]);
    assertSkipped(false, nodes[1]);
  }

  @Test
  public void moveToAnotherQueueTriggersAWalk() throws Exception {
    String queue = world.scheduler instanceof FairScheduler ? "root.a" : "a";
    world.scheduler.moveApplication(other.getApplicationId(), queue);
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }

  /** After a restart of the ResourceManager stock waits for nodes and masters to come back. */
  @Test
  public void offerThatStockDoesNotMakeIsNotRemembered() {
    RMContextImpl waiting = spy(world.context);
    doReturn(false).when(waiting).isSchedulerReadyForAllocatingContainers();
    ((ResourceScheduler) world.scheduler).setRMContext(waiting);
    world.reserving().walks().changed();
    assertSkipped(false, nodes[1]);
    ((ResourceScheduler) world.scheduler).setRMContext(world.context);
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }
}
