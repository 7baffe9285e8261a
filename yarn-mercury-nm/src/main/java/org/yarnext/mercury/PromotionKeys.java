// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.promotion.PromotionPolicy;

/**
 * Keys of promotion, which makes running opportunistic containers guaranteed. The keys are
 * constants of {@link MercuryConfiguration}.
 */
interface PromotionKeys {
  ConfigurationKey<FeatureMode> PROMOTION_MODE =
      ConfigurationKey.mode(MercuryConfiguration.PREFIX + "promotion.mode")
          .live()
          .doc(
              "Promotion in the ResourceManager; it needs"
                  + " yarn.resourcemanager.auto-update.containers. off: only applications request"
                  + " promotions; shadow: decide, count and explain; on: while no application in"
                  + " the queue waits for a guaranteed container, the opportunistic containers that"
                  + " have run longest become guaranteed. Live: a lower mode withdraws pending"
                  + " promotions.");

  ConfigurationKey<Integer> PROMOTION_MAX_PER_HEARTBEAT =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "promotion.max-per-heartbeat", 5)
          .between(1, 1000)
          .unit("containers")
          .live()
          .doc(
              "Maximum number of an application's containers that are promoted at one of its"
                  + " heartbeats.");

  ConfigurationKey<Duration> PROMOTION_MIN_RUN_TIME =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "promotion.min-run-time", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .live()
          .doc("Minimum run time so far of a container that is promoted.");

  ConfigurationKey<Duration> PROMOTION_MIN_REMAINING_TIME =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "promotion.min-remaining-time", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofDays(1))
          .live()
          .doc("Minimum expected remaining run time of a container that is promoted.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        PROMOTION_MODE,
        PROMOTION_MAX_PER_HEARTBEAT,
        PROMOTION_MIN_RUN_TIME,
        PROMOTION_MIN_REMAINING_TIME);
  }

  static PromotionPolicy policy(ConfigurationSnapshot s) {
    return new PromotionPolicy(
        s.get(PROMOTION_MAX_PER_HEARTBEAT),
        s.get(PROMOTION_MIN_RUN_TIME).toMillis(),
        s.get(PROMOTION_MIN_REMAINING_TIME).toMillis());
  }
}
