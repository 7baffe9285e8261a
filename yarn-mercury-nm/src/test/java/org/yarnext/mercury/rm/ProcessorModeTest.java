// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.Test;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.application.WaitingDemandSource;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;
import org.yarnext.mercury.rm.scheduler.ClusterDemandView;

/** Shadow mode, distributed scheduling, and the data that the proxies receive. */
public class ProcessorModeTest extends MercuryAmsProcessorTestBase {
  @Test
  public void shadowModeDecidesOnEachCallAndStockPlaces() throws Exception {
    conf.set("yarn.mercury.placement.mode", "shadow");
    start("50%-Q");
    call(opportunistic(any(2, 3)));
    heartbeats();
    stock.lowersAsks = true;
    assertTrue(call(any(1, 4)).isEmpty());
    assertEquals("as without it", map("g1", 2, "q1", 2, "q2", 3), stock.outstanding);
    assertEquals(1L, counted("MercuryPlacement", "Decision_PLACE_ALL_shadow"));
    final long before = waitMs(0);
    for (int i = 1; i <= 5; i++) {
      stock.granted.add(container(1000 + i, i > 2 ? 2 : 1, nodes.get(0)));
    }
    assertEquals(5, send(null).getAllocatedContainers().size());
    assertEquals(2L, counted("MercuryPlacement", "Decision_PLACE_ALL_shadow"));
    assertTrue("what stock placed is load", waitMs(0) > before);
    send(null);
    assertEquals(
        "nothing is left to decide on",
        2L,
        counted("MercuryPlacement", "Decision_PLACE_ALL_shadow"));
    assertEquals(5L, counted("MercuryPlacement", "ContainersPlacedByStock"));
    assertEquals(0L, counted("MercuryPlacement", "ContainersPlaced"));
    assertTrue(
        "nothing was made here",
        rm.getResourceScheduler().getSchedulerAppInfo(attempt).getLiveContainers().isEmpty());
  }

  @Test
  public void hybridShadowModeLeavesPlacementOn() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    start("only-Q");
    heartbeats();
    List<Container> placed = call(any(1, 4), opportunistic(any(2, 3)));
    assertEquals("what the application asked as opportunistic", 3, placed.size());
    placed.forEach(c -> assertEquals("10.0.0.1", c.getNodeId().getHost()));
    assertEquals("the policy makes nothing opportunistic", map("g1", 4), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_ALL_OPPORTUNISTIC_shadow"));
    assertEquals(1L, counted("MercuryPlacement", "Decision_PLACE_ALL_applied"));
  }

  @Test
  public void hybridShadowModeSendsTheRequestsOfTheMaster() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    heartbeats();
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals(Collections.singletonList(ask), stock.last);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_ALL_OPPORTUNISTIC_shadow"));
  }

  @Test
  public void proxyReceivesTheTagAndTheQueueIfDistributed() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    tags = new HashSet<>(Arrays.asList("other", "yarnext.mercury.policy=50%-Q"));
    start("only-Q");
    assertTrue("to an unmanaged master", register().getResourceProfiles().isEmpty());
    managed();
    RegistrationRecord told = RegistrationRecord.take(register());
    assertEquals(Collections.singleton("yarnext.mercury.policy=50%-q"), told.tags());
    assertEquals("root.default", told.queue());
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals("and divides", Collections.singletonList(ask), stock.last);
  }

  private void enableLabels() {
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    conf.set(
        YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR,
        new File("target/node-labels/" + UUID.randomUUID()).toURI().toString());
  }

  private void addLabels(String... labels) throws Exception {
    rm.getRMContext()
        .getNodeLabelManager()
        .addToCluserNodeLabelsWithDefaultExclusivity(new HashSet<>(Arrays.asList(labels)));
  }

  /** Stock checks no labels of opportunistic containers, which would go to other queues' nodes. */
  @Test
  public void requestsWithALabelThatTheQueueMayNotUseAreLeftToStock() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    conf.set("yarn.scheduler.capacity.root.default.accessible-node-labels", " ");
    enableLabels();
    start("only-Q");
    addLabels("gpu");
    ResourceRequest gpu = any(1, 2);
    gpu.setNodeLabelExpression("gpu");
    ResourceRequest own = opportunistic(any(2, 1));
    own.setNodeLabelExpression("gpu");
    call(gpu, own, any(3, 4));
    assertEquals(map("g1", 2, "q2", 1, "q3", 4), stock.outstanding);
    label("gpu");
    register();
    call(any(4, 3));
    assertEquals("its default label", 3, stock.outstanding.get("g4").intValue());
  }

  /** YARN's metrics of the root queue do not count them either. */
  @Test
  public void memoryOfLabelledNodesIsNotFreeForRequestsWithoutALabel() throws Exception {
    enableLabels();
    start("only-G");
    addLabels("gpu");
    NodeId labelled = rm.register("10.0.0.4", Resource.newInstance(16_384, 8));
    rm.getRMContext()
        .getNodeLabelManager()
        .replaceLabelsOnNode(Collections.singletonMap(labelled, Collections.singleton("gpu")));
    ResourceScheduler scheduler = rm.getResourceScheduler();
    await("the node", () -> scheduler.getClusterResource().getMemorySize() == 19 * 1024);
    WaitingDemandSource demand =
        new ClusterDemandView(
            rm.getRMContext(), () -> new WaitingDemandPolicy(25, 0), new PendingPromotionTable<>());
    await("the label", () -> demand.freeMb() == 3 * 1024);
  }

  private void label(String label) {
    submitted().setNodeLabelExpression(label);
  }

  /** Stock fills it in for guaranteed asks; for opportunistic ones it takes the master's. */
  @Test
  public void dividedRequestsHaveTheLabelOfTheApplication() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    enableLabels();
    start("50%-Q");
    addLabels("gpu", "fast");
    label("gpu");
    register();
    ResourceRequest own = any(3, 2);
    own.setNodeLabelExpression("fast");
    call(any(1, 4), opportunistic(any(2, 1)), own);
    Map<String, String> labels = new TreeMap<>();
    for (ResourceRequest ask : stock.last) {
      labels.put(
          (Requests.isOpportunistic(ask) ? "q" : "g") + ask.getPriority().getPriority(),
          String.valueOf(ask.getNodeLabelExpression()));
    }
    assertEquals("{g1=null, g3=fast, q1=gpu, q2=null, q3=fast}", labels.toString());
  }

  @Test
  public void proxyReceivesTheDefaultLabelIfDistributed() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    enableLabels();
    start("only-Q");
    managed();
    assertEquals("", RegistrationRecord.take(register()).defaultLabel());
    label("gpu");
    addLabels("gpu", "fast");
    RegistrationRecord sent = RegistrationRecord.take(register());
    assertEquals("gpu", sent.defaultLabel());
    assertEquals(new HashSet<>(Arrays.asList("gpu", "fast")), sent.acceptedLabels());
  }
}
