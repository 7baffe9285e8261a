// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why the coordinator sends a wait limit or none; the codes are stable and counted. */
public enum CoordinatorReason implements DecisionReason {
  LIMIT_SENT(
      "A node's wait is far above the others', so every node is sent the limit.",
      "Stock sends a limit on queue lengths, computed from their mean and standard deviation."),
  LIMIT_NOT_EXCEEDED(
      "No report is clearly above the limit; a limit a quarter higher is sent, in case a wait grows"
          + " between reports.",
      "Stock sends a limit on queue lengths, computed from their mean and standard deviation."),
  LIMIT_UNCONFIRMED(
      "A report above the limit is not confirmed yet; until it is, a limit a quarter higher is"
          + " sent.",
      "Stock sends a limit on queue lengths, computed from their mean and standard deviation."),
  TOO_FEW_REPORTS(
      "Fewer than two nodes have a recent report of their wait.",
      "Stock sends a limit on queue lengths, computed from their mean and standard deviation."),
  ALL_OVERLOADED(
      "The mean wait is above the maximum limit: no node is better for shed containers.",
      "Stock sends a limit on queue lengths, computed from their mean and standard deviation.");

  private final String text;
  private final String stock;

  CoordinatorReason(String text, String stock) {
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
