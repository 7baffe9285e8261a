// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.EventCounter;

/**
 * Ensures that the exit of a container that was killed before its launch is delivered after the
 * kill. {@code ContainerImpl.sendKillEvent} of Hadoop 3.4 first marks the container and then sends
 * the kill. A launch that sees the mark in between ends at once, and its exit reaches a container
 * that is still SCHEDULED: the event is invalid there and dropped. The kill that follows waits for
 * an exit that never comes, so the container stays in KILLING, and its application waits for it.
 * This handler moves such an exit to the end of the dispatcher's queue, behind the kill. Runs on
 * the dispatcher's thread.
 */
final class KillOrderHandler implements EventHandler<ContainerEvent> {
  private final EventHandler<? super ContainerEvent> stock;
  private final Context context;
  private final Dispatcher dispatcher;
  private final Guard guard;
  private final EventCounter delayed;

  /**
   * Creates a handler.
   *
   * @param stock receives every event, once
   * @param dispatcher receives exits that arrive before the kill
   * @param delayed counts the delayed exits
   */
  KillOrderHandler(
      EventHandler<? super ContainerEvent> stock,
      Context context,
      Dispatcher dispatcher,
      Guard guard,
      EventCounter delayed) {
    this.stock = stock;
    this.context = context;
    this.dispatcher = dispatcher;
    this.guard = guard;
    this.delayed = delayed;
  }

  @Override
  @SuppressWarnings("unchecked") // the dispatcher's handler is not typed
  public void handle(ContainerEvent event) {
    if (event.getType() == ContainerEventType.CONTAINER_KILLED_ON_REQUEST
        && guard.callInline("mercury.kill-order", () -> isBeforeKill(event), () -> false)) {
      delayed.add(1);
      dispatcher.getEventHandler().handle(event);
    } else {
      stock.handle(event);
    }
  }

  /**
   * Returns true only until the kill is delivered, which takes the container out of both states for
   * good.
   */
  private boolean isBeforeKill(ContainerEvent exit) {
    Container container = context.getContainers().get(exit.getContainerID());
    if (container == null || !container.isMarkedForKilling()) {
      return false;
    }
    ContainerState state = container.getContainerState();
    return state == ContainerState.SCHEDULED || state == ContainerState.RELAUNCHING;
  }
}
