// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/**
 * Supplies the settings of over-allocation, and the measurements that decisions are based on.
 * Thread-safe.
 */
public interface OverallocationSource {
  /** Over-allocation is off. */
  OverallocationSource OFF =
      new OverallocationSource() {
        @Override
        public FeatureMode mode() {
          return FeatureMode.OFF;
        }

        @Override
        public OverallocationSettings settings() {
          throw new IllegalStateException("over-allocation is off");
        }

        @Override
        public boolean allows(boolean isSigned) {
          return false;
        }

        @Override
        public NodeUsageSnapshot usage() {
          return NodeUsageSnapshot.NONE;
        }
      };

  /** Returns the mode in effect. */
  FeatureMode mode();

  /** Returns the settings in effect; called only if the mode is not off. */
  OverallocationSettings settings();

  /**
   * Returns whether a container may start beyond the allocation.
   *
   * @param isSigned whether the allocating side signed that its queue allows it
   */
  boolean allows(boolean isSigned);

  /** Returns the latest measurements. */
  NodeUsageSnapshot usage();

  /**
   * Tells which containers run beyond the allocation now; never throws and does not block.
   *
   * @param now a thread-safe set that may follow later changes; another one at each call
   * @param stopMs time that a stop of one takes, in ms
   */
  default void overallocated(Set<ContainerId> now, long stopMs) {}

  /**
   * Tells whether, in mode shadow, containers would run beyond the allocation now; never throws and
   * does not block.
   */
  default void shadowed(boolean some) {}
}
