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
          .doc(
              "On the ResourceManager, with yarn.resourcemanager.auto-update.containers. off: only"
                  + " applications ask for promotions; shadow: decide, count and explain; on: while"
                  + " nobody in the queue waits for a guaranteed container, those opportunistic"
                  + " ones that have run longest are made guaranteed.");

  ConfigurationKey<Integer> PROMOTION_AT_MOST =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "promotion.at-most", 5)
          .between(1, 1000)
          .unit("containers")
          .doc("How many of an application's containers are promoted at one of its heartbeats.");

  ConfigurationKey<Duration> PROMOTION_LEAST_RUN =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "promotion.least-run", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc("How long a container must have run to be worth a promotion.");

  ConfigurationKey<Duration> PROMOTION_LEAST_REMAINING =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "promotion.least-remaining", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc("A container expected to end sooner than this is let be.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        PROMOTION_MODE, PROMOTION_AT_MOST, PROMOTION_LEAST_RUN, PROMOTION_LEAST_REMAINING);
  }

  static PromotionPolicy policy(ConfigurationSnapshot s) {
    return new PromotionPolicy(
        s.get(PROMOTION_AT_MOST),
        s.get(PROMOTION_LEAST_RUN).toMillis(),
        s.get(PROMOTION_LEAST_REMAINING).toMillis());
  }
}
