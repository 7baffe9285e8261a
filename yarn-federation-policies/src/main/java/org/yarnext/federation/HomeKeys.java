// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;

/**
 * Declares the configuration keys of the Routers' choice of home sub-clusters. Users refer to them
 * as constants of {@link FederationConfiguration}.
 */
interface HomeKeys {
  ConfigurationKey<FeatureMode> HOME_MODE =
      ConfigurationKey.mode(FederationConfiguration.PREFIX + "home.mode")
          .doc(
              "How the Router chooses the home of an application. off: weighted random, as in"
                  + " stock YARN; shadow: decide and count, but act as in stock YARN; on: by load"
                  + " and recent choices. A change takes effect at the next submission.")
          .live();

  ConfigurationKey<Integer> HOME_CHOICES =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "home.choices", 3)
          .between(1, 1000)
          .unit("sub-clusters")
          .doc(
              "Number of sub-clusters drawn for an application; the least loaded one becomes"
                  + " its home.");

  ConfigurationKey<Double> HOME_ANTI_AFFINITY =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "home.anti-affinity", 0.5)
          .between(0.0, 100.0)
          .doc(
              "Extra load charged to a sub-cluster that received its fair part of this Router's"
                  + " recent applications, as a fraction of the sub-cluster.");

  ConfigurationKey<Duration> HOME_HALF_LIFE =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "home.half-life", Duration.ofSeconds(30))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc("Time after which a recent choice counts half as much.");

  ConfigurationKey<Duration> HOME_STALE_AFTER =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "home.stale-after", Duration.ofMinutes(6))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "Maximum age of a sub-cluster's report; the load in an older one is ignored."
                  + " Stock reports every yarn.federation.state-store.heartbeat-interval-secs, 5"
                  + " minutes.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        HOME_MODE, HOME_CHOICES, HOME_ANTI_AFFINITY, HOME_HALF_LIFE, HOME_STALE_AFTER);
  }
}
