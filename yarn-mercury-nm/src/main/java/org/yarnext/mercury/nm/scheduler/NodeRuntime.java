// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Handler of scheduler events in front of the stock container scheduler. {@code handle} runs on the
 * NodeManager's dispatcher thread and passes every stock event on exactly once, at once or later;
 * it throws only exceptions of stock's scheduler.
 */
public interface NodeRuntime extends EventHandler<ContainerSchedulerEvent> {

  /** Returns the mode that is in effect; safe on any thread. */
  FeatureMode mode();

  /**
   * Handles the end of a container's process, or its coming stop, before the NodeManager cleans up
   * and reports the end. Never throws. On the dispatcher's thread.
   */
  void onExited(Container c);

  /**
   * Stores the limits of a heartbeat, which apply from the next {@link MercuryEvent}; safe on any
   * thread.
   */
  void limits(SheddingLimits latest);
}
