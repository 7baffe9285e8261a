// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

/** Shows a feature's latest decisions in JMX, and so at the daemon's {@code /jmx} page. */
public interface RecentDecisionsMXBean {
  /**
   * Returns up to 100 of the newest decisions, newest first, one JSON object each with {@code
   * timeMs} (milliseconds since the epoch), {@code subject}, {@code reason} (the code), {@code
   * text}, {@code applied} (false in shadow mode) and {@code inputs}; never null. If some users may
   * not see every application, returns a single object with {@code hiddenBy} (the setting) and
   * {@code counts} (of the decisions by reason).
   */
  String[] getRecentDecisions();
}
