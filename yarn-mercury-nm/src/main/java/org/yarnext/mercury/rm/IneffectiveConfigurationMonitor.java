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
package org.yarnext.mercury.rm;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.mercury.MercuryConfiguration;

/**
 * Warns of features that are turned on in a ResourceManager and have no effect there. They are not
 * refused, since stock serves every application.
 */
final class IneffectiveConfigurationMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(IneffectiveConfigurationMonitor.class);

  private IneffectiveConfigurationMonitor() {}

  /**
   * Logs warnings about settings without effect. Must be called when the scheduler's monitors are
   * initialised.
   *
   * @param places whether opportunistic containers are to be placed here, including in shadow
   */
  static void warn(RMContext context, Configuration conf, boolean places) {
    if (!YarnConfiguration.isOpportunisticContainerAllocationEnabled(conf)) {
      LOG.warn(
          "Applications' asks pass as they are, since this ResourceManager allocates no"
              + " opportunistic containers: set {}=true and restart it.",
          YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED);
    } else if (places && MercuryCoordinator.rankings(context) == null) {
      LOG.warn(
          "{} has no effect, and stock places, since no coordinator knows the nodes' waits: set {}"
              + " to shadow or on, and name {} in {}.",
          MercuryConfiguration.PLACEMENT_MODE.name(),
          MercuryConfiguration.COORDINATOR_MODE.name(),
          MercuryCoordinator.class.getName(),
          YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES);
    }
  }
}
