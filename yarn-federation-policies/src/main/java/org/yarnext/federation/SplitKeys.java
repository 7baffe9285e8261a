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
import org.yarnext.federation.policy.split.SplitSettings;

/**
 * Declares the configuration keys of the division of requests by AMRMProxies. Users refer to them
 * as constants of {@link FederationConfiguration}.
 */
interface SplitKeys {
  ConfigurationKey<FeatureMode> SPLIT_MODE =
      ConfigurationKey.mode(FederationConfiguration.PREFIX + "split.mode")
          .doc(
              "How the AMRMProxy divides requests over sub-clusters. off: as in stock YARN; shadow:"
                  + " divide and count, but act as in stock YARN; on: divide, move and limit"
                  + " requests as the keys below say. Applications keep the mode with which they"
                  + " began, except that those of mode on fall back to stock when it is lowered.")
          .live();

  ConfigurationKey<SplitSettings.Relaxation> SPLIT_RELAXATION =
      ConfigurationKey.oneOf(
              FederationConfiguration.PREFIX + "split.relaxation",
              SplitSettings.Relaxation.class,
              SplitSettings.Relaxation.TIME)
          .doc(
              "Where waiting requests move: none (nowhere), time (to sub-clusters with room,"
                  + " and to less loaded ones until the waits are equal), load (as time, but the"
                  + " sooner the larger the difference in load), weight (to sub-clusters with room,"
                  + " and by the policy's weights).");

  ConfigurationKey<Duration> SPLIT_RELAX_AFTER =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.relax-after", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofHours(1))
          .doc(
              "Time that a request waits in a sub-cluster before it moves to one that serves"
                  + " it earlier; requests that their own sub-cluster serves within this time stay.");

  ConfigurationKey<Duration> SPLIT_ON_HOST_FOR =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.on-host-for", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "Time since the last grant on a named host during which requests that all name"
                  + " hosts are granted on these hosts only; 0 leaves it to the scheduler, as"
                  + " stock.");

  ConfigurationKey<Duration> SPLIT_IN_RACK_FOR =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.in-rack-for", Duration.ofSeconds(3))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "Time after split.on-host-for during which such requests are granted on the"
                  + " named hosts and racks only.");

  ConfigurationKey<Double> SPLIT_HEADROOM_WEIGHT =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "split.headroom-weight", 0.5)
          .between(0.0, 1.0)
          .doc(
              "Weight of headroom in the division of requests without locality; load and"
                  + " policy weight have the rest. It replaces the policy's headroomAlpha.");

  ConfigurationKey<Double> SPLIT_MIN_GAP =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "split.min-gap", 0.1)
          .between(0.0, 1_000.0)
          .unit("containers a core")
          .doc(
              "Minimum difference in waiting containers per core, between the sub-cluster in which"
                  + " a request waits and another full one, for the request to move to the"
                  + " latter. There 1 counts at most.");

  ConfigurationKey<Integer> SPLIT_REQUESTS_PER_CALL =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "split.requests-per-call", 200_000)
          .between(1, 10_000_000)
          .unit("requests")
          .doc(
              "Maximum number of resource requests, container updates and blacklist changes"
                  + " in one allocate call of an application.")
          .live();

  ConfigurationKey<Integer> SPLIT_CONTAINERS_PER_REQUEST =
      ConfigurationKey.integer(
              FederationConfiguration.PREFIX + "split.containers-per-request", 1_000_000)
          .between(1, Integer.MAX_VALUE)
          .unit("containers")
          .doc("Maximum number of containers of one resource request.")
          .live();

  ConfigurationKey<Integer> SPLIT_REQUESTS_PER_SECOND =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "split.requests-per-second", 10_000)
          .between(1, 10_000_000)
          .unit("requests/s")
          .doc(
              "Maximum average rate at which an application may send resource requests,"
                  + " container updates and blacklist changes.")
          .live();

  ConfigurationKey<Integer> SPLIT_BURST =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "split.burst", 200_000)
          .between(1, 100_000_000)
          .unit("requests")
          .doc(
              "Maximum number of requests, updates and changes that an application may send at once"
                  + " after it sent fewer for a while; at least split.requests-per-call.")
          .live();

  ConfigurationKey<Duration> SPLIT_POLICY_INTERVAL =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.policy-interval", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "Time within which running applications adopt a policy published for their"
                  + " queue; at least five minutes without ZooKeeper; 0 for never, as in stock"
                  + " YARN.");

  ConfigurationKey<Boolean> SPLIT_STAGING =
      ConfigurationKey.flag(FederationConfiguration.PREFIX + "split.staging", false)
          .doc("Whether a NodeManager also adopts policies that are staged in its sub-cluster.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        SPLIT_MODE,
        SPLIT_RELAXATION,
        SPLIT_RELAX_AFTER,
        SPLIT_ON_HOST_FOR,
        SPLIT_IN_RACK_FOR,
        SPLIT_HEADROOM_WEIGHT,
        SPLIT_MIN_GAP,
        SPLIT_REQUESTS_PER_CALL,
        SPLIT_CONTAINERS_PER_REQUEST,
        SPLIT_REQUESTS_PER_SECOND,
        SPLIT_BURST,
        SPLIT_POLICY_INTERVAL,
        SPLIT_STAGING);
  }

  /** Returns why the burst is too small for one call, or null if it is large enough. */
  static String burstProblem(ConfigurationSnapshot s) {
    return s.get(SPLIT_BURST) < s.get(SPLIT_REQUESTS_PER_CALL)
        ? String.format(
            Locale.ROOT,
            "%s=%d is below %s=%d, so no such call could pass: raise it or remove both.",
            SPLIT_BURST.name(),
            s.get(SPLIT_BURST),
            SPLIT_REQUESTS_PER_CALL.name(),
            s.get(SPLIT_REQUESTS_PER_CALL))
        : null;
  }
}
