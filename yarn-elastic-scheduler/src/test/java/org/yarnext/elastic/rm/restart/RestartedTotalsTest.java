// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.testing.ProxyKeys;

/**
 * A ResourceManager with a state store is restarted while under-sized containers run: queues, users
 * and nodes are charged the same as before, and nothing once all is done.
 */
@RunWith(Parameterized.class)
public class RestartedTotalsTest {
  private static final int PATIENCE = 500;

  private final SchedulerKind kind;
  private final List<MockRM> started = new ArrayList<>();
  private final Map<NodeId, Resource> totals = new HashMap<>();
  private final List<MockNM> nodes = new ArrayList<>();
  private Configuration conf;
  private MockRM rm;
  private MockAM master;

  public RestartedTotalsTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @Before
  public void configure() {
    conf = HalvingRm.configuration(kind);
  }

  @After
  public void stop() {
    started.forEach(MockRM::stop);
  }

  private void start(MockRM next) throws Exception {
    rm = next;
    started.add(next);
    ProxyKeys.giveTo(next);
    next.start();
  }

  private void addNode(String address, int mb) throws Exception {
    MockNM node = rm.registerNode(address, mb, 8);
    nodes.add(node);
    totals.put(node.getNodeId(), Resource.newInstance(mb, 8));
  }

  private AbstractYarnScheduler<?, ?> scheduler() {
    return (AbstractYarnScheduler<?, ?>) rm.getResourceScheduler();
  }

  private void balance() {
    scheduler().update();
    SchedulerTotals.balance(kind, scheduler(), totals);
  }

  private List<Container> take(int count) throws Exception {
    List<Container> got = new ArrayList<>();
    List<ResourceRequest> requests = World.requests(20, 1024, 1, count);
    for (int i = 0; i < PATIENCE && got.size() < count; i++) {
      got.addAll(master.allocate(requests, Collections.emptyList()).getAllocatedContainers());
      requests = new ArrayList<>();
      scheduler().update();
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
      }
      rm.drainEvents();
      Thread.sleep(5);
    }
    assertEquals(count, got.size());
    return got;
  }

  /** Returns the size and the requested size of each running container. */
  private Map<ContainerId, String> sizes() {
    Map<ContainerId, String> sizes = new TreeMap<>();
    for (RMContainer c : attempt().getLiveContainers()) {
      long requested = UndersizedTag.requestedMb(c.getAllocationTags());
      sizes.put(c.getContainerId(), c.getAllocatedResource().getMemorySize() + " of " + requested);
    }
    return sizes;
  }

  private SchedulerApplicationAttempt attempt() {
    return scheduler().getApplicationAttempt(master.getApplicationAttemptId());
  }

  @Test
  public void restartChargesQueuesUsersAndNodesAsBefore() throws Exception {
    start(new MockRM(conf));
    addNode("127.0.0.1:1234", 2048);
    addNode("127.0.0.2:1234", 768);
    RMApp app = HalvingRm.submit(rm);
    scheduler().update();
    rm.drainEvents();
    master = MockRM.launchAndRegisterAM(app, rm, nodes.get(0));
    List<Container> tasks = take(3);
    balance();
    Map<ContainerId, String> before = sizes();
    assertEquals(
        Arrays.asList("1024 of -1", "256 of -1", "512 of 1024", "512 of 1024"),
        before.values().stream().sorted().collect(Collectors.toList()));

    restart(app);
    for (int i = 0; i < PATIENCE && attempt().getLiveContainers().size() < 4; i++) {
      Thread.sleep(10);
    }
    assertEquals(before, sizes());
    balance();
    assertEquals(
        HalvingRm.MASTER_MB + 1024 + 2 * 512, scheduler().getRootQueueMetrics().getAllocatedMB());
    master.registerAppAttempt(false);

    // Later requests are placed as before.
    Container smaller =
        tasks.stream().filter(c -> before.get(c.getId()).startsWith("512")).findFirst().get();
    end(smaller);
    balance();
    List<Container> more = take(1);
    assertEquals("512 of 1024", sizes().get(more.get(0).getId()));
    balance();

    for (RMContainer c : new ArrayList<>(attempt().getLiveContainers())) {
      if (!c.isAMContainer()) {
        end(c.getContainer());
        balance();
      }
    }
    assertEquals(HalvingRm.MASTER_MB, scheduler().getRootQueueMetrics().getAllocatedMB());
    RMApp recovered = rm.getRMContext().getRMApps().get(app.getApplicationId());
    MockRM.finishAMAndVerifyAppState(recovered, rm, nodes.get(0), master);
    rm.drainEvents();
    balance();
    QueueMetrics root = scheduler().getRootQueueMetrics();
    assertEquals(0, root.getAllocatedMB());
    assertEquals(0, root.getAllocatedVirtualCores());
    assertEquals(0, root.getPendingMB());
    assertEquals(0, root.getReservedMB());
    assertTrue(scheduler().getSchedulerApplications().isEmpty());
  }

  /** Another ResourceManager reads the store, and the nodes tell it what they run. */
  private void restart(RMApp app) throws Exception {
    Map<NodeId, List<NMContainerStatus>> running = new HashMap<>();
    for (RMContainer c : attempt().getLiveContainers()) {
      running
          .computeIfAbsent(c.getAllocatedNode(), n -> new ArrayList<>())
          .add(HalvingRm.report(c));
    }
    assertEquals("both nodes run something", 2, running.size());
    MockRM old = rm;
    QueueMetrics.clearQueueMetrics();
    start(new MockRM(conf, old.getRMStateStore()));
    for (MockNM node : nodes) {
      node.setResourceTrackerService(rm.getResourceTrackerService());
      node.registerNode(
          running.get(node.getNodeId()), Collections.singletonList(app.getApplicationId()));
    }
    rm.drainEvents();
    assertNotNull(attempt());
    master.setAMRMProtocol(rm.getApplicationMasterService(), rm.getRMContext());
  }

  /** Ends a task as its node reports it, with the kind of end if it had less memory. */
  private void end(Container task) throws Exception {
    long requestedMb =
        UndersizedTag.requestedMb(scheduler().getRMContainer(task.getId()).getAllocationTags());
    long mb = task.getResource().getMemorySize();
    String line =
        new UndersizedEnd(requestedMb, mb, true, 9, UndersizedEnd.Outcome.WELL).toString();
    ContainerStatus status =
        ContainerStatus.newInstance(
            task.getId(), ContainerState.COMPLETE, requestedMb < 0 ? "" : line, 0);
    for (MockNM node : nodes) {
      if (node.getNodeId().equals(task.getNodeId())) {
        node.nodeHeartbeat(Collections.singletonList(status), true);
      }
    }
    for (int i = 0; i < PATIENCE && scheduler().getRMContainer(task.getId()) != null; i++) {
      rm.drainEvents();
      Thread.sleep(5);
    }
    // The attempt forgets a container before its node does.
    rm.drainEvents();
    assertFalse(sizes().containsKey(task.getId()));
  }
}
