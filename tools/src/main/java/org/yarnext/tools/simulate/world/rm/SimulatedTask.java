// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;

/** One run of a task in a container. */
final class SimulatedTask {
  private final VirtualApplicationMaster master;
  private final PendingTaskGroup group;
  private final int number;
  private final Container container;
  private final long startMs;

  /**
   * @param number number of the task in the stage
   * @param startMs in the engine's time
   */
  SimulatedTask(
      VirtualApplicationMaster master,
      PendingTaskGroup group,
      int number,
      Container container,
      long startMs) {
    this.master = master;
    this.group = group;
    this.number = number;
    this.container = container;
    this.startMs = startMs;
  }

  VirtualApplicationMaster master() {
    return master;
  }

  SimJob job() {
    return master.job();
  }

  int stage() {
    return group.stageIndex();
  }

  int number() {
    return number;
  }

  SimTask task() {
    return group.stage().tasks().get(number);
  }

  Container container() {
    return container;
  }

  ContainerId id() {
    return container.getId();
  }

  long startMs() {
    return startMs;
  }

  /** Returns the wait for the container, in ms. */
  long waitedMs() {
    return startMs - group.requestedMs(number);
  }

  long grantedMb() {
    return container.getResource().getMemorySize();
  }

  int grantedVcores() {
    return container.getResource().getVirtualCores();
  }

  /** Returns the true run time, in ms. */
  long runMs() {
    return group.stage().runMs(task(), grantedMb());
  }
}
