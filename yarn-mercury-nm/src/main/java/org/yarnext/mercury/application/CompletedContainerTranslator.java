// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerStatusPBImpl;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

/**
 * Rewrites the statuses of completed containers for their application: removes Mercury's line from
 * diagnostics and can show stopped containers as preempted. Statuses are copied before they are
 * changed, because the ResourceManager keeps them for its own records.
 */
public final class CompletedContainerTranslator {
  private CompletedContainerTranslator() {}

  /**
   * Removes the node's line from diagnostics: it is for us, and applications may keep diagnostics
   * for long.
   *
   * @param asPreempted whether opportunistic containers that were shed, or stopped for guaranteed
   *     ones, are shown as preempted: their application has requested guaranteed ones, and counts
   *     any other end as its own failure
   */
  public static void translate(AllocateResponse response, boolean asPreempted) {
    List<ContainerStatus> ended = response.getCompletedContainersStatuses();
    List<ContainerStatus> shown = null;
    for (int i = 0; i < ended.size(); i++) {
      ContainerStatus status = ended.get(i);
      if (asPreempted && isStopped(status) || hasLine(status)) {
        shown = shown == null ? new ArrayList<>(ended) : shown;
        shown.set(i, translated(status, asPreempted));
      }
    }
    if (shown != null) {
      response.setCompletedContainersStatuses(shown);
    }
  }

  private static boolean hasLine(ContainerStatus status) {
    return RunTimeReport.find(status.getDiagnostics()) != null;
  }

  private static boolean isStopped(ContainerStatus status) {
    return status.getExitStatus() == ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER;
  }

  private static ContainerStatus translated(ContainerStatus status, boolean asPreempted) {
    if (!(status instanceof ContainerStatusPBImpl)) {
      return status;
    }
    ContainerStatus copy = new ContainerStatusPBImpl(((ContainerStatusPBImpl) status).getProto());
    if (hasLine(copy)) {
      copy.setDiagnostics(RunTimeReport.remove(copy.getDiagnostics()));
    }
    if (asPreempted && isStopped(copy)) {
      copy.setExitStatus(ContainerExitStatus.PREEMPTED);
    }
    return copy;
  }
}
