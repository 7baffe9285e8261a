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
          .doc(
              "On the ResourceManager. off: NodeManagers are sent stock's limits; shadow: decide,"
                  + " count and explain, but send stock's; on: send the coordinator's wait limit.");

  ConfigurationKey<Double> COORDINATOR_SIGMA =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "coordinator.sigma", 2.0)
          .between(0.0, 10.0)
          .doc(
              "k of the wait limit mean + k standard deviations of the nodes' waits; in clusters"
                  + " too small for it, less.");

  ConfigurationKey<Duration> COORDINATOR_MIN_WAIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.min-wait", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc(
              "The least wait limit: a shed container waits for its application and the next"
                  + " heartbeats, which a wait shorter than this is not worth.");

  ConfigurationKey<Duration> COORDINATOR_MAX_WAIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.max-wait", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(1), Duration.ofDays(7))
          .doc(
              "The largest wait limit; while even the mean wait is above it, nothing is shed, since"
                  + " no node is better.");

  ConfigurationKey<Duration> COORDINATOR_STALE_AFTER =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.stale-after", Duration.ofSeconds(10))
          .between(Duration.ofMillis(200), Duration.ofMinutes(10))
          .doc(
              "How old a node's report may be to count, how long the last limit stands without a new"
                  + " decision, and the time constant with which the limit falls.");

  ConfigurationKey<Duration> COORDINATOR_INTERVAL =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "coordinator.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(50), Duration.ofMinutes(1))
          .doc("How often the coordinator looks at the nodes' reports and decides.");

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
