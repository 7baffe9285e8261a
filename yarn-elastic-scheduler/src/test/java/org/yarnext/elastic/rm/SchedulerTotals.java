// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSQueue;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * Checks that the scheduler's totals are right: the use of nodes and attempts, and the metrics of
 * the root queue, of each queue and of each queue's users, must equal the sums of live containers,
 * reservations and pending requests.
 */
public final class SchedulerTotals {
  private SchedulerTotals() {}

  /** Allocated, reserved and pending; each with a number of containers. */
  private static final class Sum {
    final Resource allocated = Resource.newInstance(0, 0);
    final Resource reserved = Resource.newInstance(0, 0);
    final Resource pending = Resource.newInstance(0, 0);
    public int containers;
    int reservations;
    public int requests;

    void add(Sum other) {
      Resources.addTo(allocated, other.allocated);
      Resources.addTo(reserved, other.reserved);
      Resources.addTo(pending, other.pending);
      containers += other.containers;
      reservations += other.reservations;
      requests += other.requests;
    }
  }

  public static void balance(World world) {
    Map<NodeId, Resource> totals = new HashMap<>();
    world.nodes().forEach(id -> totals.put(id, world.total(id)));
    balance(world.kind, world.scheduler, totals);
  }

  /**
   * @param nodes all of them, with what each has
   */
  public static void balance(
      SchedulerKind kind, AbstractYarnScheduler<?, ?> scheduler, Map<NodeId, Resource> nodes) {
    Set<ContainerId> live = new HashSet<>();
    Sum all = new Sum();
    Sum[] queues = {new Sum(), new Sum()};
    List<Map<String, Sum>> users = Arrays.asList(new HashMap<>(), new HashMap<>());
    Queue[] queue = new Queue[2];
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      Sum sum = sum(attempt, live);
      assertEquals(sum.allocated, attempt.getCurrentConsumption());
      assertEquals(sum.reserved, attempt.getCurrentReservation());
      int n = application.getQueue().getQueueName().endsWith("a") ? 0 : 1;
      queue[n] = application.getQueue();
      queues[n].add(sum);
      users.get(n).computeIfAbsent(attempt.getUser(), any -> new Sum()).add(sum);
      all.add(sum);
    }
    Resource cluster = Resource.newInstance(0, 0);
    for (Map.Entry<NodeId, Resource> node : nodes.entrySet()) {
      nodeBalances(scheduler.getSchedulerNode(node.getKey()), node.getValue(), live);
      Resources.addTo(cluster, node.getValue());
    }
    assertTrue("containers on no node: " + live, live.isEmpty());
    reservationsAgree(scheduler, nodes.keySet());
    QueueMetrics root = scheduler.getRootQueueMetrics();
    metricsBalance("root", all, root);
    Resource available = available(kind, scheduler, cluster, all);
    assertEquals(available.getMemorySize(), root.getAvailableMB());
    assertEquals(available.getVirtualCores(), root.getAvailableVirtualCores());
    for (int n = 0; n < 2; n++) {
      if (queue[n] != null) {
        metricsBalance(queue[n].getQueueName(), queues[n], queue[n].getMetrics());
        assertEquals(queues[n].allocated, usage(queue[n], queues[n].reserved));
        usersBalance(users.get(n), queue[n].getMetrics());
      }
    }
  }

  private static void usersBalance(Map<String, Sum> users, QueueMetrics queue) {
    users.forEach(
        (name, sum) -> {
          QueueMetrics user = queue.getUserMetrics(name);
          if (user != null) {
            metricsBalance(name, sum, user);
          }
        });
  }

  /** Usage that counts towards a queue's limits or shares. */
  private static Resource usage(Queue queue, Resource reserved) {
    return queue instanceof FSQueue
        ? ((FSQueue) queue).getResourceUsage()
        : Resources.subtract(((CSQueue) queue).getQueueResourceUsage().getUsed(), reserved);
  }

  /** Reservations agree between nodes and attempts. */
  private static void reservationsAgree(AbstractYarnScheduler<?, ?> scheduler, Set<NodeId> nodes) {
    Set<RMContainer> ofNodes = new HashSet<>();
    for (NodeId id : nodes) {
      RMContainer reserved = scheduler.getSchedulerNode(id).getReservedContainer();
      if (reserved != null) {
        assertEquals(id, reserved.getReservedNode());
        ofNodes.add(reserved);
      }
    }
    Set<RMContainer> ofAttempts = new HashSet<>();
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      ofAttempts.addAll(application.getCurrentAppAttempt().getReservedContainers());
    }
    assertEquals(ofAttempts, ofNodes);
  }

  private static Resource available(
      SchedulerKind kind, AbstractYarnScheduler<?, ?> scheduler, Resource cluster, Sum all) {
    if (kind == SchedulerKind.FAIR) {
      return Resources.subtract(cluster, all.allocated);
    }
    // Reserved resources count as used, and one exhausted resource counts for all.
    Resource used = Resources.add(all.allocated, all.reserved);
    return Resources.greaterThan(scheduler.getResourceCalculator(), cluster, cluster, used)
        ? Resources.componentwiseMax(Resources.subtract(cluster, used), Resources.none())
        : Resources.none();
  }

  private static Sum sum(SchedulerApplicationAttempt attempt, Set<ContainerId> live) {
    Sum sum = new Sum();
    for (RMContainer c : attempt.getLiveContainers()) {
      if (takesRoom(c)) {
        assertTrue(live.add(c.getContainerId()));
        Resources.addTo(sum.allocated, c.getAllocatedResource());
        sum.containers++;
      }
    }
    for (RMContainer c : attempt.getReservedContainers()) {
      Resources.addTo(sum.reserved, c.getReservedResource());
      sum.reservations++;
    }
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      PendingAsk request = attempt.getAppSchedulingInfo().getPendingAsk(key, ResourceRequest.ANY);
      Resources.multiplyAndAddTo(
          sum.pending, request.getPerAllocationResource(), request.getCount());
      sum.requests += request.getCount();
    }
    return sum;
  }

  /** Schedulers do not count opportunistic containers. */
  private static boolean takesRoom(RMContainer c) {
    return c.getExecutionType() == ExecutionType.GUARANTEED;
  }

  private static void nodeBalances(SchedulerNode node, Resource total, Set<ContainerId> live) {
    NodeId id = node.getNodeID();
    Resource used = Resource.newInstance(0, 0);
    for (RMContainer c : node.getCopiedListOfRunningContainers()) {
      if (takesRoom(c)) {
        assertTrue("unknown on " + id + ": " + c, live.remove(c.getContainerId()));
        Resources.addTo(used, c.getAllocatedResource());
      }
    }
    assertEquals(used, node.getAllocatedResource());
    assertEquals(Resources.subtract(total, used), node.getUnallocatedResource());
    assertTrue(id + " is overfull", Resources.fitsIn(used, total));
  }

  private static void metricsBalance(String of, Sum sum, QueueMetrics metrics) {
    assertEquals(of + " allocated", sum.allocated, metrics.getAllocatedResources());
    assertEquals(of + " containers", sum.containers, metrics.getAllocatedContainers());
    assertEquals(of + " reserved MB", sum.reserved.getMemorySize(), metrics.getReservedMB());
    assertEquals(
        of + " reserved vcores", sum.reserved.getVirtualCores(), metrics.getReservedVirtualCores());
    assertEquals(of + " reservations", sum.reservations, metrics.getReservedContainers());
    assertEquals(of + " pending MB", sum.pending.getMemorySize(), metrics.getPendingMB());
    assertEquals(
        of + " pending vcores", sum.pending.getVirtualCores(), metrics.getPendingVirtualCores());
    assertEquals(of + " asks", sum.requests, metrics.getPendingContainers());
  }
}
