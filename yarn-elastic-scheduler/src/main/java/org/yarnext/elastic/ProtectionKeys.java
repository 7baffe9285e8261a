// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.elastic.policy.protection.ProtectionLimits;

/**
 * Configuration keys of the protection of jobs from delays by under-sized tasks. The keys are
 * constants of {@link ElasticConfiguration}.
 */
interface ProtectionKeys {
  ConfigurationKey<Integer> PROTECTION_MAX_DELAY =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "protection.max-delay", 10)
          .between(0, 1_000)
          .unit("percent")
          .live()
          .doc(
              "How much longer than under the stock scheduler a job may be expected to take"
                  + " before the nodes that have room for it first are kept for it.");

  ConfigurationKey<Integer> PROTECTION_MAX_NODES =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "protection.max-nodes", 25)
          .between(0, 100)
          .unit("percent")
          .live()
          .doc(
              "Maximum part of all nodes that is kept for late jobs at a time; 0 keeps none and"
                  + " does not simulate stock's schedule. With yarn.elastic.reservations=stock,"
                  + " none is kept either.");

  static ProtectionLimits limits(ConfigurationSnapshot s) {
    return new ProtectionLimits(s.get(PROTECTION_MAX_DELAY), s.get(PROTECTION_MAX_NODES));
  }
}
