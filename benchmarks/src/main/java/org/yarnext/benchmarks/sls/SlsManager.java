// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.event.EventDispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.resourcemanager.amlauncher.ApplicationMasterLauncher;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.resourcemanager.MockAMLauncher;

/**
 * A ResourceManager that launches the simulator's masters, and measures the calls of masters and
 * nodes and the scheduler's node updates.
 */
final class SlsManager extends ResourceManager {
  static final String ALLOCATE = "allocate call";
  static final String HEARTBEAT = "node heartbeat";
  static final String NODE_UPDATE = "node update of the scheduler";

  /** Maximum length of a node's queue, as in the samples. */
  private static final int QUEUE_CAPACITY = 100;

  final CallMeter allocates = new CallMeter(ALLOCATE);
  final CallMeter heartbeats = new CallMeter(HEARTBEAT);
  final CallMeter nodeUpdates = new CallMeter(NODE_UPDATE);

  /** Numbers of containers granted so far: all, opportunistic ones, and those with less memory. */
  final LongAdder granted = new LongAdder();

  final LongAdder opportunistic = new LongAdder();
  final LongAdder undersized = new LongAdder();

  private final SLSRunner simulation;

  SlsManager(SLSRunner simulation) {
    this.simulation = simulation;
  }

  @Override
  protected ApplicationMasterLauncher createAMLauncher() {
    return new MockAMLauncher(simulation, rmContext);
  }

  /** Makes a master's allocate call, as the user that its token names. */
  AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
    AllocateResponse response =
        allocates.measure(() -> getApplicationMasterService().allocate(request));
    for (Container container : response.getAllocatedContainers()) {
      granted.increment();
      if (container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        opportunistic.increment();
      }
      if (isUndersized(container)) {
        undersized.increment();
      }
    }
    return response;
  }

  /**
   * Returns whether a container has less memory than its master has requested. The master itself
   * sees the requested size.
   */
  boolean isUndersized(Container container) {
    RMContainer known = scheduler.getRMContainer(container.getId());
    return known != null
        && known.getContainer().getResource().getMemorySize() < SlsLoad.TASK.getMemorySize();
  }

  @Override
  protected ResourceTrackerService createResourceTrackerService() {
    return new ResourceTrackerService(
        rmContext,
        nodesListManager,
        nmLivelinessMonitor,
        rmContext.getContainerTokenSecretManager(),
        rmContext.getNMTokenSecretManager()) {
      @Override
      public NodeHeartbeatResponse nodeHeartbeat(NodeHeartbeatRequest request)
          throws YarnException, IOException {
        // The simulator's nodes report no queues.
        request.getNodeStatus().setOpportunisticContainersStatus(queue());
        return heartbeats.measure(() -> super.nodeHeartbeat(request));
      }
    };
  }

  private static OpportunisticContainersStatus queue() {
    OpportunisticContainersStatus queue = OpportunisticContainersStatus.newInstance();
    queue.setOpportQueueCapacity(QUEUE_CAPACITY);
    queue.setEstimatedQueueWaitTime(SlsLoad.queueWaitMs(ThreadLocalRandom.current()));
    return queue;
  }

  @Override
  protected EventHandler<SchedulerEvent> createSchedulerEventDispatcher() {
    return new EventDispatcher<>(this::handle, "SchedulerEventDispatcher");
  }

  private void handle(SchedulerEvent event) {
    if (event.getType() != SchedulerEventType.NODE_UPDATE) {
      scheduler.handle(event);
      return;
    }
    try {
      nodeUpdates.measure(
          () -> {
            scheduler.handle(event);
            return null;
          });
    } catch (YarnException | IOException e) {
      throw new YarnRuntimeException(e);
    }
  }
}
