// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.MemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.rules.ExternalResource;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.testing.ProxyKeys;

/**
 * Runs a whole ResourceManager that places tasks with half their memory, and restarts it while its
 * nodes and the master of one application stay.
 */
final class HalvingRm extends ExternalResource {
  static final int MASTER_MB = 256;

  private static final int MAX_ROUNDS = 500;

  private final SchedulerKind kind;
  private final List<MockRM> started = new ArrayList<>();
  private final List<MockNM> nodes = new ArrayList<>();
  private final Map<NodeId, Resource> totals = new HashMap<>();
  private Configuration conf;
  private MockRM rm;
  private MockAM master;

  HalvingRm(SchedulerKind kind) {
    this.kind = kind;
  }

  /** Resets earlier metrics. The ResourceManager recovers its applications when it restarts. */
  @Override
  protected void before() throws Exception {
    conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    Class<?> scheduler =
        kind == SchedulerKind.FAIR ? HalvingFairScheduler.class : HalvingCapacityScheduler.class;
    conf.set(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.set(YarnConfiguration.RM_STORE, MemoryRMStateStore.class.getName());
    conf.setLong(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, 0);
    ResourceUtils.resetResourceTypes(conf);
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    start(new MockRM(conf));
  }

  @Override
  protected void after() {
    started.forEach(MockRM::stop);
  }

  private void start(MockRM next) throws Exception {
    rm = next;
    started.add(next);
    ProxyKeys.giveTo(next);
    next.start();
  }

  MockRM rm() {
    return rm;
  }

  MockAM master() {
    return master;
  }

  /** Returns what each node has. */
  Map<NodeId, Resource> totals() {
    return totals;
  }

  AbstractYarnScheduler<?, ?> scheduler() {
    return (AbstractYarnScheduler<?, ?>) rm.getResourceScheduler();
  }

  QueueMetrics rootQueue() {
    return scheduler().getRootQueueMetrics();
  }

  SchedulerApplicationAttempt attempt() {
    return scheduler().getApplicationAttempt(master.getApplicationAttemptId());
  }

  MockNM addNode(String address, int mb) throws Exception {
    MockNM node = rm.registerNode(address, mb, 8);
    nodes.add(node);
    totals.put(node.getNodeId(), Resource.newInstance(mb, 8));
    return node;
  }

  /** Submits an application, whose master starts on the first node. */
  RMApp launch() throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            rm,
            MockRMAppSubmissionData.Builder.createWithMemory(MASTER_MB, rm)
                .withAppName("sort")
                .withUser(World.USER)
                .withQueue("root.a")
                .withAppType("MAPREDUCE")
                .withKeepContainers(true)
                .build());
    scheduler().update();
    rm.drainEvents();
    master = MockRM.launchAndRegisterAM(app, rm, nodes.get(0));
    return app;
  }

  /** Requests this many tasks of 1,024 MB, and waits until all are placed. */
  List<Container> take(int count) throws Exception {
    List<Container> got = new ArrayList<>();
    List<ResourceRequest> requests = World.requests(20, 1024, 1, count);
    for (int i = 0; i < MAX_ROUNDS && got.size() < count; i++) {
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

  /** Ends a task as its node reports it, and waits until the scheduler has forgotten it. */
  void end(Container task, String diagnostics) throws Exception {
    ContainerStatus status =
        ContainerStatus.newInstance(task.getId(), ContainerState.COMPLETE, diagnostics, 0);
    for (MockNM node : nodes) {
      if (node.getNodeId().equals(task.getNodeId())) {
        node.nodeHeartbeat(Collections.singletonList(status), true);
      }
    }
    await(() -> scheduler().getRMContainer(task.getId()) == null);
    // The attempt forgets a container before its node does.
    rm.drainEvents();
  }

  /**
   * Starts another ResourceManager, which reads the store of the former one. The nodes tell it what
   * they run; the master talks to it, but has not registered with it yet.
   */
  void restart() throws Exception {
    Map<NodeId, List<NMContainerStatus>> running = new HashMap<>();
    int count = 0;
    for (RMContainer c : attempt().getLiveContainers()) {
      running.computeIfAbsent(c.getAllocatedNode(), n -> new ArrayList<>()).add(report(c));
      count++;
    }
    assertEquals("each node runs something", nodes.size(), running.size());
    QueueMetrics.clearQueueMetrics();
    start(new MockRM(conf, rm.getRMStateStore()));
    for (MockNM node : nodes) {
      node.setResourceTrackerService(rm.getResourceTrackerService());
      node.registerNode(
          running.get(node.getNodeId()),
          Collections.singletonList(master.getApplicationAttemptId().getApplicationId()));
    }
    rm.drainEvents();
    assertNotNull(attempt());
    master.setAMRMProtocol(rm.getApplicationMasterService(), rm.getRMContext());
    int all = count;
    await(() -> attempt().getLiveContainers().size() == all);
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < MAX_ROUNDS && !condition.getAsBoolean(); i++) {
      rm.drainEvents();
      Thread.sleep(5);
    }
    assertTrue(condition.getAsBoolean());
  }

  /** A container that runs, as its node reports it to a ResourceManager that has restarted. */
  static NMContainerStatus report(RMContainer c) {
    NMContainerStatus status =
        NMContainerStatus.newInstance(
            c.getContainerId(),
            0,
            ContainerState.RUNNING,
            c.getAllocatedResource(),
            "",
            0,
            Priority.newInstance(c.getContainer().getPriority().getPriority()),
            c.getCreationTime());
    status.setAllocationTags(c.getAllocationTags());
    return status;
  }
}
