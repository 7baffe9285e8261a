// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import java.time.Duration;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.elastic.policy.trust.TrustRules;

/**
 * Configuration keys for the distrust of profiles: its conditions and its duration. The keys are
 * constants of {@link ElasticConfiguration}.
 */
interface TrustKeys {
  ConfigurationKey<Duration> TRUST_DISTRUST_FOR =
      ConfigurationKey.duration(
              ElasticConfiguration.PREFIX + "trust.distrust-for", Duration.ofHours(1))
          .between(Duration.ofSeconds(1), Duration.ofDays(30))
          .doc(
              "Time for which a task class gets full size after its profile proved wrong;"
                  + " doubled each time it soon proves wrong again, up to 16 times. For the same"
                  + " time no task is under-sized on a node that did not report how one ended.");

  ConfigurationKey<Double> TRUST_RUN_TIME_TOLERANCE =
      ConfigurationKey.decimal(ElasticConfiguration.PREFIX + "trust.run-time-tolerance", 2.0)
          .between(1.0, 1000.0)
          .doc(
              "Maximum run time of an under-sized task as a multiple of its profile's; a"
                  + " profile with three wrong run times in five is distrusted.");

  ConfigurationKey<Integer> TRUST_RUN_TIME_WINDOW =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "trust.run-time-window", 10)
          .between(5, TrustRules.LARGEST_WINDOW)
          .unit("tasks")
          .doc("Number of latest under-sized tasks of a class whose run times are judged.");

  static TrustRules rules(ConfigurationSnapshot s) {
    return new TrustRules(
        s.get(TRUST_DISTRUST_FOR).toMillis(),
        s.get(TRUST_RUN_TIME_TOLERANCE),
        s.get(TRUST_RUN_TIME_WINDOW));
  }
}
