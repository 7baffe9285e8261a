// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
              "Of the AMRMProxy's division of asks, off: as stock; shadow: divide and count, but go on"
                  + " as stock; on: divided, moved and limited as below.");

  ConfigurationKey<SplitSettings.Relaxation> SPLIT_RELAXATION =
      ConfigurationKey.oneOf(
              FederationConfiguration.PREFIX + "split.relaxation",
              SplitSettings.Relaxation.class,
              SplitSettings.Relaxation.TIME)
          .doc(
              "Where asks that wait move: none (nowhere), time (where there is room, and to less loaded"
                  + " sub-clusters until the waits are equal), load (the same, the sooner the larger the"
                  + " difference in load), weight (where there is room, and by the policy's weights).");

  ConfigurationKey<Duration> SPLIT_RELAX_AFTER =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.relax-after", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofHours(1))
          .doc(
              "How long asks wait in a sub-cluster before they move to others that serve them"
                  + " earlier; what their own serves within that time stays.");

  ConfigurationKey<Duration> SPLIT_ON_HOST_FOR =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.on-host-for", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "How long asks that all name hosts may be granted on those alone in their sub-cluster,"
                  + " since the last grant on one; 0 for as long as its scheduler sees fit, as stock.");

  ConfigurationKey<Duration> SPLIT_IN_RACK_FOR =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.in-rack-for", Duration.ofSeconds(3))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "How long those may be granted in the racks that they name, too, but nowhere else;"
                  + " counted alike.");

  ConfigurationKey<Double> SPLIT_HEADROOM_PART =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "split.headroom-part", 0.5)
          .between(0.0, 1.0)
          .doc(
              "How much headroom counts when asks without locality are divided, load and weight"
                  + " counting for the rest; it stands for the policy's headroomAlpha.");

  ConfigurationKey<Double> SPLIT_MIN_GAP =
      ConfigurationKey.decimal(FederationConfiguration.PREFIX + "split.least-gap", 0.1)
          .between(0.0, 1_000.0)
          .unit("containers a core")
          .doc(
              "How much fewer containers must wait for each core where asks move to while it is full.");

  ConfigurationKey<Integer> SPLIT_LINES_PER_CALL =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "split.lines-per-call", 50_000)
          .between(1, 10_000_000)
          .unit("requests")
          .doc(
              "How many resource requests, changes of containers and changes of its blacklist one"
                  + " allocate call of an application may have.");

  ConfigurationKey<Integer> SPLIT_CONTAINERS_PER_LINE =
      ConfigurationKey.integer(
              FederationConfiguration.PREFIX + "split.containers-per-line", 1_000_000)
          .between(1, Integer.MAX_VALUE)
          .unit("containers")
          .doc("How many containers one resource request may ask for.");

  ConfigurationKey<Integer> SPLIT_LINES_PER_SECOND =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "split.lines-per-second", 10_000)
          .between(1, 10_000_000)
          .unit("requests/s")
          .doc("How many of these an application may send a second on average.");

  ConfigurationKey<Integer> SPLIT_BURST =
      ConfigurationKey.integer(FederationConfiguration.PREFIX + "split.burst", 200_000)
          .between(1, 100_000_000)
          .unit("requests")
          .doc("How many it may send at once after it sent fewer for a while.");

  ConfigurationKey<Duration> SPLIT_POLICY_INTERVAL =
      ConfigurationKey.duration(
              FederationConfiguration.PREFIX + "split.policy-interval", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "Within which time running applications take over a policy that was published for their"
                  + " queue; five minutes at least without ZooKeeper; 0 for never, as stock.");

  ConfigurationKey<Boolean> SPLIT_STAGING =
      ConfigurationKey.flag(FederationConfiguration.PREFIX + "split.staging", false)
          .doc("Whether a NodeManager looks for policies that are staged in its sub-cluster, too.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        SPLIT_MODE,
        SPLIT_RELAXATION,
        SPLIT_RELAX_AFTER,
        SPLIT_ON_HOST_FOR,
        SPLIT_IN_RACK_FOR,
        SPLIT_HEADROOM_PART,
        SPLIT_MIN_GAP,
        SPLIT_LINES_PER_CALL,
        SPLIT_CONTAINERS_PER_LINE,
        SPLIT_LINES_PER_SECOND,
        SPLIT_BURST,
        SPLIT_POLICY_INTERVAL,
        SPLIT_STAGING);
  }

  /** Returns why the burst is too small for one call, or null if it is large enough. */
  static String burstProblem(ConfigurationSnapshot s) {
    return s.get(SPLIT_BURST) < s.get(SPLIT_LINES_PER_CALL)
        ? String.format(
            "%s=%d is below %s=%d, so no such call could pass: raise it or remove both.",
            SPLIT_BURST.name(),
            s.get(SPLIT_BURST),
            SPLIT_LINES_PER_CALL.name(),
            s.get(SPLIT_LINES_PER_CALL))
        : null;
  }
}
