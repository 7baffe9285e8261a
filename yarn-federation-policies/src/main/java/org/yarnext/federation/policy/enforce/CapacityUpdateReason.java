// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why capacities of queues change or not. The codes are stable and counted in the metrics.
 */
public enum CapacityUpdateReason implements DecisionReason {
  ENFORCE_SHARES("Capacities follow the shares of the whole cluster."),
  ENFORCE_STATIC("No recent shares are known: capacities go back to the configured ones."),
  ENFORCE_UNCHANGED("No capacity is far enough from where it should be.");

  private final String text;

  CapacityUpdateReason(String text) {
    this.text = text;
  }

  @Override
  public String code() {
    return name();
  }

  @Override
  public String text() {
    return text;
  }
}
