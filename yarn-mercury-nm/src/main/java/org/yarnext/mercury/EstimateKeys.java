// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.estimate.DeclaredRunTimePolicy;

/**
 * Keys of run-time estimates on a node, and of the period of its queue. The keys are constants of
 * {@link MercuryConfiguration}.
 */
interface EstimateKeys {
  ConfigurationKey<Duration> ESTIMATES_DEFAULT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "estimates.default", Duration.ofSeconds(10))
          .between(Duration.ofMillis(1), Duration.ofDays(7))
          .doc(
              "The run time assumed for a container whose application declared none and of whose"
                  + " kind none has finished, until what finishes on the node tells what is"
                  + " typical.");

  ConfigurationKey<Integer> ESTIMATES_MAX_APPLICATIONS =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "estimates.max-applications", 1000)
          .between(1, 100_000)
          .unit("applications")
          .doc(
              "How many applications' run times a node remembers, and how many users'; the least"
                  + " recently used go first.");

  ConfigurationKey<Boolean> CLAIMS_ACCEPTED =
      ConfigurationKey.flag(MercuryConfiguration.PREFIX + "claims.accepted", true)
          .doc(
              "Whether the run times that applications declare may count; false refuses them all.");

  ConfigurationKey<String> CLAIMS_QUEUES =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "claims.queues", "")
          .doc(
              "The same of queues, such as root.adhoc:false;root.etl:true; a queue without one has"
                  + " its parent's. A node does not know a container's queue: if this is set, only"
                  + " declared run times of containers that Mercury has placed count.");

  ConfigurationKey<Integer> CLAIMS_LEAST_RUNS =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "claims.least-runs", 5)
          .between(0, 32)
          .unit("containers")
          .doc(
              "How many of a user's containers of a priority must have ended on a node as declared"
                  + " before declared run times of that user and priority count there; 0 lets them"
                  + " count until they prove wrong.");

  ConfigurationKey<Duration> TICK =
      ConfigurationKey.duration(MercuryConfiguration.PREFIX + "tick", Duration.ofSeconds(1))
          .between(Duration.ofMillis(50), Duration.ofMinutes(1))
          .doc(
              "How often a node looks at its queue when nothing happens, if not more often for"
                  + " yarn.mercury.reclaim.timeout, and saves what it learnt.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        ESTIMATES_DEFAULT,
        ESTIMATES_MAX_APPLICATIONS,
        CLAIMS_ACCEPTED,
        CLAIMS_QUEUES,
        CLAIMS_LEAST_RUNS,
        TICK);
  }

  static DeclaredRunTimePolicy claims(ConfigurationSnapshot s) {
    return new DeclaredRunTimePolicy(s.get(CLAIMS_ACCEPTED), s.get(CLAIMS_QUEUES));
  }
}
