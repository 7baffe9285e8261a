// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.Test;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Tests how long walks are put off, and which estimates trigger one. */
public class WalkDelayTest extends WalkSkipCacheTestBase {
  public WalkDelayTest(SchedulerKind kind) {
    super(kind);
  }

  /** A walk of some ms without success. */
  private void walkFor(long tickMs) {
    world.reserving().walks().changed();
    tickNanos = tickMs * 1_000_000;
    assertSkipped(false, nodes[1]);
    tickNanos = 0;
  }

  /** The keeper may be under-sized from now on, as after a change of the configuration. */
  private void limits() {
    world.module().sizer().refreshed();
    world.estimate();
  }

  @Test
  public void changesForElasticJobsAwaitAMultipleOfTheWalkTime() {
    walkFor(1);
    world.complete(running.getId());
    world.request(keeper, MINUTES, 2048, 1, 3);
    assertSkipped(true, nodes[1]);
    nanos += 8_000_000;
    assertSkipped(true, nodes[1]);
    nanos += 500_000_000;
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
  }

  /** Stock would place it at once. */
  @Test
  public void smallerRequestOfAnElasticJobTriggersAWalkAtOnce() {
    walkFor(1);
    world.request(keeper, MINUTES, 1024, 1, 2);
    assertSkipped(false, nodes[1]);
    assertEquals(Arrays.asList(1024L), World.sizes(world.take(keeper)));
  }

  @Test
  public void firstRequestOfAnElasticJobTriggersAWalkAtOnce() {
    walkFor(1);
    world.request(other, MINUTES, 1024, 1, 1);
    assertSkipped(false, nodes[1]);
    assertEquals(Arrays.asList(1024L), World.sizes(world.take(other)));
  }

  @Test
  public void constrainedRequestOfAnElasticJobTriggersAWalkAtOnce() {
    walkFor(1);
    world.requestByConstraint(keeper, MINUTES + 1, 1024, 1);
    assertSkipped(false, nodes[1]);
  }

  @Test
  public void containerUpdateOfAnElasticJobTakesEffectAtTheNextOffer() {
    walkFor(1);
    world.increase(running, 2560);
    assertSkipped(false, nodes[2]);
    assertEquals(3072 - 2560, freeMb(nodes[2]));
  }

  @Test
  public void promotionOfAnElasticJobTakesEffectAtTheNextOffer() {
    Container promoted = world.opportunistic(filler, nodes[2], MINUTES, 512);
    walkFor(1);
    world.promote(promoted);
    assertSkipped(false, nodes[2]);
    assertEquals(3072 - 2048 - 512, freeMb(nodes[2]));
  }

  /** The job's filter of offers knows at once that something else than its request may fit. */
  @Test
  public void containerUpdateTakesEffectWhileARequestWaitsForAnotherNode() {
    world.request(other, WITHOUT_PROFILE, 512, 1, 1);
    offer(nodes[1]);
    Container growing = world.take(other).get(0);
    world.take(other, onlyAt(nodes[2], 2048));
    offer(nodes[2]); // where it is decided
    walkFor(1);
    world.increase(growing, 1024);
    assertSkipped(false, nodes[1]);
    assertEquals(0, freeMb(nodes[1]));
  }

  /** A request that stock does not place or reserve elsewhere. */
  private static List<ResourceRequest> onlyAt(NodeId node, long mb) {
    List<ResourceRequest> requests = new ArrayList<>();
    for (String location :
        new String[] {node.getHost(), NetworkTopology.DEFAULT_RACK, ResourceRequest.ANY}) {
      ResourceRequest request = World.requests(MINUTES, mb, 1, 1).get(0);
      request.setResourceName(location);
      request.setRelaxLocality(location.equals(node.getHost()));
      requests.add(request);
    }
    return requests;
  }

  private long freeMb(NodeId node) {
    return world.scheduler.getSchedulerNode(node).getUnallocatedResource().getMemorySize();
  }

  @Test
  public void delayOfAWalkIsAtMostHalfASecond() {
    walkFor(60);
    world.complete(running.getId());
    assertSkipped(true, nodes[1]);
    nanos += 490_000_000;
    assertSkipped(true, nodes[1]);
    nanos += 10_000_000;
    assertSkipped(false, nodes[1]);
  }

  /** Its reserved node should have had room long ago, and it may not reserve another one yet. */
  @Test
  public void jobThatMightReserveIsVisitedOncePerDelay() {
    passedMs = 400_000;
    walkFor(1);
    nanos += 90_000_000;
    assertSkipped(true, nodes[2]);
    nanos += 4_000_000_000L;
    assertSkipped(false, nodes[1]);
    walkFor(1);
    assertSkipped(true, nodes[2]);
    world.estimate();
    assertSkipped(false, nodes[1]);
    assertEquals(1, world.attempt(keeper).getReservedContainers().size());
  }

  @Test
  public void requestWithoutAProfileTriggersAWalkAtOnce() {
    walkFor(1);
    world.request(other, WITHOUT_PROFILE, 512, 1, 1);
    assertSkipped(false, nodes[1]);
  }

  /** In a queue at its limit stock does not look at the job before something ends. */
  @Test
  public void completionTriggersAWalkAtOnceWhileAStockJobWaits() {
    walkFor(1);
    world.reserving().walks().plainRequested();
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
    world.complete(running.getId());
    assertSkipped(false, nodes[1]);
  }

  @Test
  public void unchangedEstimateTriggersNoWalk() {
    world.estimate();
    assertSkipped(false, nodes[1]); // the keeper's end was not known before
    world.estimate();
    assertSkipped(true, nodes[1]);
    assertSkipped(true, nodes[2]);
  }

  /** Some changes trigger no event, so the walk is repeated. */
  @Test
  public void estimateTriggersAWalkOnceInTenSeconds() {
    world.estimate();
    offer(nodes[1]);
    nanos += 9_000_000_000L;
    world.estimate();
    assertSkipped(true, nodes[1]);
    nanos += 1_000_000_000L;
    world.estimate();
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[2]);
  }

  /** Then a job may reserve another node. */
  @Test
  public void estimateTriggersAWalkOnceAReservedNodeIsUsed() {
    world.estimate();
    assertSkipped(false, nodes[1]);
    Optional<RMContainer> first =
        world.attempt(filler).getLiveContainers().stream()
            .filter(container -> container.getAllocatedNode().equals(nodes[0]))
            .findFirst();
    world.complete(first.get().getContainerId());
    nanos += 500_000_000;
    assertSkipped(false, nodes[1]);
    world.estimate();
    assertSkipped(true, nodes[1]);
    offer(nodes[0]);
    assertEquals(Arrays.asList(2048L), World.sizes(world.take(keeper)));
    world.estimate();
    assertSkipped(false, nodes[1]);
  }

  @Test
  public void estimateLeavingAJobMoreTimeTriggersAWalk() {
    neededMs = 400_000;
    endMs = 100_000;
    limits();
    assertSkipped(false, nodes[1]);
    assertSkipped(true, nodes[1]);
    endMs = 201_000;
    world.estimate();
    assertSkipped(true, nodes[1]); // twice as long was looked at, too
    endMs = 450_000;
    world.estimate();
    assertSkipped(false, nodes[1]);
    assertEquals(Arrays.asList(768L), World.sizes(world.take(keeper)));
  }
}
