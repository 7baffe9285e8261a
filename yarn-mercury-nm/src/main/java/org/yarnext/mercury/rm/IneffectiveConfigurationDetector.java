// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.mercury.MercuryConfiguration;

/**
 * Logs a warning at start for each feature that is enabled in a ResourceManager but has no effect
 * there. They are not refused, since stock serves every application.
 */
final class IneffectiveConfigurationDetector {
  private static final Logger LOG = LoggerFactory.getLogger(IneffectiveConfigurationDetector.class);

  private IneffectiveConfigurationDetector() {}

  /**
   * Logs warnings about settings without effect. Must be called when the scheduler's monitors are
   * initialised.
   *
   * @param read the settings of the ResourceManager's hooks
   */
  static void warn(RMContext context, Configuration conf, MercuryConfiguration read) {
    boolean isCoordinated =
        read.coordinatorMode().decides() && MercuryCoordinator.rankings(context) != null;
    if (!YarnConfiguration.isOpportunisticContainerAllocationEnabled(conf)) {
      LOG.warn(
          "Applications' requests pass unchanged, since this ResourceManager allocates no"
              + " opportunistic containers: set {}=true and restart it.",
          YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED);
    } else if (read.placementMode().decides() && !isCoordinated) {
      LOG.warn(
          "{} has no effect, and stock places containers, since no coordinator knows the"
              + " nodes' waits: set {} to shadow or on, and name {} in {}.",
          MercuryConfiguration.PLACEMENT_MODE.name(),
          MercuryConfiguration.COORDINATOR_MODE.name(),
          MercuryCoordinator.class.getName(),
          YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES);
    }
  }
}
