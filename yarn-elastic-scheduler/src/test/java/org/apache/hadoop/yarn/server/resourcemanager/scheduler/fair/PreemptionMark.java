// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.util.Collections;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/** Gives tests access to {@code FSSchedulerNode.addContainersForPreemption}. Checked on 3.4.2. */
public final class PreemptionMark {
  private PreemptionMark() {}

  /** The container is to make room for the attempt, as the preemption thread decides. */
  public static void set(
      SchedulerNode node, RMContainer container, SchedulerApplicationAttempt beneficiary) {
    FSAppAttempt starved = (FSAppAttempt) beneficiary;
    starved.setMinshareStarvation(container.getAllocatedResource());
    ((FSSchedulerNode) node).addContainersForPreemption(Collections.singleton(container), starved);
  }
}
