// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.QueuePermissionPolicy;

/**
 * Configuration keys of run-time estimates on a node, and of the interval at which it checks its
 * queue. The keys are constants of {@link MercuryConfiguration}.
 */
interface EstimateKeys {
  ConfigurationKey<Duration> ESTIMATES_DEFAULT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "estimates.default", Duration.ofSeconds(10))
          .between(Duration.ofMillis(1), Duration.ofDays(7))
          .doc(
              "Run time assumed for a container whose application declared none, until"
                  + " containers of its kind have ended or the ended containers on the node show a"
                  + " typical run time.");

  ConfigurationKey<Integer> ESTIMATES_MAX_APPLICATIONS =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "estimates.max-applications", 1000)
          .between(1, 100_000)
          .unit("applications")
          .doc(
              "Maximum number of applications, and of users, whose run times a node"
                  + " remembers; the least recently used are dropped first.");

  ConfigurationKey<Boolean> CLAIMS_ACCEPTED =
      ConfigurationKey.flag(MercuryConfiguration.PREFIX + "claims.accepted", true)
          .doc(
              "Whether the run times that applications declare are used; false ignores all of"
                  + " them.");

  ConfigurationKey<String> CLAIMS_QUEUES =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "claims.queues", "")
          .doc(
              "Values of claims.accepted by queue, such as root.adhoc:false;root.etl:true; a"
                  + " queue without one inherits its parent's. A node does not know a container's"
                  + " queue: if this is set, a node uses only the declared run times of containers"
                  + " that Mercury has placed.");

  ConfigurationKey<Integer> CLAIMS_MIN_RUNS =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "claims.min-runs", 5)
          .between(0, 32)
          .unit("containers")
          .doc(
              "Minimum number of containers of a user and priority that must have ended on a"
                  + " node as declared before the node uses the run times that this user declares"
                  + " for this priority; 0 uses them until they prove wrong.");

  ConfigurationKey<Duration> TICK =
      ConfigurationKey.duration(MercuryConfiguration.PREFIX + "tick", Duration.ofSeconds(1))
          .between(Duration.ofMillis(50), Duration.ofMinutes(1))
          .doc(
              "Interval at which a node checks its queue while nothing happens (shorter if"
                  + " yarn.mercury.reclaim.timeout requires it), and saves its run times, these"
                  + " every 30 s at most.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        ESTIMATES_DEFAULT,
        ESTIMATES_MAX_APPLICATIONS,
        CLAIMS_ACCEPTED,
        CLAIMS_QUEUES,
        CLAIMS_MIN_RUNS,
        TICK);
  }

  static QueuePermissionPolicy claims(ConfigurationSnapshot s) {
    return new QueuePermissionPolicy(s.get(CLAIMS_ACCEPTED), s.get(CLAIMS_QUEUES));
  }
}
