// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertEquals;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.metrics.OpportunisticSchedulerMetrics;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.policy.placement.TopKPlacement;

/** Requests by location, label, priority and limit. */
public class AllocatorRequestTest extends MercuryAllocatorTestBase {
  @Test
  public void hostsArePreferredToRacksAndRacksToAnyNode() throws Exception {
    OpportunisticSchedulerMetrics metrics = OpportunisticSchedulerMetrics.getMetrics();
    long node = metrics.getAggregatedNodeLocalContainers();
    long rack = metrics.getAggregatedRackLocalContainers();
    long off = metrics.getAggregatedOffSwitchContainers();
    MercuryAllocator allocator = allocator(FeatureMode.ON, new TopKPlacement(1), null, 5);
    PlacedApplication app = new PlacedApplication(1, nodes(100));
    List<Container> containers =
        app.allocate(allocator, ask(1, host(90), 2), ask(1, "/rack2", 4), ask(1, ANY, 6));
    assertEquals(5, containers.size());
    assertEquals(2, perHost(containers).get(host(90)).intValue());
    assertEquals(1, perHost(containers).get(host(0)).intValue());
    assertEquals(node + 2, metrics.getAggregatedNodeLocalContainers());
    assertEquals(
        "two of four are on host 90", rack + 2, metrics.getAggregatedRackLocalContainers());
    assertEquals(off + 1, metrics.getAggregatedOffSwitchContainers());
    OpportunisticContainerAllocator.EnrichedResourceRequest left =
        app.context.getOutstandingOpReqs().firstEntry().getValue().values().iterator().next();
    assertEquals(1, left.getRequest().getNumContainers());
    assertTrue(left.getNodeMap().isEmpty());
    assertTrue("the rack's four are used up", left.getRackMap().isEmpty());
  }

