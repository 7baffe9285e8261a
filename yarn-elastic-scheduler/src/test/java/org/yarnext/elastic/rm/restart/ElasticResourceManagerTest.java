// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.testing.ProxyKeys;

/** The whole ResourceManager, with scheduler and processor as configuration names them. */
@RunWith(Parameterized.class)
public class ElasticResourceManagerTest {
  private static final int PATIENCE = 200;

  private final SchedulerKind kind;
  private final List<MockRM> started = new ArrayList<>();
  private Configuration conf;

  public ElasticResourceManagerTest(SchedulerKind kind) {
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

  private MockRM start(MockRM rm) throws Exception {
    started.add(rm);
    ProxyKeys.giveTo(rm);
    rm.start();
    return rm;
  }

  private static AbstractYarnScheduler<?, ?> scheduler(MockRM rm) {
    return (AbstractYarnScheduler<?, ?>) rm.getResourceScheduler();
  }

  private static Container taken(MockRM rm, MockNM node, MockAM master) throws Exception {
    List<ResourceRequest> requests = World.requests(20, 1024, 1, 1);
    for (int i = 0; i < PATIENCE; i++) {
      List<Container> got =
          master.allocate(requests, Collections.emptyList()).getAllocatedContainers();
      if (!got.isEmpty()) {
        return got.get(0);
      }
      requests = new ArrayList<>();
      scheduler(rm).update();
      node.nodeHeartbeat(true);
      rm.drainEvents();
      Thread.sleep(10);
    }
    throw new AssertionError("nothing was placed");
  }

  @Test
  public void masterSeesTheRequestedSizeAndTheNodeTheGrantedSize() throws Exception {
    MockRM rm = start(new MockRM(conf));
    MockNM node = rm.registerNode("127.0.0.1:1234", 1024, 8);
    RMApp app = HalvingRm.submit(rm);
    MockAM master = launched(rm, node, app);
    Container task = taken(rm, node, master);
    assertShownAsRequested(task);
    assertSizeAndTag(rm, task.getId());
    restart(rm, node, app, master, task);
  }

  private static MockAM launched(MockRM rm, MockNM node, RMApp app) throws Exception {
    scheduler(rm).update();
    rm.drainEvents();
    return MockRM.launchAndRegisterAM(app, rm, node);
  }

  private static void assertShownAsRequested(Container task) throws Exception {
    assertEquals(1024, task.getResource().getMemorySize());
    assertEquals(
        512,
        BuilderUtils.newContainerTokenIdentifier(task.getContainerToken())
            .getResource()
            .getMemorySize());
  }

  private static void assertSizeAndTag(MockRM rm, ContainerId id) {
    RMContainer known = scheduler(rm).getRMContainer(id);
    assertEquals(512, known.getAllocatedResource().getMemorySize());
    assertEquals(1024, UndersizedTag.requestedMb(known.getAllocationTags()));
    QueueMetrics root = scheduler(rm).getRootQueueMetrics();
    assertEquals(HalvingRm.MASTER_MB + 512, root.getAllocatedMB());
    assertEquals(0, root.getPendingMB());
  }

  /** Another ResourceManager finds the nodes' containers; then the master asks it. */
  private void restart(MockRM old, MockNM node, RMApp app, MockAM master, Container task)
      throws Exception {
    List<NMContainerStatus> running = new ArrayList<>();
    for (ContainerId id :
        new ContainerId[] {app.getCurrentAppAttempt().getMasterContainer().getId(), task.getId()}) {
      running.add(HalvingRm.report(scheduler(old).getRMContainer(id)));
    }
    QueueMetrics.clearQueueMetrics();
    MockRM rm = start(new MockRM(conf, old.getRMStateStore()));
    node.setResourceTrackerService(rm.getResourceTrackerService());
    node.registerNode(running, Collections.singletonList(app.getApplicationId()));
    rm.drainEvents();
    for (int i = 0; i < PATIENCE && scheduler(rm).getRMContainer(task.getId()) == null; i++) {
      Thread.sleep(10);
    }
    assertSizeAndTag(rm, task.getId());
    master.setAMRMProtocol(rm.getApplicationMasterService(), rm.getRMContext());
    List<Container> previous = master.registerAppAttempt(false).getContainersFromPreviousAttempts();
    assertFalse(previous.isEmpty());
    for (Container c : previous) {
      if (c.getId().equals(task.getId())) {
        assertEquals(1024, c.getResource().getMemorySize());
      }
    }
    node.nodeHeartbeat(
        app.getCurrentAppAttempt().getAppAttemptId(),
        task.getId().getContainerId(),
        ContainerState.COMPLETE);
    rm.drainEvents();
    for (int i = 0; i < PATIENCE && scheduler(rm).getRMContainer(task.getId()) != null; i++) {
      Thread.sleep(10);
    }
    assertEquals(HalvingRm.MASTER_MB, scheduler(rm).getRootQueueMetrics().getAllocatedMB());
  }
}
