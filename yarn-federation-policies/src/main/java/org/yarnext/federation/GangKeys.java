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
              "Of jobs that declare a gang, off: started at once, as stock; shadow: decide and count,"
                  + " but go on as stock; on: they wait at the Routers until all of it fits.");

  ConfigurationKey<Integer> GANG_OVERTAKES =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.overtakes", 0)
          .between(0, 1_000_000)
          .unit("jobs")
          .doc("How many smaller jobs may overtake one that waits; 0 is strict order.");

  ConfigurationKey<Integer> GANG_MAX_WAITING =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.most-waiting", 20_000)
          .between(1, 21_000) // each needs up to 48 bytes of ZooKeeper's 1 MB response limit
          .unit("jobs")
          .doc(
              "How many jobs may wait at all Routers together, those among them that just started;"
                  + " more are refused.");

  ConfigurationKey<Integer> GANG_MAX_WAITING_PER_USER =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.most-waiting-per-user", 1_000)
          .between(1, 21_000)
          .unit("jobs")
          .doc("How many of these may be of one user; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_WAITING_PER_QUEUE =
      ConfigurationKey.integer(
              FederationConfiguration.PREFIX + "gang.most-waiting-per-queue", 10_000)
          .between(1, 21_000)
          .unit("jobs")
          .doc("How many of these may be of one queue; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_MB =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.most-mb", 512)
          .between(1, 21_000)
          .unit("MB")
          .doc(
              "How large the submissions of all jobs that wait may be together, which each Router"
                  + " keeps in memory; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_MB_PER_USER =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.most-mb-per-user", 64)
          .between(1, 21_000)
          .unit("MB")
          .doc("How large those of one user may be together; more are refused.");

  ConfigurationKey<Integer> GANG_MAX_MB_PER_QUEUE =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "gang.most-mb-per-queue", 256)
          .between(1, 21_000)
          .unit("MB")
          .doc("How large those of one queue may be together; more are refused.");

  ConfigurationKey<Duration> GANG_INTERVAL =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(100), Duration.ofMinutes(10))
          .doc("How often a Router looks which jobs may start.");

  ConfigurationKey<Duration> GANG_LEASE =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.lease", Duration.ofMinutes(1))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc(
              "How long a Router may take to start a job that it admitted before another one does.");

  ConfigurationKey<Duration> GANG_KEEP_ENDS =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "gang.keep-ends", Duration.ofHours(1))
          .between(Duration.ofSeconds(1), Duration.ofDays(7))
          .doc("How long clients are told of jobs that were killed or refused before they ran.");

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
        GANG_KEEP_ENDS);
  }
}
