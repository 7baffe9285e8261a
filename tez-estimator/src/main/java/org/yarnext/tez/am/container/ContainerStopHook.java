// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.dag.app.AppContext;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.rm.ContainerLauncherStopRequestEvent;
import org.apache.tez.dag.app.rm.container.AMContainer;

/**
 * Asks a node, through Tez's launcher, to stop a container that Tez preempts. Tez itself leaves
 * that to the ResourceManager, which takes two more heartbeats.
 */
public final class ContainerStopHook {
  private ContainerStopHook() {}

  /**
   * Asks a container's node to stop it; returns at once, whether the node can be reached or not.
   *
   * @param attempt the attempt in the container
   * @return whether Tez knows the container
   */
  @SuppressWarnings("unchecked")
  public static boolean ask(TaskAttempt attempt, ContainerId id) {
    AppContext master = attempt.getTask().getVertex().getAppContext();
    AMContainer known = master.getAllContainers().get(id);
    if (known == null) {
      return false;
    }
    Container container = known.getContainer();
    master
        .getEventHandler()
        .handle(
            new ContainerLauncherStopRequestEvent(
                id,
                container.getNodeId(),
                container.getContainerToken(),
                known.getContainerLauncherIdentifier(),
                known.getTaskSchedulerIdentifier(),
                known.getTaskCommunicatorIdentifier()));
    return true;
  }
}
