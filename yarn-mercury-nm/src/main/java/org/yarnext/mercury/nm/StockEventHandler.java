/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.nm;

import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;

/**
 * Delivers each event to the stock scheduler exactly once, whatever fails on the way: at any moment
 * an arrived container is in hand, held, or stock's. Owned by the dispatcher thread.
 */
final class StockEventHandler {
  private final EventHandler<ContainerSchedulerEvent> stock;
  private final PendingContainerRegistry held;
  private final NodeQueueMetrics journal;

  /** The current event is stock's already, or is not to become so. */
  private boolean settled;

  /** On its way from one keeper to the next. */
  private Container inHand;

  private Throwable stockFailure;

  StockEventHandler(
      EventHandler<ContainerSchedulerEvent> stock,
      PendingContainerRegistry held,
      NodeQueueMetrics journal) {
    this.stock = stock;
    this.held = held;
    this.journal = journal;
  }

  // ---- the event -----------------------------------------------------------------------------

  /** To be called before anything is done about an event. */
  void open(ContainerSchedulerEvent event) {
    settled = event instanceof MercuryEvent;
    inHand = null;
  }

  /** Passes an event on. */
  void pass(ContainerSchedulerEvent event) {
    settled = true;
    tell(event);
  }

  /** Keeps the event: stock does not know the container, or its part has been done already. */
  void withhold() {
    settled = true;
  }

  /** After a failure: passes the event on if nobody has dealt with it. */
  void passIfOpen(ContainerSchedulerEvent event) {
    if (!settled) {
      pass(event);
    }
  }

  // ---- its container -------------------------------------------------------------------------

  /** Takes a container in hand in place of its event; it must be held or scheduled next. */
  void take(Container c) {
    withhold();
    inHand = c;
  }

  /** Holds an opportunistic container, in hand until now. */
  void hold(Container c) {
    held.hold(c);
    inHand = null;
  }

  /** Holds a guaranteed container, in hand until now. */
  void holdGuaranteed(Container c, long nowMs) {
    held.holdGuaranteed(c, nowMs);
    inHand = null;
  }

  /** Gives a container to the stock scheduler, whose job it is from now on. */
  void schedule(Container c) {
    inHand = c;
    tell(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    inHand = null;
  }

  /** Has the stock scheduler start what waits in its own queue and has room by now. */
  void wake() {
    // The one event by which it does so and nothing else.
    tell(new ContainerSchedulerEvent(null, ContainerSchedulerEventType.RECOVERY_COMPLETED));
  }

  /** Gives everything in hand and held to the stock scheduler, guaranteed containers first. */
  void handBack() {
    if (inHand != null) {
      schedule(inHand);
    }
    if (Thread.currentThread().isInterrupted()) {
      // The NodeManager stops: what waits is in its state store as requested and comes back as
      // such.
      return;
    }
    int opportunistic = held.opportunisticSize();
    for (Container c : held.releaseAll()) {
      schedule(c);
    }
    journal.handedBack.add(opportunistic);
  }

  private void tell(ContainerSchedulerEvent event) {
    try {
      stock.handle(event);
    } catch (RuntimeException | Error e) {
      stockFailure = e;
      throw e;
    }
  }

  /** Whether it is the stock scheduler that threw this: its own affair and the NodeManager's. */
  boolean threw(Throwable t) {
    return t == stockFailure;
  }
}
