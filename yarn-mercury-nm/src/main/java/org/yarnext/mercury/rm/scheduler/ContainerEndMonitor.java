// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStatusEvent;
import org.yarnext.mercury.application.AttemptRegistry;

/**
 * Monitors the ends of containers in the heartbeats of nodes. An Application Master hears of an end
 * with its next call, which it may never make; and of containers that end after it, the
 * ResourceManager itself takes no notice.
 */
public final class ContainerEndMonitor {
  private ContainerEndMonitor() {}

  /**
   * Makes the dispatcher's thread report each container that a heartbeat says has completed, with
   * the current attempt of its application. A heartbeat may repeat what an earlier one said. Must
   * be called while the ResourceManager starts.
   *
   * @param ended receives the containers, too
   */
  public static void report(
      RMContext context, AttemptRegistry masters, Consumer<ContainerId> ended) {
    EventHandler<RMNodeEvent> heartbeats =
        event -> {
          if (event instanceof RMNodeStatusEvent) {
            heartbeat(context, masters, ended, (RMNodeStatusEvent) event);
          }
        };
    context.getDispatcher().register(RMNodeEventType.class, heartbeats);
  }

  /** Costs most heartbeats, which report no end, no pass of the guard. */
  private static void heartbeat(
      RMContext context,
      AttemptRegistry masters,
      Consumer<ContainerId> ended,
      RMNodeStatusEvent heartbeat) {
    if (masters.awaitsReports() || hasEnd(heartbeat)) {
      masters
          .guard()
          .runInline("mercury.reported", () -> read(context, masters, ended, heartbeat), () -> {});
    }
  }

  private static boolean hasEnd(RMNodeStatusEvent heartbeat) {
    for (ContainerStatus status : heartbeat.getContainers()) {
      if (isEnd(status)) {
        return true;
      }
    }
    return false;
  }

  private static void read(
      RMContext context,
      AttemptRegistry masters,
      Consumer<ContainerId> ended,
      RMNodeStatusEvent heartbeat) {
    for (ContainerStatus status : heartbeat.getContainers()) {
      if (isEnd(status)) {
        ended.accept(status.getContainerId());
        masters.reported(
            current(context, status.getContainerId().getApplicationAttemptId()), status);
      }
    }
    masters.forgetClosed();
  }

  private static boolean isEnd(ContainerStatus status) {
    return status.getState() == ContainerState.COMPLETE;
  }

  private static ApplicationAttemptId current(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app == null || app.getCurrentAppAttempt() == null
        ? attempt
        : app.getCurrentAppAttempt().getAppAttemptId();
  }
}
