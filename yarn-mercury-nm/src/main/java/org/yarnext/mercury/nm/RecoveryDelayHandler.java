// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.mercury.nm.scheduler.RecoveredContainerSnapshot;

/**
 * Delays the event that recovery is complete until the recovered queued containers are initialised,
 * but no longer than a maximum time. At this event stock starts those that have room; before they
 * are initialised, their launch would fail. Every other event passes. Runs on the dispatcher
 * thread.
 */
final class RecoveryDelayHandler implements EventHandler<ContainerSchedulerEvent> {
  private static final long POLL_MS = 20;

  private final EventHandler<ContainerSchedulerEvent> next;
  private final Context context;
  private final RecoveredContainerSnapshot recovered;
  private final PeriodicTask ticker;
  private final EventHandler<? super ContainerSchedulerEvent> dispatcher;
  private final long latestNanos;

  /**
   * Creates a handler.
   *
   * @param next receives the events
   * @param ticker schedules retries
   * @param dispatcher receives repeated events
   * @param maxMs maximum delay from now, in ms
   */
  RecoveryDelayHandler(
      EventHandler<ContainerSchedulerEvent> next,
      Context context,
      RecoveredContainerSnapshot recovered,
      PeriodicTask ticker,
      EventHandler<? super ContainerSchedulerEvent> dispatcher,
      long maxMs) {
    this.next = next;
    this.context = context;
    this.recovered = recovered;
    this.ticker = ticker;
    this.dispatcher = dispatcher;
    this.latestNanos = System.nanoTime() + maxMs * 1_000_000;
  }

  @Override
  public void handle(ContainerSchedulerEvent event) {
    boolean later =
        event.getType() == ContainerSchedulerEventType.RECOVERY_COMPLETED
            && isInitialising()
            && System.nanoTime() - latestNanos < 0
            && ticker.once(POLL_MS, () -> dispatcher.handle(event));
    if (!later) {
      next.handle(event);
    }
  }

  private boolean isInitialising() {
    for (ContainerId id : recovered.queued) {
      Container c = context.getContainers().get(id);
      if (c != null && c.getContainerState() == ContainerState.NEW) {
        return true;
      }
    }
    return false;
  }
}
