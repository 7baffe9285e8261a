// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler.stub;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.metrics.NodeManagerMetrics;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * The parts of a NodeManager that the stock container scheduler asks: its context, its containers
 * monitor, its dispatcher and its state store.
 */
public final class FakeNodeManager {
  private static final NodeManagerMetrics METRICS = NodeManagerMetrics.create();
  private static final float VMEM_RATIO = 2.1f;

  public final Context context = mock(Context.class, withSettings().stubOnly());
  public final ConcurrentSkipListMap<ContainerId, Container> known = new ConcurrentSkipListMap<>();
  public final Set<ContainerId> storedKilled = new HashSet<>();
  public final ContainerScheduler scheduler;

  /** The node's size now. */
  private volatile ResourceVector size;

  public FakeNodeManager(
      ResourceVector size,
      Consumer<ContainerSchedulerEvent> sender,
      int queueLength,
      boolean pauses) {
    this.size = size;
    ContainersMonitor monitor = monitor();
    ContainerManager manager = mock(ContainerManager.class, withSettings().stubOnly());
    AsyncDispatcher dispatcher = mock(AsyncDispatcher.class, withSettings().stubOnly());
    EventHandler<Event> handler = event -> sender.accept((ContainerSchedulerEvent) event);
    when(dispatcher.getEventHandler()).thenReturn(handler);
    when(manager.getContainersMonitor()).thenReturn(monitor);
    when(context.getContainerManager()).thenReturn(manager);
    when(context.getContainers()).thenReturn(known);
    when(context.getNMStateStore())
        .thenReturn(
            new NMNullStateStoreService() {
              @Override
              public void storeContainerKilled(ContainerId id) {
                storedKilled.add(id);
              }
            });
    when(context.getNodeManagerMetrics()).thenReturn(METRICS);
    scheduler = new ContainerScheduler(context, dispatcher, METRICS, queueLength);
    when(manager.getContainerScheduler()).thenReturn(scheduler);
    Configuration conf = new Configuration(false);
    conf.setBoolean(YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION, pauses);
    scheduler.init(conf);
  }

  public void resize(ResourceVector newSize) {
    size = newSize;
  }

  private ContainersMonitor monitor() {
    ContainersMonitor monitor = mock(ContainersMonitor.class, withSettings().stubOnly());
    when(monitor.getPmemAllocatedForContainers()).thenAnswer(call -> size.memoryMb() << 20);
    when(monitor.getVmemAllocatedForContainers()).thenAnswer(call -> vmemMb() << 20);
    when(monitor.getVCoresAllocatedForContainers()).thenAnswer(call -> size.vcores());
    when(monitor.getVmemRatio()).thenReturn(VMEM_RATIO);
    when(monitor.isVmemCheckEnabled()).thenReturn(false);
    doAnswer(
            call -> {
              ResourceUtilization used = call.getArgument(0);
              used.subtractFrom((int) size.memoryMb(), (int) vmemMb(), (int) size.vcores());
              return null;
            })
        .when(monitor)
        .subtractNodeResourcesFromResourceUtilization(any());
    return monitor;
  }

  private long vmemMb() {
    return (long) (size.memoryMb() * VMEM_RATIO);
  }
}
