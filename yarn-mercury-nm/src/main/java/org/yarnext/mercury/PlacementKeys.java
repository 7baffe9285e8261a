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
          .live()
          .doc(
              "Placement of opportunistic containers, in the ResourceManager or with"
                  + " distributed scheduling in the NodeManagers. off: stock; shadow: stock, while"
                  + " Mercury's decisions are counted and explained; on: Mercury. Live: waiting"
                  + " requests move to the component that places from then on.");

  ConfigurationKey<Integer> PLACEMENT_CANDIDATES =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "placement.candidates", 50)
          .between(1, 100_000)
          .unit("nodes")
          .doc(
              "In the NodeManagers: number of least loaded nodes among which a container"
                  + " without a local node is placed; at most"
                  + " yarn.resourcemanager.opportunistic-container-allocation.nodes-used are known."
                  + " The ResourceManager chooses among all nodes.");

  ConfigurationKey<Duration> PLACEMENT_EXPIRY =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "placement.expiry", Duration.ofSeconds(3))
          .between(Duration.ZERO, Duration.ofMinutes(10))
          .doc(
              "In the NodeManagers: time for which a placed container counts as load of its"
                  + " node; it should cover the node's heartbeat and the ResourceManager's sorting"
                  + " interval, after which the node's report includes the container.");

  ConfigurationKey<Duration> PLACEMENT_MAX_QUEUE_WAIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "placement.max-queue-wait", Duration.ZERO)
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "In the ResourceManager: maximum wait up to which a node's queue is filled;"
                  + " further requests stay pending until a node has room, and the application"
                  + " submitted first is served first. Use at least three heartbeats of the nodes;"
                  + " 0 places all requests at once.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        PLACEMENT_MODE, PLACEMENT_CANDIDATES, PLACEMENT_EXPIRY, PLACEMENT_MAX_QUEUE_WAIT);
  }
}
