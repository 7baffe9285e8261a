// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.balance;

import org.yarnext.common.decision.DecisionReason;

/** Reason why an adjustment was approved or refused; the codes are stable. */
public enum BalanceReason implements DecisionReason {
  BALANCE_APPROVED(
      "Its phase ends earlier with it, and no other phase later.",
      "Stock gives every container what its token states."),
  BALANCE_GIVES_EXCESS(
      "It gives what it is not expected to need.",
      "Stock gives every container what its token states."),
  BALANCE_GIVES_HOGGED(
      "It gives what it took beyond its peers, and still ends before them.",
      "Stock gives every container what its token states."),
  BALANCE_KEEPS_HELP(
      "It got more earlier, and is not ahead of its peers because of it.",
      "Stock gives every container what its token states."),
  BALANCE_STAYS_GIVEN(
      "The amount that it gave earlier still helps another task on its node.",
      "Stock gives every container what its token states."),
  BALANCE_NOT_IN_STEP(
      "Other tasks of its phase that cannot be helped end as late: nothing is gained."),
  BALANCE_OVERTAKEN("Tasks of its phase that are helped already end later: nothing is gained."),
  BALANCE_NOTHING_TO_GIVE("No task on its node can give without ending later than its own peers."),
  BALANCE_HAS_ENOUGH("It already has the requested amount."),
  BALANCE_PROGRESS_UNKNOWN("Its end relative to its peers' is unknown.");

  private final String text;
  private final String stock;

  BalanceReason(String text) {
    this(text, "");
  }

  BalanceReason(String text, String stock) {
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
