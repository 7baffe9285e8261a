// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * Keys of a node's queue of opportunistic containers: its order, its bounds, and the victims for
 * guaranteed ones. The keys are constants of {@link MercuryConfiguration}.
 */
interface QueueKeys {
  ConfigurationKey<FeatureMode> MODE =
      ConfigurationKey.mode(MercuryConfiguration.PREFIX + "mode")
          .doc(
              "off: the NodeManager is stock; shadow: decide, count and explain, but act on"
                  + " nothing; on: Mercury runs the opportunistic queue.");

  ConfigurationKey<String> QUEUE_ORDER =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "queue.order", "job-submission")
          .doc(
              "Which waiting opportunistic container runs first: job-submission, fifo (stock),"
                  + " shortest-first, or the class name of a QueueOrder.");

  ConfigurationKey<Integer> QUEUE_MAX_LENGTH =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "queue.max-length", 0)
          .between(0, 100_000)
          .unit("containers")
          .doc(
              "How many opportunistic containers may wait on a node; 0 takes"
                  + " yarn.nodemanager.opportunistic-containers-max-queue-length, which it may not"
                  + " exceed.");

  ConfigurationKey<Duration> QUEUE_AGING_LIMIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "queue.aging-limit", Duration.ofMinutes(2))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "How long a waiting container may be overtaken; after that it goes first, by"
                  + " arrival.");

  ConfigurationKey<String> RECLAIM_VICTIMS =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "reclaim.victims", "least-work-lost")
          .doc(
              "Which running opportunistic containers yield to a guaranteed one: least-work-lost,"
                  + " newest-first (stock), or the class name of a VictimPolicy.");

  ConfigurationKey<Duration> RECLAIM_TIMEOUT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "reclaim.timeout", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofMinutes(5))
          .doc(
              "How long a guaranteed container may wait for its victims to go before the stock"
                  + " scheduler is asked to make room.");

  ConfigurationKey<String> SHEDDING_POLICY =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "shedding.policy", "last-to-run")
          .doc(
              "Which waiting containers leave an overloaded node: last-to-run, or the class name of"
                  + " a SheddingPolicy.");

  ConfigurationKey<Double> SHEDDING_MAX_SHARE =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "shedding.max-share", 0.5)
          .between(0.01, 1.0)
          .doc(
              "The largest part of a node's queue that may be shed at one heartbeat of the"
                  + " ResourceManager; one container may always be.");

  ConfigurationKey<Duration> SHEDDING_PATIENCE =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "shedding.patience", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "How long the limits must be exceeded without a break before anything is shed, since"
                  + " the ResourceManager computes them from older heartbeats.");

  ConfigurationKey<Duration> SHEDDING_LEAST_WAIT_LIMIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "shedding.least-wait-limit", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "A wait limit from the ResourceManager below this is raised to it: stock sends at"
                  + " most 100 ms unless told otherwise, which would empty every queue.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        MODE,
        QUEUE_ORDER,
        QUEUE_MAX_LENGTH,
        QUEUE_AGING_LIMIT,
        RECLAIM_VICTIMS,
        RECLAIM_TIMEOUT,
        SHEDDING_POLICY,
        SHEDDING_MAX_SHARE,
        SHEDDING_PATIENCE,
        SHEDDING_LEAST_WAIT_LIMIT);
  }

  static QueueOrder newOrder(ConfigurationSnapshot s) {
    return MercuryPolicyRegistry.ORDERS.make(s.get(QUEUE_ORDER));
  }

  static VictimPolicy newVictims(ConfigurationSnapshot s) {
    return MercuryPolicyRegistry.VICTIMS.make(s.get(RECLAIM_VICTIMS));
  }

  static SheddingPolicy newShedding(ConfigurationSnapshot s) {
    return MercuryPolicyRegistry.SHEDDING.make(s.get(SHEDDING_POLICY));
  }

  /**
   * Returns the limits of a node queue.
   *
   * @param maxLength maximum number of waiting containers
   */
  static NodeQueueLimits limits(ConfigurationSnapshot s, int maxLength) {
    return new NodeQueueLimits(
            maxLength,
            s.get(QUEUE_AGING_LIMIT).toMillis(),
            s.get(SHEDDING_MAX_SHARE),
            s.get(SHEDDING_LEAST_WAIT_LIMIT).toMillis())
        .withShedPatience(s.get(SHEDDING_PATIENCE).toMillis())
        .withHold(s.get(PolicingKeys.POLICING_HOLD_LIMIT).toMillis());
  }
}
