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
          .live()
          .doc(
              "off: the NodeManager is stock; shadow: decide, count and explain, but act on"
                  + " nothing; on: Mercury runs the opportunistic queue. Live: waiting containers stay in the order"
                  + " of their arrival, and none is stopped by a change.");

  ConfigurationKey<String> QUEUE_ORDER =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "queue.order", "job-submission")
          .live()
          .doc(
              "Order in which waiting opportunistic containers start: job-submission, fifo"
                  + " (stock), shortest-first, or the class name of a QueueOrder.");

  ConfigurationKey<Integer> QUEUE_MAX_LENGTH =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "queue.max-length", 0)
          .between(0, 100_000)
          .unit("containers")
          .live()
          .doc(
              "Maximum number of opportunistic containers that wait on a node, at most"
                  + " yarn.nodemanager.opportunistic-containers-max-queue-length; 0 takes that"
                  + " value.");

  ConfigurationKey<Duration> QUEUE_AGING_LIMIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "queue.aging-limit", Duration.ofMinutes(2))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "Time after which a waiting container is no longer overtaken and starts first,"
                  + " by arrival.");

  ConfigurationKey<String> RECLAIM_VICTIMS =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "reclaim.victims", "least-work-lost")
          .live()
          .doc(
              "Selection of the running opportunistic containers that are stopped for a"
                  + " guaranteed one: least-work-lost, newest-first (stock), or the class name of a"
                  + " VictimPolicy.");

  ConfigurationKey<Duration> RECLAIM_TIMEOUT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "reclaim.timeout", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofMinutes(5))
          .doc(
              "Maximum time that a guaranteed container waits for its victims to stop; after"
                  + " that the stock scheduler makes room.");

  ConfigurationKey<String> SHEDDING_POLICY =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "shedding.policy", "last-to-run")
          .live()
          .doc(
              "Selection of the waiting containers that leave an overloaded node:"
                  + " last-to-run, or the class name of a SheddingPolicy.");

  ConfigurationKey<Double> SHEDDING_MAX_SHARE =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "shedding.max-share", 0.5)
          .between(0.01, 1.0)
          .live()
          .doc(
              "Maximum part of a node's queue that is shed at one heartbeat of the"
                  + " ResourceManager; at least one container may be shed.");

  ConfigurationKey<Duration> SHEDDING_DELAY =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "shedding.delay", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofHours(1))
          .live()
          .doc(
              "Time for which the limits must be exceeded without a break before containers"
                  + " are shed, since the ResourceManager computes the limits from older"
                  + " heartbeats.");

  ConfigurationKey<Duration> SHEDDING_MIN_WAIT_LIMIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "shedding.min-wait-limit", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofHours(1))
          .live()
          .doc(
              "Minimum wait limit that a node applies; a lower limit from the ResourceManager"
                  + " is raised to it. Stock sends at most 100 ms by default, which would empty"
                  + " every queue.");

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
        SHEDDING_DELAY,
        SHEDDING_MIN_WAIT_LIMIT);
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
            s.get(SHEDDING_MIN_WAIT_LIMIT).toMillis())
        .withShedDelay(s.get(SHEDDING_DELAY).toMillis())
        .withPolicingMaxWait(s.get(PolicingKeys.POLICING_MAX_WAIT).toMillis());
  }
}
