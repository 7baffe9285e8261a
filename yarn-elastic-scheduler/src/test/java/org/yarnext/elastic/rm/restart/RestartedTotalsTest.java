// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * A ResourceManager with a state store is restarted while under-sized containers run: queues, users
 * and nodes are charged the same as before, and nothing once all is done.
 */
@RunWith(Parameterized.class)
public class RestartedTotalsTest {
  @Rule public final HalvingRm cluster;

  private final SchedulerKind kind;

  public RestartedTotalsTest(SchedulerKind kind) {
    this.kind = kind;
    cluster = new HalvingRm(kind);
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return new Object[] {SchedulerKind.FAIR, SchedulerKind.CAPACITY};
  }

  private void balance() {
    cluster.scheduler().update();
    SchedulerTotals.balance(kind, cluster.scheduler(), cluster.totals());
  }

  /** Returns the size and the requested size of each running container. */
  private Map<ContainerId, String> sizes() {
    Map<ContainerId, String> sizes = new TreeMap<>();
    for (RMContainer c : cluster.attempt().getLiveContainers()) {
      long requested = UndersizedTag.requestedMb(c.getAllocationTags());
      sizes.put(c.getContainerId(), c.getAllocatedResource().getMemorySize() + " of " + requested);
    }
    return sizes;
  }

  @Test
  public void restartChargesQueuesUsersAndNodesAsBefore() throws Exception {
    final MockNM first = cluster.addNode("127.0.0.1:1234", 2048);
    cluster.addNode("127.0.0.2:1234", 768);
    RMApp app = cluster.launch();
    List<Container> tasks = cluster.take(3);
    balance();
    Map<ContainerId, String> before = sizes();
    assertEquals(
        Arrays.asList("1024 of -1", "256 of -1", "512 of 1024", "512 of 1024"),
        before.values().stream().sorted().collect(Collectors.toList()));

    cluster.restart();
    assertEquals(before, sizes());
    balance();
    assertEquals(HalvingRm.MASTER_MB + 1024 + 2 * 512, cluster.rootQueue().getAllocatedMB());
    cluster.master().registerAppAttempt(false);

    // Later requests are placed as before.
    Container smaller =
        tasks.stream().filter(c -> before.get(c.getId()).startsWith("512")).findFirst().get();
    end(smaller);
    balance();
    List<Container> more = cluster.take(1);
    assertEquals("512 of 1024", sizes().get(more.get(0).getId()));
    balance();

    for (RMContainer c : new ArrayList<>(cluster.attempt().getLiveContainers())) {
      if (!c.isAMContainer()) {
        end(c.getContainer());
        balance();
      }
    }
    assertEquals(HalvingRm.MASTER_MB, cluster.rootQueue().getAllocatedMB());
    RMApp recovered = cluster.rm().getRMContext().getRMApps().get(app.getApplicationId());
    MockRM.finishAMAndVerifyAppState(recovered, cluster.rm(), first, cluster.master());
    cluster.rm().drainEvents();
    balance();
    QueueMetrics root = cluster.rootQueue();
    assertEquals(0, root.getAllocatedMB());
    assertEquals(0, root.getAllocatedVirtualCores());
    assertEquals(0, root.getPendingMB());
    assertEquals(0, root.getReservedMB());
    assertTrue(cluster.scheduler().getSchedulerApplications().isEmpty());
  }

  /** Ends a task as its node reports it, with the kind of end if it had less memory. */
  private void end(Container task) throws Exception {
    RMContainer known = cluster.scheduler().getRMContainer(task.getId());
    long requestedMb = UndersizedTag.requestedMb(known.getAllocationTags());
    long mb = task.getResource().getMemorySize();
    String line =
        new UndersizedEnd(requestedMb, mb, true, 9, UndersizedEnd.Outcome.WELL).toString();
    cluster.end(task, requestedMb < 0 ? "" : line);
    assertFalse(sizes().containsKey(task.getId()));
  }
}
