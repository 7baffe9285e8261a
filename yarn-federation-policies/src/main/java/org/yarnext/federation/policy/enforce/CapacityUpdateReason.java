// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why capacities of queues change or not. The codes are stable and counted in the metrics.
 */
public enum CapacityUpdateReason implements DecisionReason {
  ENFORCE_SHARES(
      "Capacities follow the shares of the whole cluster.",
      "Stock keeps the configured capacities."),
  ENFORCE_STATIC("There are no recent shares: capacities return to the configured ones."),
  ENFORCE_UNCHANGED("No capacity is far enough from its share.");

  private final String text;
  private final String stock;

  CapacityUpdateReason(String text) {
    this(text, "");
  }

  CapacityUpdateReason(String text, String stock) {
    this.text = text;
    this.stock = stock;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String stock() {
    return stock;
  }
}
