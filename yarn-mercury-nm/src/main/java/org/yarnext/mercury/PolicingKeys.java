// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.policing.HistoryCeilingPolicy;
import org.yarnext.mercury.policy.policing.StaticCeilingPolicy;

/**
 * Keys of resource policing, which limits what opportunistic containers occupy. The keys are
 * constants of {@link MercuryConfiguration}.
 */
interface PolicingKeys {
  ConfigurationKey<String> POLICING_POLICY =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "policing.policy", "none")
          .doc(
              "Part of a node that opportunistic containers may occupy together: none (all),"
                  + " static (the percentages below), history (the part that guaranteed containers"
                  + " are not expected to request), or the class name of a CeilingPolicy.");

  ConfigurationKey<Integer> POLICING_MAX_MEMORY_PERCENT =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "policing.max-memory-percent", 100)
          .between(1, 100)
          .unit("percent")
          .live()
          .doc("static: maximum part of a node's memory that opportunistic containers occupy.");

  ConfigurationKey<Integer> POLICING_MAX_VCORES_PERCENT =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "policing.max-vcores-percent", 100)
          .between(1, 100)
          .unit("percent")
          .live()
          .doc("static: maximum part of a node's vcores that opportunistic containers occupy.");

  ConfigurationKey<Duration> POLICING_HISTORY_WINDOW =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "policing.history.window", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(10), Duration.ofDays(1))
          .doc(
              "history: length of the recent past that is searched for moments like the"
                  + " present one; ten times the interval between bursts is a good value.");

  ConfigurationKey<Duration> POLICING_HISTORY_PERIOD =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "policing.history.period", Duration.ofDays(1))
          .between(Duration.ofMinutes(1), Duration.ofDays(28))
          .doc(
              "history: period after which guaranteed demand is expected to repeat, such as a"
                  + " day or a week; the node remembers it in 288 slots.");

  ConfigurationKey<Double> POLICING_HISTORY_QUANTILE =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "policing.history.quantile", 0.6)
          .between(0.01, 1.0)
          .doc(
              "history: probability with which guaranteed demand stays within the expected"
                  + " demand; a higher value stops fewer containers, a lower value uses more of the"
                  + " node.");

  ConfigurationKey<Duration> POLICING_MAX_WAIT =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "policing.max-wait", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .live()
          .doc(
              "Time after which a waiting container is no longer delayed by expected"
                  + " guaranteed demand, nor overtaken by shorter containers because of it.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        POLICING_POLICY,
        POLICING_MAX_MEMORY_PERCENT,
        POLICING_MAX_VCORES_PERCENT,
        POLICING_HISTORY_WINDOW,
        POLICING_HISTORY_PERIOD,
        POLICING_HISTORY_QUANTILE,
        POLICING_MAX_WAIT);
  }

  /** Returns whether the policy needs the node's history. */
  static boolean needsHistory(ConfigurationSnapshot s) {
    return s.get(POLICING_POLICY).equals("history");
  }

  static DemandHistory newHistory(ConfigurationSnapshot s) {
    return new DemandHistory(
        s.get(POLICING_HISTORY_WINDOW).toMillis(),
        s.get(POLICING_HISTORY_PERIOD).toMillis(),
        s.get(POLICING_HISTORY_QUANTILE));
  }

  /** Returns the ceiling of all nodes if it is the same at all times, else none. */
  static CeilingPolicy fixedCeiling(ConfigurationSnapshot s) {
    boolean fixed = s.get(QueueKeys.MODE).acts() && s.get(POLICING_POLICY).equals("static");
    return fixed ? newCeiling(s, null) : CeilingPolicy.NONE;
  }

  static CeilingPolicy newCeiling(ConfigurationSnapshot s, DemandHistory history) {
    switch (s.get(POLICING_POLICY)) {
      case "static":
        return new StaticCeilingPolicy(
            s.get(POLICING_MAX_MEMORY_PERCENT), s.get(POLICING_MAX_VCORES_PERCENT));
      case "history":
        return new HistoryCeilingPolicy(history);
      default:
        return MercuryPolicyRegistry.CEILINGS.make(s.get(POLICING_POLICY));
    }
  }
}
