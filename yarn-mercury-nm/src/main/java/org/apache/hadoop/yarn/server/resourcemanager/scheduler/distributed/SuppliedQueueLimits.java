// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.distributed;

import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;

/**
 * Queue limits for NodeManagers that a supplier provides instead of stock's statistics. Uses the
 * package-private constructor of {@code QueueLimitCalculator}, the type that {@code
 * RMContextImpl.setContainerQueueLimitCalculator} takes, and nothing else of the superclass; its
 * monitor updates only the calculator it made itself. Checked on Hadoop 3.3.6, 3.4.1, 3.4.2, 3.4.3
 * and 3.5.0.
 */
public final class SuppliedQueueLimits extends QueueLimitCalculator {
  private final Supplier<ContainerQueuingLimit> limits;

  /**
   * Creates a calculator that returns supplied limits.
   *
   * @param limits called at each heartbeat, on any thread; must neither throw nor return null
   */
  public SuppliedQueueLimits(Supplier<ContainerQueuingLimit> limits) {
    super(null, 0, 0, 0);
    this.limits = limits;
  }

  @Override
  public ContainerQueuingLimit createContainerQueuingLimit() {
    return limits.get();
  }
}
