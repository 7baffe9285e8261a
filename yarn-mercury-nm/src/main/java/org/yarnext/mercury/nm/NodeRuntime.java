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
import org.yarnext.mercury.policy.SheddingLimits;

/**
 * Handler of scheduler events in front of the stock container scheduler. {@code handle} runs on the
 * NodeManager's dispatcher thread and passes every stock event on exactly once, at once or later;
 * it throws only exceptions of stock's scheduler.
 */
interface NodeRuntime extends EventHandler<ContainerSchedulerEvent> {

  /**
   * Handles the end of a container's process, or its coming stop, before the NodeManager cleans up
   * and reports the end. Never throws. On the dispatcher's thread.
   */
  void exited(Container c);

  /**
   * Stores the limits of a heartbeat, which apply from the next {@link MercuryEvent}; safe on any
   * thread.
   */
  void limits(SheddingLimits latest);
}
