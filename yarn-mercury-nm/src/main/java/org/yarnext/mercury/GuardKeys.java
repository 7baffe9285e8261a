// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.conf.CircuitBreakerKeys;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.guard.GuardSettings;

/**
 * Configuration keys of the guard: when Mercury falls back to stock behaviour, and for how long.
 * The keys are constants of {@link MercuryConfiguration}.
 */
interface GuardKeys {
  ConfigurationKey<Duration> GUARD_DEADLINE =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "guard.deadline", Duration.ofSeconds(1))
          .between(Duration.ofMillis(10), Duration.ofSeconds(10))
          .doc("Time limit of one decision, after which stock behaviour is used instead.");

  ConfigurationKey<Integer> GUARD_FAILURES_TO_TRIP =
      CircuitBreakerKeys.failuresToTrip(MercuryConfiguration.PREFIX, "Mercury");

  ConfigurationKey<Duration> GUARD_COOL_DOWN =
      CircuitBreakerKeys.coolDown(MercuryConfiguration.PREFIX, "Mercury");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(GUARD_DEADLINE, GUARD_FAILURES_TO_TRIP, GUARD_COOL_DOWN);
  }

  static GuardSettings settings(ConfigurationSnapshot s) {
    return new GuardSettings(
        s.get(GUARD_DEADLINE),
        s.get(GUARD_FAILURES_TO_TRIP),
        CircuitBreakerKeys.FAILURES_WITHIN,
        s.get(GUARD_COOL_DOWN));
  }
}
