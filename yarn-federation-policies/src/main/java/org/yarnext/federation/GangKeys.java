// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;

/**
 * Declares the configuration keys of gang admission at the Routers. Users refer to them as
 * constants of {@link FederationConfiguration}.
 */
interface GangKeys {
  ConfigurationKey<FeatureMode> GANG_MODE =
      ConfigurationKey.mode(FederationConfiguration.PREFIX + "gang.mode")
          .doc(
              "How Routers treat jobs that declare a gang. off: start them at once, as in stock"
                  + " YARN; shadow: decide and count, but act as in stock YARN; on: hold them until"
                  + " the whole gang fits. A change takes effect at once; jobs that wait are"
                  + " started by Routers in mode on alone.")
          .live();

  ConfigurationKey<Integer> GANG_OVERTAKES =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.overtakes", 0)
          .between(0, 1_000_000)
          .unit("jobs")
          .doc("Number of smaller jobs that may overtake a waiting job; 0 for strict order.");

  ConfigurationKey<Integer> GANG_MAX_WAITING =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.max-waiting", 20_000)
          .between(1, 21_000) // each needs up to 48 bytes of ZooKeeper's 1 MB response limit
          .unit("jobs")
          .doc(
              "Maximum number of jobs that wait at all Routers together, including jobs that"
                  + " have just started; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_WAITING_PER_USER =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.max-waiting-per-user", 1_000)
          .between(1, 21_000)
          .unit("jobs")
          .doc("Maximum number of waiting jobs of one user; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_WAITING_PER_QUEUE =
      ConfigurationKey.integer(
              FederationConfiguration.PREFIX + "gang.max-waiting-per-queue", 10_000)
          .between(1, 21_000)
          .unit("jobs")
          .doc("Maximum number of waiting jobs of one queue; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_MB =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.max-mb", 512)
          .between(1, 21_000)
          .unit("MB")
          .doc(
              "Maximum total size of the submissions of all waiting jobs, which each Router"
                  + " keeps in memory; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_MB_PER_USER =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.max-mb-per-user", 64)
          .between(1, 21_000)
          .unit("MB")
          .doc(
              "Maximum total size of the submissions of waiting jobs of one user; more are"
                  + " refused.");

  ConfigurationKey<Integer> GANG_MAX_MB_PER_QUEUE =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.max-mb-per-queue", 256)
          .between(1, 21_000)
          .unit("MB")
          .doc(
              "Maximum total size of the submissions of waiting jobs of one queue; more are"
                  + " refused.");

  ConfigurationKey<Duration> GANG_INTERVAL =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(100), Duration.ofMinutes(10))
          .doc("Interval at which a Router checks which jobs may start.");

  ConfigurationKey<Duration> GANG_LEASE =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.lease", Duration.ofMinutes(1))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc(
              "Time that a Router has to start a job it admitted; after it another Router"
                  + " starts the job.");

  ConfigurationKey<Duration> GANG_ENDED_RETENTION =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.ended-retention", Duration.ofHours(1))
          .between(Duration.ofSeconds(1), Duration.ofDays(7))
          .doc(
              "Time for which clients can still ask Routers about jobs that were killed or refused"
                  + " before they ran.");

  ConfigurationKey<Duration> GANG_UNUSED_AFTER =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.unused-after", Duration.ofMinutes(30))
          .between(Duration.ofMinutes(1), Duration.ofDays(365))
          .doc(
              "Time after which others may use the quota that a running job declared and does not"
                  + " use. From then on the job takes the most memory that it held within this"
                  + " time.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        GANG_MODE,
        GANG_OVERTAKES,
        GANG_MAX_WAITING,
        GANG_MAX_WAITING_PER_USER,
        GANG_MAX_WAITING_PER_QUEUE,
        GANG_MAX_MB,
        GANG_MAX_MB_PER_USER,
        GANG_MAX_MB_PER_QUEUE,
        GANG_INTERVAL,
        GANG_LEASE,
        GANG_ENDED_RETENTION,
        GANG_UNUSED_AFTER);
  }
}
