// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.function.Consumer;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;

/**
 * Delivers each event to stock's scheduler exactly once, even after a failure. At any moment an
 * arrived container is being handled here, is held in {@link PendingContainerRegistry}, or has been
 * given to stock. Owned by the dispatcher thread.
 */
final class StockEventHandler {
  private final EventHandler<ContainerSchedulerEvent> stock;
  private final PendingContainerRegistry held;
  private final NodeQueueMetrics metrics;

  /** Called before stock gets an event. */
  private Consumer<ContainerSchedulerEvent> preparation = event -> {};

  /** True if stock has received the current event, or must not receive it. */
  private boolean settled;

  /** The container between two owners; null if there is none. */
  private Container inHand;

  private Throwable stockFailure;

  StockEventHandler(
      EventHandler<ContainerSchedulerEvent> stock,
      PendingContainerRegistry held,
      NodeQueueMetrics metrics) {
    this.stock = stock;
    this.held = held;
    this.metrics = metrics;
  }

  /** Sets the action that runs before stock gets an event; it must not throw. */
  void prepare(Consumer<ContainerSchedulerEvent> newPreparation) {
    preparation = newPreparation;
  }

  // ---- the event -----------------------------------------------------------------------------

  /** Must be called before an event is handled. */
  void open(ContainerSchedulerEvent event) {
    settled = event instanceof MercuryEvent;
    inHand = null;
  }

  /** Passes the event to stock. */
  void pass(ContainerSchedulerEvent event) {
    settled = true;
    send(event);
  }

  /**
   * Withholds the event from stock, which does not know the container or has done its part already.
   */
  void withhold() {
    settled = true;
  }

  /** Passes the event to stock after a failure, unless it has been handled. */
  void passIfOpen(ContainerSchedulerEvent event) {
    if (!settled) {
      pass(event);
    }
  }

  // ---- its container -------------------------------------------------------------------------

  /** Takes the event's container in its place; the container must be held or scheduled next. */
  void take(Container c) {
    withhold();
    inHand = c;
  }

  /** Holds the opportunistic container taken before. */
  void hold(Container c) {
    held.hold(c);
    inHand = null;
  }

  /** Holds the guaranteed container taken before. */
  void holdGuaranteed(Container c, long nowMs) {
    held.holdGuaranteed(c, nowMs);
    inHand = null;
  }

  /** Gives a container to stock's scheduler, which is responsible for it from now on. */
  void schedule(Container c) {
    inHand = c;
    send(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    inHand = null;
  }

  /** Makes stock's scheduler start the containers in its own queue that have room by now. */
  void wake() {
    // The only event that does this and nothing else.
    send(new ContainerSchedulerEvent(null, ContainerSchedulerEventType.RECOVERY_COMPLETED));
  }

  /** Gives all taken and held containers to stock's scheduler, guaranteed ones first. */
  void handBack() {
    if (inHand != null) {
      schedule(inHand);
    }
    if (Thread.currentThread().isInterrupted()) {
      // The NodeManager is stopping: its state store has the waiting containers as requested and
      // recovers them as such.
      return;
    }
    int opportunistic = held.opportunisticSize();
    for (Container c : held.releaseAll()) {
      schedule(c);
    }
    metrics.handedBack.add(opportunistic);
  }

  private void send(ContainerSchedulerEvent event) {
    preparation.accept(event);
    try {
      stock.handle(event);
    } catch (RuntimeException | Error e) {
      stockFailure = e;
      throw e;
    }
  }

  /**
   * Returns whether stock's scheduler threw this exception, which is then not the feature's
   * failure.
   */
  boolean threw(Throwable t) {
    return t == stockFailure;
  }
}
