// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.time.Duration;

/**
 * Configuration keys of the circuit breaker that guards a feature: the number of failures that trip
 * it, and the cool-down.
 */
public final class CircuitBreakerKeys {
  /** Window within which failures are counted towards tripping. */
  public static final Duration FAILURES_WITHIN = Duration.ofMinutes(1);

  private CircuitBreakerKeys() {}

  /**
   * Declares the key for the number of failures that trip the guard.
   *
   * @param prefix the prefix of the feature's keys, with its trailing dot
   * @param feature the feature's name as used in a sentence
   */
  public static ConfigurationKey<Integer> failuresToTrip(String prefix, String feature) {
    return ConfigurationKey.integer(prefix + "guard.failures-to-trip", 5)
        .between(1, 1000)
        .unit("failures")
        .doc(
            "Number of failures within a minute that switches "
                + feature
                + " to stock behaviour for the cool-down.");
  }

  /**
   * Declares the key for the time that a tripped guard keeps stock behaviour.
   *
   * @param prefix the prefix of the feature's keys, with its trailing dot
   * @param feature the feature's name as used in a sentence
   */
  public static ConfigurationKey<Duration> coolDown(String prefix, String feature) {
    return ConfigurationKey.duration(prefix + "guard.cool-down", Duration.ofMinutes(1))
        .between(Duration.ofMillis(100), Duration.ofDays(1))
        .doc(
            "Time for which "
                + feature
                + " stays with stock behaviour after repeated failures or a missed deadline,"
                + " before it is tried again.");
  }
}
