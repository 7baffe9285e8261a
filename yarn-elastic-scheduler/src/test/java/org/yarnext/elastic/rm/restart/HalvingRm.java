// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.MemoryRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Runs whole ResourceManagers that place tasks with half their memory. */
final class HalvingRm {
  static final int MASTER_MB = 256;

  private HalvingRm() {}

  /**
   * Returns the configuration of a ResourceManager that recovers its applications; resets earlier
   * metrics.
   */
  static Configuration configuration(SchedulerKind kind) {
    Configuration conf = World.configuration(kind);
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
    return conf;
  }

  static RMApp submit(MockRM rm) throws Exception {
    return MockRMAppSubmitter.submit(
        rm,
        MockRMAppSubmissionData.Builder.createWithMemory(MASTER_MB, rm)
            .withAppName("sort")
            .withUser(World.USER)
            .withQueue("root.a")
            .withAppType("MAPREDUCE")
            .withKeepContainers(true)
            .build());
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
