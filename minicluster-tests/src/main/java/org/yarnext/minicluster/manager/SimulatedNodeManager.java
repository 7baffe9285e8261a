// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.manager;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;

/**
 * A simulated NodeManager: registers, sends heartbeats over RPC, and reports each container as
 * running for a given time. Launches nothing. Thread-safe.
 */
public final class SimulatedNodeManager {

  private static final int QUEUE_CAPACITY = 100;
  private static final int WAIT_MS = 10;

  private final NodeId id;
  private final ResourceTracker manager;
  private final Map<ContainerId, Running> containers = new HashMap<>();
  private int lastId;

  private static final class Running {
    private final Container container;
    private final long endNanos;

    private Running(Container container, long endNanos) {
      this.container = container;
      this.endNanos = endNanos;
    }
  }

  private SimulatedNodeManager(NodeId id, ResourceTracker manager) {
    this.id = id;
    this.manager = manager;
  }

  /** Returns a client of the ResourceManager's node protocol, for {@link #register}. */
  public static ResourceTracker tracker(ManagerProcess manager) {
    return manager.client(ResourceTracker.class, YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS);
  }

  /**
   * Registers a node and sends its first heartbeat.
   *
   * @param host an IP address, so that no name has to be resolved
   */
  public static SimulatedNodeManager register(ResourceTracker manager, String host, Resource size)
      throws IOException, YarnException {
    NodeId id = NodeId.newInstance(host, 1);
    RegisterNodeManagerResponse answer =
        manager.registerNodeManager(
            RegisterNodeManagerRequest.newInstance(id, 2, size, "3.4.2", null, null));
    if (answer.getContainerTokenMasterKey() == null) {
      throw new IOException(answer.getDiagnosticsMessage());
    }
    SimulatedNodeManager node = new SimulatedNodeManager(id, manager);
    node.heartbeat();
    return node;
  }

  NodeId id() {
    return id;
  }

  /** Reports a container as running from now on, for {@code forMs} milliseconds. */
  synchronized void run(Container container, long forMs) {
    containers.put(
        container.getId(),
        new Running(container, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(forMs)));
  }

  /** Sends one heartbeat. */
  public synchronized void heartbeat() throws IOException, YarnException {
    List<ContainerStatus> statuses = new ArrayList<>();
    OpportunisticContainersStatus queue = OpportunisticContainersStatus.newInstance();
    long now = System.nanoTime();
    for (Iterator<Running> all = containers.values().iterator(); all.hasNext(); ) {
      Running each = all.next();
      boolean isOver = each.endNanos - now <= 0;
      if (isOver) {
        all.remove();
      } else if (each.container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        queue.setRunningOpportContainers(queue.getRunningOpportContainers() + 1);
        queue.setOpportMemoryUsed(
            queue.getOpportMemoryUsed() + each.container.getResource().getMemorySize());
        queue.setOpportCoresUsed(
            queue.getOpportCoresUsed() + each.container.getResource().getVirtualCores());
      }
      ContainerStatus status =
          ContainerStatus.newInstance(
              each.container.getId(),
              each.container.getExecutionType(),
              isOver ? ContainerState.COMPLETE : ContainerState.RUNNING,
              "",
              0);
      status.setCapability(each.container.getResource());
      statuses.add(status);
    }
    queue.setEstimatedQueueWaitTime(WAIT_MS);
    queue.setOpportQueueCapacity(QUEUE_CAPACITY);
    NodeStatus status =
        NodeStatus.newInstance(
            id,
            lastId,
            statuses,
            new ArrayList<>(),
            NodeHealthStatus.newInstance(true, "", System.currentTimeMillis()),
            ResourceUtilization.newInstance(0, 0, 0),
            ResourceUtilization.newInstance(0, 0, 0),
            new ArrayList<>());
    status.setOpportunisticContainersStatus(queue);
    NodeHeartbeatResponse answer =
        manager.nodeHeartbeat(NodeHeartbeatRequest.newInstance(status, null, null, null));
    if (answer.getNodeAction() != NodeAction.NORMAL) {
      throw new IOException(id + " is told to " + answer.getNodeAction());
    }
    lastId = answer.getResponseId();
    containers.keySet().removeAll(answer.getContainersToCleanup());
  }
}
