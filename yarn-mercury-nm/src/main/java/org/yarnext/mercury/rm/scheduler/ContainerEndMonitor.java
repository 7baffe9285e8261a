// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.function.BiConsumer;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStatusEvent;
import org.yarnext.common.guard.Guard;

/**
 * Monitors the ends of containers in the heartbeats of nodes. An Application Master hears of an end
 * with its next call, which it may never make; and of containers that end after it, the
 * ResourceManager itself takes no notice.
 */
public final class ContainerEndMonitor {
  private ContainerEndMonitor() {}

  /**
   * Makes the dispatcher's thread call {@code ended} for each container that a heartbeat reports as
   * completed, with the current attempt of its application. A heartbeat may repeat what an earlier
   * one reported. Must be called while the ResourceManager starts.
   */
  public static void onContainerEnd(
      RMContext context, Guard guard, BiConsumer<ApplicationAttemptId, ContainerStatus> ended) {
    EventHandler<RMNodeEvent> heartbeats =
        event -> {
          if (event instanceof RMNodeStatusEvent
              && ((RMNodeStatusEvent) event)
                  .getContainers().stream().anyMatch(ContainerEndMonitor::isEnd)) {
            guard.runInline(
                "mercury.reported",
                () -> report(context, (RMNodeStatusEvent) event, ended),
                () -> {});
          }
        };
    context.getDispatcher().register(RMNodeEventType.class, heartbeats);
  }

  private static void report(
      RMContext context,
      RMNodeStatusEvent heartbeat,
      BiConsumer<ApplicationAttemptId, ContainerStatus> ended) {
    for (ContainerStatus status : heartbeat.getContainers()) {
      if (isEnd(status)) {
        ended.accept(current(context, status.getContainerId().getApplicationAttemptId()), status);
      }
    }
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
