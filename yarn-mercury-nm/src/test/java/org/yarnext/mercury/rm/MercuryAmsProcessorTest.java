// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.yarnext.mercury.application.Requests.any;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.Test;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;
import org.yarnext.mercury.rm.scheduler.AttemptView;

/** Requests are divided, and opportunistic containers placed where the wait is shortest. */
public class MercuryAmsProcessorTest extends MercuryAmsProcessorTestBase {
  private static final String GPU = "yarn.io/gpu";

  @Test
  public void requestsAreDividedAndPlacedWhereTheWaitIsLeast() throws Exception {
    start("50%-Q");
    heartbeats();
    List<Container> placed = call(any(1, 4));
    assertEquals(map("g1", 2), stock.outstanding);
    assertEquals(2, placed.size());
    placed.forEach(c -> assertEquals("10.0.0.1", c.getNodeId().getHost()));
    assertTrue(call().isEmpty());
    assertEquals(map("g1", 2), stock.outstanding);
  }

  @Test
  public void requestForAGpuStaysGuaranteed() throws Exception {
    Configuration types = new Configuration(false);
    types.set(YarnConfiguration.RESOURCE_TYPES, GPU);
    ResourceUtils.resetResourceTypes(types);
    conf.set(
        CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
        DominantResourceCalculator.class.getName());
    start("only-Q");
    heartbeats();
    ResourceRequest withGpu = any(1, 4);
    withGpu.setCapability(Resource.newInstance(1024, 1, Collections.singletonMap(GPU, 1L)));
    ResourceRequest without = any(2, 3);
    without.setCapability(Resource.newInstance(1024, 1, Collections.singletonMap(GPU, 0L)));
    assertEquals(3, call(withGpu, without).size());
    assertEquals(map("g1", 4), stock.outstanding);
    assertEquals(GPU, 1L, counted("MercuryHybrid", "Decision_REQUEST_OTHER_RESOURCES_applied"));
    assertTrue(call().isEmpty());
  }

  /** Stock's scheduler sees to that with guaranteed asks; others it would be given smaller. */
  @Test
  public void requestsAboveTheMaximumAreLeftToStock() throws Exception {
    stock.most = Resource.newInstance(1024, 4);
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(16_384, 8)));
    heartbeats();
    assertEquals(1, call(sized(any(1, 2), 1025, 1), sized(any(2, 2), 1024, 5), any(3, 1)).size());
    assertEquals(map("g1", 2, "g2", 2), stock.outstanding);
  }

  @Test
  public void largeRequestsGoToNodesTheyFitOrStayGuaranteed() throws Exception {
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4096, 2)));
    heartbeats();
    List<Container> placed = call(sized(any(1, 3), 3072, 1), sized(any(2, 2), 2048, 3), any(3, 1));
    for (Container c : placed) {
      boolean large = c.getPriority().getPriority() == 1;
      assertEquals(large ? "10.0.0.4" : "10.0.0.1", c.getNodeId().getHost());
    }
    assertEquals(4, placed.size());
    assertEquals("more cores than any node has", map("g2", 2), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_LARGER_THAN_NODES_applied"));
  }

  /** A container that finds the queue of its node full is refused there, and counts as lost. */
  @Test
  public void nodeGetsNoMoreContainersThanItsQueueHolds() throws Exception {
    start("only-Q");
    heartbeats();
    int places = 3 * (EmbeddedResourceManager.QUEUE_CAPACITY - EmbeddedResourceManager.WAITING);
    assertEquals(places, call(any(1, places + 10)).size());
    assertTrue(call().isEmpty());
    assertEquals("they wait here", map(), stock.outstanding);
    assertEquals(2L, counted("MercuryPlacement", "Decision_PLACE_QUEUES_FULL_applied"));
  }

  private void ceilings() {
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.mercury.policing.policy", "static");
    conf.set("yarn.mercury.policing.max-memory-percent", "50");
  }

  /** All nodes would refuse it, again and again. */
  @Test
  public void requestsAboveEachCeilingStayGuaranteed() throws Exception {
    ceilings();
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4096, 2)));
    heartbeats();
    List<Container> placed = call(sized(any(1, 2), 3072, 1), sized(any(2, 2), 2048, 1), any(3, 2));
    assertEquals(4, placed.size());
    placed.forEach(c -> assertEquals("10.0.0.4", c.getNodeId().getHost()));
    assertEquals(map("g1", 2), stock.outstanding);
  }

  @Test
  public void proxyReceivesTheLeastCeilingIfDistributed() throws Exception {
    ceilings();
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    start("only-Q");
    nodes.clear();
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(8192, 4)));
    heartbeats();
    managed();
    assertEquals(ResourceVector.of(4096, 4), RegistrationRecord.take(register()).smallestNode());
  }

  /** Stock places by the wait alone, and smaller nodes would refuse the container. */
  @Test
  public void stockPlacementKeepsRequestsTooLargeForANodeGuaranteed() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4096, 2)));
    heartbeats();
    register();
    call(sized(any(1, 3), 3072, 1), any(2, 1));
    assertEquals(map("g1", 3, "q2", 1), stock.outstanding);
  }

  /** Each look at 10,000 nodes takes milliseconds, and a change makes every attempt look. */
  @Test
  public void nodesAreReadOnceForManyAttempts() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    heartbeats();
    RMContext context = spy(rm.getRMContext());
    MercuryConfiguration read =
        MercuryAmsProcessor.registry(rm.getRMContext(), conf).configuration();
    AttemptView view = new AttemptView(context, conf, read);
    Resource allowed = Resource.newInstance(8192, 4);
    for (int i = 0; i < 1_000; i++) {
      assertEquals(ResourceVector.of(1024, 1), view.smallestNode(attempt, allowed));
    }
    verify(context, atMost(100)).getRMNodes();
  }

  /** Stock's own context makes a map of the nodes in most calls, which nothing reads here. */
  @Test
  public void stockProcessorReadsNoNodesForApplicationsThatRequestNothingOpportunistic()
      throws Exception {
    start("only-G");
    SchedulerApplicationAttempt known = ActiveScheduler.current(rm.getRMContext(), attempt);
    known.setOpportunisticContainerContext(new OpportunisticContainerContext());
    register();
    @SuppressWarnings("unchecked")
    List<RemoteNode> nodes = mock(List.class);
    known.getOpportunisticContainerContext().updateNodeList(nodes);
    verifyNoInteractions(nodes);
  }

  @Test
  public void proxyReceivesTheLeastNodeSizeIfDistributed() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    start("only-Q");
    managed();
    assertNull("no node has reported", RegistrationRecord.take(register()).smallestNode());
    nodes.add(rm.register("10.0.0.4", Resource.newInstance(4608, 2)));
    heartbeats();
    assertEquals(ResourceVector.of(1024, 1), RegistrationRecord.take(register()).smallestNode());
    stock.most = Resource.newInstance(1024, 1);
    assertNull("nothing larger may be asked", RegistrationRecord.take(register()).smallestNode());
  }
}
