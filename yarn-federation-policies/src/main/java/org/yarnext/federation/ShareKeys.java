// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;

/**
 * Declares the configuration keys of global shares. Users refer to them as constants of {@link
 * FederationConfiguration}.
 */
interface ShareKeys {
  ConfigurationKey<FeatureMode> SHARE_MODE =
      ConfigurationKey.mode(FederationConfiguration.PREFIX + "share.mode")
          .doc(
              "How capacities follow shares of the whole cluster. off: each sub-cluster has"
                  + " its configured capacities, as in stock YARN; shadow: report, decide and count;"
                  + " on: capacities follow shares. A change takes effect within an interval; the"
                  + " configured capacities return when the mode is no longer on.")
          .live();

  ConfigurationKey<Duration> SHARE_INTERVAL =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "share.interval", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofHours(1))
          .doc(
              "Interval at which ResourceManagers report and the Global Policy Generator"
                  + " computes shares.");

  ConfigurationKey<Duration> SHARE_PAUSE =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "share.pause", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc("Minimum time between two changes of capacities by a ResourceManager.");

  ConfigurationKey<Duration> SHARE_STALE_AFTER =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "share.stale-after", Duration.ofMinutes(5))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "Maximum age of reports and shares, after which the configured capacities"
                  + " return; at least share.interval.");

  ConfigurationKey<Double> SHARE_MAX_STEP =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "share.max-step", 10.0)
          .between(0.001, 100.0)
          .unit("% of the parent")
          .doc("Maximum change of a capacity at once.");

  ConfigurationKey<Double> SHARE_MIN_CHANGE =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "share.min-change", 1.0)
          .between(0.0, 100.0)
          .unit("% of the parent")
          .doc("Minimum change of a capacity that is made.");

  ConfigurationKey<Double> SHARE_FLOOR =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "share.floor", 0.05)
          .between(0.0, 1.0)
          .doc(
              "Part of its configured capacity that a queue always keeps, so that new demand"
                  + " is served at once.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        SHARE_MODE,
        SHARE_INTERVAL,
        SHARE_PAUSE,
        SHARE_STALE_AFTER,
        SHARE_MAX_STEP,
        SHARE_MIN_CHANGE,
        SHARE_FLOOR);
  }

  /**
   * Returns why the stale-after time is too short for the interval, or null if it is long enough.
   */
  static String staleAfterProblem(ConfigurationSnapshot s) {
    return s.get(SHARE_STALE_AFTER).compareTo(s.get(SHARE_INTERVAL)) < 0
        ? String.format(
            Locale.ROOT,
            "%s=%dms is below %s=%dms, so every report would be stale before the next: raise it or"
                + " remove both.",
            SHARE_STALE_AFTER.name(),
            s.get(SHARE_STALE_AFTER).toMillis(),
            SHARE_INTERVAL.name(),
            s.get(SHARE_INTERVAL).toMillis())
        : null;
  }
}