  @Test
  public void blacklistHoldsUntilItIsRemoved() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(2));
    MercuryAllocator allocator = on();
    List<String> first = Collections.singletonList(host(0));
    ResourceBlacklistRequest add = ResourceBlacklistRequest.newInstance(first, new ArrayList<>());
    Container only = app.allocate(allocator, add, ask(1, ANY, 9)).get(0);
    assertEquals(host(1), only.getNodeId().getHost());
    assertEquals(1, perHost(app.allocate(allocator, ask(1, ANY, 9))).size());
    ResourceBlacklistRequest remove =
        ResourceBlacklistRequest.newInstance(new ArrayList<>(), first);
    Map<String, Integer> after = perHost(app.allocate(allocator, remove, ask(1, ANY, 9)));
    assertEquals("18 are on the other", Collections.singletonMap(host(0), 9), after);
  }

  @Test
  public void labelsMatchExactlyAndUnmatchedRequestsStayOutstanding() throws Exception {
    List<RemoteNode> nodes =
        Arrays.asList(node(0, "/r", "gpu"), node(1, "/r", null), node(2, "/r", ""));
    PlacedApplication app = new PlacedApplication(1, nodes);
    ResourceRequest gpu = ask(1, ANY, 3);
    gpu.setNodeLabelExpression("gpu");
    ResourceRequest fpga = ask(2, ANY, 3);
    fpga.setNodeLabelExpression("fpga");
    List<Container> containers = app.allocate(on(), gpu, fpga, ask(3, ANY, 4));
    assertEquals(3, perHost(containers).get(host(0)).intValue());
    assertEquals(2, perHost(containers).get(host(1)).intValue());
    assertEquals(7, containers.size());
    assertEquals(1, app.context.getOutstandingOpReqs().size());
    assertEquals("PLACE_NO_MATCH", placer.metrics().ring().recent(1).get(0).reason().code());
    app.context.updateNodeList(Collections.singletonList(node(7, "/r", "fpga")));
    assertEquals(3, app.allocate(on()).size());
  }

  @Test(timeout = 120_000)
  public void emptyAndNegativeRequestsAreNotServed() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    MercuryAllocator allocator = on();
    assertTrue(app.allocate(allocator, ask(1, ANY, 0), ask(2, ANY, -3)).isEmpty());
    assertTrue(app.allocate(allocator).isEmpty());
    assertEquals("no decision", 0, placer.metrics().ring().recorded());
    assertEquals(2, app.allocate(allocator, ask(1, ANY, 2)).size());
  }

  @Test
  public void hugeRequestGetsTheLargestSize() throws Exception {
    ResourceRequest huge = ask(1, ANY, 1);
    huge.setCapability(Resource.newInstance(Long.MAX_VALUE, 1));
    Container container = new PlacedApplication(1, nodes(4)).allocate(on(), huge).get(0);
    assertEquals(8192, container.getResource().getMemorySize());
  }

  @Test
  public void mostUrgentRequestIsServedFirst() throws Exception {
    MercuryAllocator allocator = allocator(FeatureMode.ON, new TopKPlacement(50), null, 3);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    List<Container> containers = app.allocate(allocator, ask(20, ANY, 2), ask(5, ANY, 2));
    assertEquals(3, containers.size());
    assertEquals(2, containers.stream().filter(c -> c.getPriority().getPriority() == 5).count());
  }

  @Test
  public void stockLimitPerHeartbeatIsKept() throws Exception {
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (a, p) -> null,
            PlacementQuota.NONE,
            stock(3),
            PATIENT);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    assertEquals(3, app.allocate(allocator, ask(1, ANY, 5)).size());
    assertEquals(2, app.allocate(allocator).size());
    assertEquals(0, app.allocate(allocator).size());
  }

  @Test
  public void recentPlacementsAreRememberedForALimitedTime() throws Exception {
    MercuryAllocator allocator = on();
    List<Container> containers = new ArrayList<>();
    for (int app = 0; app < 8; app++) {
      containers.addAll(new PlacedApplication(app, nodes(8)).allocate(allocator, ask(1, ANY, 1)));
    }
    assertEquals("each saw those before", 8, perHost(containers).size());
    clock.advance(Duration.ofSeconds(4));
    int[] first = new int[8];
    for (int i = 0; i < 400; i++) {
      clock.advance(Duration.ofSeconds(4));
      String host =
          new PlacedApplication(i, nodes(8))
              .allocate(allocator, ask(1, ANY, 1))
              .get(0)
              .getNodeId()
              .getHost();
      first[Integer.parseInt(host.substring(host.lastIndexOf('.') + 1))]++;
    }
    Arrays.stream(first).forEach(n -> assertEquals("chance again", 50, n, 35));
  }

  @Test
  public void concurrentApplicationsPlaceAllTheirContainers() throws Exception {
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (a, p) -> 100L,
            PlacementQuota.NONE,
            stock(-1),
            PATIENT);
    List<RemoteNode> nodes = nodes(50);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Callable<List<Container>>> calls = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      PlacedApplication app = new PlacedApplication(i, nodes);
      calls.add(() -> app.allocate(allocator, ask(1, ANY, 4)));
    }
    List<Container> containers = new ArrayList<>();
    for (Future<List<Container>> f : threads.invokeAll(calls)) {
      containers.addAll(f.get());
    }
    threads.shutdownNow();
    assertEquals(2_000, containers.size());
    assertEquals(2_000L, placer.metrics().metrics().snapshot().get("ContainersPlaced"));
    perHost(containers).forEach((host, n) -> assertEquals(host, 40, n.intValue()));
  }

  @Test
  public void cancelledRequestsAreNotKept() throws Exception {
    MercuryAllocator allocator =
        allocator(FeatureMode.ON, new TopKPlacement(50), 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    ResourceRequest[] asks = new ResourceRequest[1_000];
    for (int round = 0; round < 100; round++) {
      for (int count = 1; count >= 0; count--) {
        for (int i = 0; i < asks.length; i++) {
          asks[i] = ask(1, "*", count);
          asks[i].setAllocationRequestId(1_000L * round + i);
        }
        if (count == 0) {
          app.allocate(allocator, asks);
        } else {
          allocator.note(null, Arrays.asList(asks), app.attempt, app.context);
        }
      }
    }
    assertEquals(0, app.context.getOutstandingOpReqs().size());
  }

  /** An application may send them with each heartbeat. */
  @Test
  public void malformedRequestsDoNotFloodTheLog() throws Exception {
    MercuryAllocator allocator =
        allocator(FeatureMode.ON, new TopKPlacement(50), 100L, Integer.MAX_VALUE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    ResourceRequest[] asks = new ResourceRequest[1_000];
    for (int i = 0; i < asks.length; i++) {
      asks[i] = ask(1, "*", 1);
      asks[i].setCapability(null);
    }
    List<LoggingEvent> warnings = new ArrayList<>();
    AppenderSkeleton appender = appender(warnings);
    Logger logger = Logger.getLogger(MercuryAllocator.class);
    logger.addAppender(appender);
    logger.setLevel(Level.WARN);
    try {
      for (int call = 0; call < 20; call++) {
        app.allocate(allocator, asks);
      }
    } finally {
      logger.setLevel(null);
      logger.removeAppender(appender);
    }
    int length = 0;
    for (LoggingEvent warning : warnings) {
      length += warning.getRenderedMessage().length();
    }
    assertTrue(warnings.size() + " warnings of " + length + " characters", length < 1_000);
  }
}
