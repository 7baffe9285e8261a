// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.allocation.PlacedApplication.ask;
import static org.yarnext.mercury.allocation.PlacedApplication.host;
import static org.yarnext.mercury.allocation.PlacedApplication.node;
import static org.yarnext.mercury.allocation.PlacedApplication.nodes;
import static org.yarnext.mercury.allocation.PlacedApplication.perHost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.placement.PlacementPolicy;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;

/** Failing and hanging policies, nodes without a name, shadow and off. */
public class AllocatorFallbackTest extends MercuryAllocatorTestBase {
  private static final ResourceRequest[] NOTHING = {};

  /** Fails, on a thread that it remembers. */
  private static final class FailingPolicy implements PlacementPolicy {
    private final long steps;
    private Thread on;

    FailingPolicy(long steps) {
      this.steps = steps;
    }

    @Override
    public Decision<List<Assignment>> place(PlacementView view, Random random) {
      on = Thread.currentThread();
      throw new LinkageError("test");
    }

    @Override
    public long steps(PlacementView view) {
      return steps;
    }
  }

  @Test
  public void stockPlacesWhenALongDecisionFails() throws Exception {
    FailingPolicy failing = new FailingPolicy(100_001);
    assertStockServes(failing);
    assertNotSame("it may take too long", Thread.currentThread(), failing.on);
  }

  @Test
  public void stockPlacesWhenAShortDecisionFails() throws Exception {
    FailingPolicy failing = new FailingPolicy(100_000);
    assertStockServes(failing);
    assertSame(Thread.currentThread(), failing.on);
  }

