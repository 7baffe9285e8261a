// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.MemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.junit.Test;
import org.yarnext.mercury.application.Requests;

/** Quotas of opportunistic containers, also over restarts of masters. */
public class ProcessorQuotaTest extends MercuryAmsProcessorTestBase {
  @Test
  public void requestsHeldByTheQuotaAreServedLater() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=1");
    start("only-Q");
    heartbeats();
    List<Container> first = call(any(1, 3));
    assertEquals(1, first.size());
    assertTrue(call().isEmpty());
    for (int i = 0; i < 2; i++) {
      stock.completed.add(
          ContainerStatus.newInstance(first.get(0).getId(), ContainerState.COMPLETE, "", 0));
      assertTrue("known at the end of the call", call().isEmpty());
      first = call();
      assertEquals(1, first.size());
    }
    assertTrue(call().isEmpty());
    assertEquals(3, got.size());
    assertEquals(map(), stock.outstanding);
  }

  /** Stock refuses a call as a whole, such as one that also releases another's container. */
  @Test
  public void containersOfARefusedReleaseCountForTheQuota() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=2");
    start("only-Q");
    heartbeats();
    List<Container> first = call(any(1, 6));
    assertEquals(2, first.size());
    first.forEach(c -> releases.add(c.getId()));
    stock.refuses = true;
    assertThrows(YarnException.class, () -> call());
    stock.refuses = false;
    releases.clear();
    assertTrue("they run on", call().isEmpty());
    first.forEach(c -> releases.add(c.getId()));
    assertEquals("now they are released", 2, call().size());
  }

  /** A node reports its running containers to a new ResourceManager. */
  @Test
  public void containersReportedByANodeCountForTheQuota() throws Exception {
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.set(YarnConfiguration.RM_STORE, MemoryRMStateStore.class.getName());
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    heartbeats();
    List<NMContainerStatus> back = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      ContainerState state = i < 3 ? ContainerState.RUNNING : ContainerState.COMPLETE;
      NMContainerStatus status =
          NMContainerStatus.newInstance(
              ContainerId.newContainerId(attempt, 1000 + i),
              0,
              state,
              Requests.SIZE,
              "",
              0,
              Priority.newInstance(1),
              0);
      status.setExecutionType(ExecutionType.OPPORTUNISTIC);
      back.add(status);
    }
    rm.register("10.0.0.9", Resource.newInstance(4096, 4), back);
    await("the node", () -> live().size() == 2);
    assertEquals("two run", 1, call(any(1, 5)).size());
    assertTrue(call().isEmpty());
  }

  @Test
  public void runningContainersCountForTheQuotaAfterReregistration() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    start("only-Q");
    heartbeats();
    run(3);
    register();
    assertEquals("two run", 1, call(any(1, 5)).size());
    assertTrue(call().isEmpty());
  }

  /** Containers that the scheduler knows; all of them but the last have started. */
  private void run(int containers) {
    for (int i = 1; i <= containers; i++) {
      Container c = container(1000 + i, 1, nodes.get(0));
      RMContainer known =
          SchedulerUtils.createOpportunisticRmContainer(rm.getRMContext(), c, false);
      known.handle(new RMContainerEvent(c.getId(), RMContainerEventType.ACQUIRED));
      if (i < containers) {
        known.handle(new RMContainerEvent(c.getId(), RMContainerEventType.LAUNCHED));
      }
    }
  }

  @Test
  public void callTimeDoesNotGrowWithTheNumberOfContainers() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    callsNs();
    final long without = callsNs();
    run(20_000);
    register();
    call();
    final long with = callsNs();
    assertTrue(without + " ns without containers, " + with + " with", with < 5 * without);
  }

  /** The CPU time of some calls, in ns; other threads may have the processor. */
  private long callsNs() throws Exception {
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    long min = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long start = cpu.getCurrentThreadCpuTime();
      for (int i = 0; i < 200; i++) {
        call();
      }
      min = Math.min(min, cpu.getCurrentThreadCpuTime() - start);
    }
    return min;
  }
}
