// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;

/**
 * Brings a heartbeat's limits or a tick onto the NodeManager's dispatcher thread, where all
 * scheduling happens. It has the type of stock's shedding event, the only stock event without a
 * container, and must never reach stock's scheduler, which would empty its queue.
 */
final class MercuryEvent extends ContainerSchedulerEvent {
  enum Kind {
    LIMITS,
    TICK
  }

  private final Kind kind;

  MercuryEvent(Kind kind) {
    super(null, ContainerSchedulerEventType.SHED_QUEUED_CONTAINERS);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }
}
