// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

/**
 * Validates a combination of several keys, whose values are each within their own bounds.
 *
 * <p>Called once for each read or reload, from the reading thread; must be pure and quick.
 */
@FunctionalInterface
public interface CrossKeyValidator {
  /**
   * Checks a complete set of values.
   *
   * @param settings every value, each within its own bounds; not null
   * @return null or empty if satisfied, else one sentence naming the keys, their values and the
   *     fix, such as {@code yarn.mercury.queue.low=90 is not below yarn.mercury.queue.high=85:
   *     lower it or remove it.}
   */
  String violation(ConfigurationSnapshot settings);
}
