// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;

/**
 * Keys of the placement of opportunistic containers. The keys are constants of {@link
 * MercuryConfiguration}.
 */
interface PlacementKeys {
  ConfigurationKey<FeatureMode> PLACEMENT_MODE =
      ConfigurationKey.mode(MercuryConfiguration.PREFIX + "placement.mode")
          .doc(
              "Who places opportunistic containers, in the ResourceManager or with distributed"
                  + " scheduling in the NodeManagers: off: stock; shadow: stock, with Mercury's"
                  + " decisions counted and explained; on: Mercury.");

  ConfigurationKey<Integer> PLACEMENT_CANDIDATES =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "placement.candidates", 50)
          .between(1, 100_000)
          .unit("nodes")
          .doc(
              "In the NodeManagers: among how many of the least loaded nodes a container without a"
                  + " local node is placed; no more than"
                  + " yarn.resourcemanager.opportunistic-container-allocation.nodes-used are known."
                  + " The ResourceManager chooses among all.");

  ConfigurationKey<Duration> PLACEMENT_MEMORY =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "placement.memory", Duration.ofSeconds(3))
          .between(Duration.ZERO, Duration.ofMinutes(10))
          .doc(
              "How long a NodeManager counts a container it placed as load of its node: until the"
                  + " node's heartbeat and the ResourceManager's sorting interval will have shown"
                  + " it.");

  ConfigurationKey<Duration> PLACEMENT_AHEAD =
      ConfigurationKey.duration(MercuryConfiguration.PREFIX + "placement.ahead", Duration.ZERO)
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "In the ResourceManager: how long a node's queue may be made, as wait; what is asked"
                  + " beyond that waits, applications submitted earlier first, for the node that"
                  + " has room first. At least three heartbeats of the nodes; 0 places everything"
                  + " at once.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(PLACEMENT_MODE, PLACEMENT_CANDIDATES, PLACEMENT_MEMORY, PLACEMENT_AHEAD);
  }
}
