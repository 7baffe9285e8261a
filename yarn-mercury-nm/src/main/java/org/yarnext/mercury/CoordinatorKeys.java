// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.coordinator.CoordinatorSettings;

/**
 * Keys of the coordinator, which computes the wait limit that the ResourceManager sends to the
 * nodes. The keys are constants of {@link MercuryConfiguration}.
 */
interface CoordinatorKeys {
  ConfigurationKey<FeatureMode> COORDINATOR_MODE =
      ConfigurationKey.mode(MercuryConfiguration.PREFIX + "coordinator.mode")
          .live()
          .doc(
              "Wait limits that the ResourceManager sends to NodeManagers. off: stock's;"
                  + " shadow: stock's, while the coordinator's decisions are counted and explained;"
                  + " on: the coordinator's. Live: a lower mode restores stock's limits with the next"
                  + " heartbeats.");

  ConfigurationKey<Double> COORDINATOR_SIGMA =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "coordinator.sigma", 2.0)
          .between(0.0, 10.0)
          .live()
          .doc(
              "Factor k of the wait limit, which is the mean plus k standard deviations of"
                  + " the nodes' waits; k is reduced in clusters that are too small for it.");

  ConfigurationKey<Duration> COORDINATOR_MIN_WAIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.min-wait", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .live()
          .doc(
              "Minimum wait limit. A shed container waits for its application and the next"
                  + " heartbeats, which is not worth it for a shorter wait.");

  ConfigurationKey<Duration> COORDINATOR_MAX_WAIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.max-wait", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(1), Duration.ofDays(7))
          .live()
          .doc(
              "Maximum wait limit. While the mean wait is above it, nothing is shed, since no"
                  + " node is better.");

  ConfigurationKey<Duration> COORDINATOR_STALE_AFTER =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.stale-after", Duration.ofSeconds(10))
          .between(Duration.ofMillis(200), Duration.ofMinutes(10))
          .doc(
              "Maximum age of a node's report that counts. It is also the time for which the"
                  + " last limit holds without a new decision, and the time constant with which the"
                  + " limit falls.");

  ConfigurationKey<Duration> COORDINATOR_INTERVAL =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(50), Duration.ofMinutes(1))
          .live()
          .doc("Interval at which the coordinator evaluates the nodes' reports.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        COORDINATOR_MODE,
        COORDINATOR_SIGMA,
        COORDINATOR_MIN_WAIT,
        COORDINATOR_MAX_WAIT,
        COORDINATOR_STALE_AFTER,
        COORDINATOR_INTERVAL);
  }

  static CoordinatorSettings settings(ConfigurationSnapshot s) {
    return new CoordinatorSettings(
        s.get(COORDINATOR_SIGMA),
        s.get(COORDINATOR_MIN_WAIT).toMillis(),
        s.get(COORDINATOR_MAX_WAIT).toMillis(),
        s.get(COORDINATOR_STALE_AFTER).toMillis(),
        s.get(COORDINATOR_INTERVAL).toMillis());
  }

  /** Returns a copy of the schema with the rules of this area. */
  static ConfigurationSchema withRules(ConfigurationSchema keys) {
    return keys.rule(
            s -> ConfigurationRules.notBelow(s, COORDINATOR_MAX_WAIT, COORDINATOR_MIN_WAIT, 1))
        // With fewer than two rounds per report every limit would expire.
        .rule(
            s -> ConfigurationRules.notBelow(s, COORDINATOR_STALE_AFTER, COORDINATOR_INTERVAL, 2));
  }
}
