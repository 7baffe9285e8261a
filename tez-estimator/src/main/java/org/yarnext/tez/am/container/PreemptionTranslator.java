// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.yarnext.common.metrics.EventCounter;

/**
 * Translates the statuses of containers that YARN took away into preemptions, because Tez counts
 * every other lost container as a failure. MapReduce does not count such a container as a failure
 * either. Stateless.
 */
public final class PreemptionTranslator {
  /**
   * Diagnostics of the ResourceManager's SchedulerUtils; no exit status identifies such a
   * container.
   */
  private static final String RELEASED = "Container released by application";

  private PreemptionTranslator() {}

  /**
   * Translates the statuses for Tez.
   *
   * @param lost counts the containers taken away
   */
  public static List<ContainerStatus> translated(
      List<ContainerStatus> statuses, EventCounter lost) {
    List<ContainerStatus> translated = new ArrayList<>(statuses.size());
    for (ContainerStatus status : statuses) {
      if (isTakenAway(status)) {
        lost.increment();
        translated.add(
            ContainerStatus.newInstance(
                status.getContainerId(),
                status.getState(),
                status.getDiagnostics(),
                ContainerExitStatus.PREEMPTED));
      } else {
        translated.add(status);
      }
    }
    return translated;
  }

  private static boolean isTakenAway(ContainerStatus status) {
    return status.getExitStatus() == ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER
        // This also covers any opportunistic container that runs when the ResourceManager misses
        // one.
        || status.getExitStatus() == ContainerExitStatus.ABORTED
            && !RELEASED.equals(status.getDiagnostics());
  }
}
