// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;

/**
 * Container-scheduler event of Mercury's own: new queue limits, a periodic tick or measured usage,
 * brought to the NodeManager's dispatcher thread, where all scheduling happens. It has the type of
 * stock's shedding event, the only stock event without a container, and must never reach stock's
 * scheduler, which would empty its queue.
 */
public final class MercuryEvent extends ContainerSchedulerEvent {
  /** Reason for the event: new limits from a heartbeat, a periodic tick, or measured usage. */
  public enum Kind {
    LIMITS,
    TICK,
    USAGE
  }

  private final Kind kind;

  /** Creates an event without a container. */
  public MercuryEvent(Kind kind) {
    super(null, ContainerSchedulerEventType.SHED_QUEUED_CONTAINERS);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
