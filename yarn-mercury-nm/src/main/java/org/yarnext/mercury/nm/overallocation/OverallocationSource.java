// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/** Supplies the settings of over-allocation and the measurements it decides on. Thread-safe. */
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
        public NodeUsageSnapshot usage() {
          return NodeUsageSnapshot.NONE;
        }
      };

  /** Returns the mode in effect. */
  FeatureMode mode();

  /** Returns the settings in effect; called only if the mode is not off. */
  OverallocationSettings settings();

  /** Returns the latest measurements. */
  NodeUsageSnapshot usage();
}