  private void assertStockServes(PlacementPolicy failing) throws Exception {
    MercuryAllocator allocator = allocator(FeatureMode.ON, failing, 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    ResourceBlacklistRequest blacklist =
        ResourceBlacklistRequest.newInstance(Collections.singletonList(host(0)), new ArrayList<>());
    List<Container> containers = app.allocate(allocator, blacklist, ask(1, ANY, 10));
    assertEquals("one a node, as stock", 7, containers.size());
    assertFalse(perHost(containers).containsKey(host(0)));
    for (Container c : containers) {
      CandidateNode node = CandidateNode.of(c.getNodeId().getHost(), 8041, "", "");
      assertEquals("it is load of its node", 1, recent.addedMs(node));
    }
    assertEquals(1, app.context.getOutstandingOpReqs().size());
    assertEquals("the other three", 3, app.allocate(allocator).size());
    assertEquals(10L, placer.metrics().metrics().snapshot().get("ContainersPlacedByStock"));
    for (Container c : containers) {
      assertVerifies(c);
      assertTrue(id(c.getContainerToken()).getAllcationTags().isEmpty());
    }
  }

  @Test(timeout = 120_000)
  public void stockPlacesWhenThePolicyHangs() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    PlacementPolicy hanging =
        (view, random) -> {
          asked.incrementAndGet();
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return null;
        };
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            hanging,
            (a, p) -> null,
            PlacementQuota.NONE,
            stock(-1),
            Duration.ofMillis(50));
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    assertEquals(8, app.allocate(allocator, ask(1, ANY, 10)).size());
    assertEquals(2, app.allocate(allocator).size());
    // Not once, if the deadline passed before the worker began.
    assertTrue("it waits no more once the guard is tripped", asked.get() <= 1);
    never.countDown();
  }

  @Test
  public void stockPlacesWhenTheQuotaFails() throws Exception {
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (a, p) -> null,
            attempt -> {
              throw new IllegalStateException("test");
            },
            stock(-1),
            PATIENT);
    assertEquals(8, new PlacedApplication(1, nodes(8)).allocate(allocator, ask(1, ANY, 10)).size());
  }

  @Test
  public void unresolvableNodeFailsOnlyItsOwnContainers() throws Exception {
    List<RemoteNode> nodes = new ArrayList<>(nodes(1));
    nodes.add(
        RemoteNode.newInstance(
            NodeId.newInstance("no.such.host.invalid", 1), "no.such.host.invalid:2", "/r", null));
    PlacedApplication app = new PlacedApplication(1, nodes);
    List<Container> containers = app.allocate(on(), ask(1, ANY, 4));
    assertEquals(2, containers.size());
    assertEquals(2L, placer.metrics().metrics().snapshot().get("ContainersFailed"));
    assertEquals(2L, placer.metrics().metrics().snapshot().get("ContainersPlaced"));
    assertEquals(1, app.context.getOutstandingOpReqs().size());
  }

  @Test
  public void requestWithoutSizeIsSkippedAndAffectsNoOtherRequest() throws Exception {
    MercuryAllocator allocator = on();
    PlacedApplication odd = new PlacedApplication(1, nodes(4));
    ResourceRequest noSize = ask(1, ANY, 10);
    noSize.setCapability(null);
    List<ResourceRequest> asks = Arrays.asList(noSize, ask(2, ANY, 3));
    for (int i = 0; i < 6; i++) {
      assertEquals(
          i == 0 ? 3 : 0,
          odd.allocate(allocator, i == 0 ? asks.toArray(new ResourceRequest[0]) : NOTHING).size());
    }
    assertEquals(0, placer.guard().counters().failures());
    assertEquals(0L, placer.metrics().metrics().snapshot().get("ContainersFailed"));
    assertEquals(
        10, new PlacedApplication(2, nodes(4)).allocate(allocator, ask(1, ANY, 10)).size());
  }

  @Test
  public void shadowModeDecidesAndStockPlaces() throws Exception {
    MercuryAllocator allocator =
        allocator(FeatureMode.SHADOW, new TopKPlacement(50), 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    assertEquals(8, app.allocate(allocator, ask(1, ANY, 10)).size());
    assertFalse(placer.metrics().ring().recent(1).get(0).applied());
    Map<String, Number> counted = placer.metrics().metrics().snapshot();
    assertEquals(1L, counted.get("Decision_PLACE_ALL_shadow"));
    assertEquals(0L, counted.get("ContainersPlaced"));
    assertEquals(8L, counted.get("ContainersPlacedByStock"));
  }

  @Test
  public void shadowModeDecidesOnRequestsPlacedElsewhere() {
    MercuryAllocator allocator =
        allocator(FeatureMode.SHADOW, new TopKPlacement(50), null, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    allocator.note(
        null,
        Arrays.asList(ask(1, ANY, 2), ask(1, PlacedApplication.host(0), 1)),
        app.attempt,
        app.context);
    allocator.consider(app.attempt, app.context);
    allocator.placedByStock(container(app, 1, PlacedApplication.SIZE), app.attempt, app.context);
    allocator.consider(app.attempt, app.context);
    allocator.placedByStock(
        container(app, 2, Resource.newInstance(2048, 1)), app.attempt, app.context);
    assertTrue("rounded up", app.context.getOutstandingOpReqs().isEmpty());
    allocator.placedByStock(container(app, 3, PlacedApplication.SIZE), app.attempt, app.context);
    allocator.consider(app.attempt, app.context);
    Map<String, Number> counted = placer.metrics().metrics().snapshot();
    assertEquals(2L, counted.get("Decision_PLACE_ALL_shadow"));
    assertEquals(3L, counted.get("ContainersPlacedByStock"));
    assertEquals(0L, counted.get("ContainersPlaced"));
  }

  private static Container container(PlacedApplication app, long id, Resource size) {
    return Container.newInstance(
        ContainerId.newContainerId(app.attempt, id),
        NodeId.newInstance(PlacedApplication.host(0), 8041),
        "",
        size,
        Priority.newInstance(1),
        null);
  }

  @Test
  public void modeOffAndClosedPlacerAreStock() throws Exception {
    MercuryAllocator off =
        allocator(FeatureMode.OFF, new TopKPlacement(50), null, Integer.MAX_VALUE);
    assertEquals(8, new PlacedApplication(1, nodes(8)).allocate(off, ask(1, ANY, 10)).size());
    MercuryAllocator closed = on();
    placer.close();
    assertEquals(8, new PlacedApplication(1, nodes(8)).allocate(closed, ask(1, ANY, 10)).size());
    assertEquals(0, placer.metrics().ring().recorded());
  }
}
