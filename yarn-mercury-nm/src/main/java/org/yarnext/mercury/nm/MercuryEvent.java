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
