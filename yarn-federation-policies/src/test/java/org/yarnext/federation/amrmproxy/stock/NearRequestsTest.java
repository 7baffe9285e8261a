// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.stock;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.junit.After;
import org.junit.Test;
import org.yarnext.federation.FixedTopology;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.policy.split.SplitSettings;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;
import org.yarnext.testing.ProxyKeys;

/** How stock's CapacityScheduler treats requests that wait for their hosts for a while. */
public class NearRequestsTest {
  private static final SubClusterId HERE = SubClusterId.newInstance("here");
  private static final Resource SIZE = Resource.newInstance(1_024, 1);
  private static final String RACK = NetworkTopology.DEFAULT_RACK;
  private static final String OTHER_RACK = "/other";

  /** Names of this machine, since tokens need hosts that are known. */
  private static final String FULL = "127.0.0.1";

  private static final String IDLE = "localhost";

  /** More than the CapacityScheduler lets pass by before it gives a place up. */
  private static final int HEARTBEATS = 60;

  private MockRM manager;
  private MockNM idle;
  private MockAM master;
  private SplitLedgerAdapter book;
  private final SplitLedgerAdapter.Destinations places =
      new SplitLedgerAdapter.Destinations(
          Collections.singletonMap(HERE, 1f),
          Collections.emptySet(),
          Collections.emptySet(),
          HERE,
          new FixedTopology()
              .host(FULL, HERE)
              .host(IDLE, HERE)
              .rack(RACK, HERE)
              .rack(OTHER_RACK, HERE));

  /** Two nodes in one rack, of which the one that is asked for is full. */
  private void start(int nodeLocalityDelay) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.setInt(CapacitySchedulerConfiguration.NODE_LOCALITY_DELAY, nodeLocalityDelay);
    manager = new MockRM(conf);
    ProxyKeys.giveTo(manager);
    manager.start();
    MockNM full = manager.registerNode(FULL + ":1", 1_024, 1);
    idle = manager.registerNode(IDLE + ":1", 8_192, 8);
    RMApp app =
        MockRMAppSubmitter.submit(
            manager,
            MockRMAppSubmissionData.Builder.createWithMemory(1_024, manager)
                .withQueue("root.a")
                .build());
    manager.drainEvents();
    ((AbstractYarnScheduler<?, ?>) manager.getResourceScheduler()).update();
    manager.drainEvents();
    master = MockRM.launchAndRegisterAM(app, manager, full);
  }

  @After
  public void stop() {
    manager.stop();
  }

  private static ResourceRequest request(String name, int count) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(20))
        .resourceName(name)
        .capability(SIZE)
        .numContainers(count)
        .build();
  }

  /** How many containers it gets on the idle node after it told what the book says at this time. */
  private int granted(long nowMs, ResourceRequest... requests) throws Exception {
    List<ResourceRequest> toSend =
        new ArrayList<>(
            book.split(Arrays.asList(requests), places, nowMs)
                .getOrDefault(HERE, Collections.emptyList()));
    List<Container> got = new ArrayList<>();
    for (int i = 0; i < HEARTBEATS; i++) {
      got.addAll(master.allocate(toSend, Collections.emptyList()).getAllocatedContainers());
      toSend.clear();
      idle.nodeHeartbeat(true);
      manager.drainEvents();
    }
    for (Container each : got) {
      assertEquals(IDLE, each.getNodeId().getHost());
    }
    return got.size();
  }

  private ResourceRequest[] onFull(String rack) {
    return new ResourceRequest[] {request(FULL, 2), request(rack, 2), request("*", 2)};
  }

  private static SplitSettings near() {
    return new SplitSettings(Relaxation.TIME, 60_000, 0, 0.1).near(1_000, 2_000);
  }

  @Test
  public void requestsGoToAnotherNodeSoonWithoutDelays() throws Exception {
    start(CapacitySchedulerConfiguration.DEFAULT_NODE_LOCALITY_DELAY);
    book = new SplitLedgerAdapter(new SplitSettings(Relaxation.TIME, 5_000, 0, 0.1), host -> null);
    assertEquals(2, granted(0, onFull(OTHER_RACK)));
  }

  @Test
  public void requestsWaitForHostAndRackAndAreThenGrantedElsewhere() throws Exception {
    start(CapacitySchedulerConfiguration.DEFAULT_NODE_LOCALITY_DELAY);
    book = new SplitLedgerAdapter(near(), host -> null);
    assertEquals(0, granted(0, onFull(OTHER_RACK)));
    assertEquals("no node of the rack", 0, granted(1_999));
    assertEquals(2, granted(2_000));
  }

  /** An offer that strictness refuses is none that was missed, and racks wait for missed ones. */
  @Test
  public void schedulerThatCountsOffersGrantsNothingInTheRack() throws Exception {
    start(CapacitySchedulerConfiguration.DEFAULT_NODE_LOCALITY_DELAY);
    book = new SplitLedgerAdapter(near(), host -> null);
    assertEquals(0, granted(0, onFull(RACK)));
    assertEquals(0, granted(1_000));
    assertEquals(2, granted(2_000));
  }

  @Test
  public void schedulerWithoutOfferCountGrantsInTheRack() throws Exception {
    start(0);
    book = new SplitLedgerAdapter(near(), host -> null);
    assertEquals(0, granted(0, onFull(RACK)));
    assertEquals(0, granted(999));
    assertEquals(2, granted(1_000));
  }
}
