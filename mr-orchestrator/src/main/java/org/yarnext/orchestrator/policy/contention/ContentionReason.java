// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.contention;

import org.yarnext.common.decision.DecisionReason;

/** Reason why a task counts as in deficit, as hogging, or as neither; the codes are stable. */
public enum ContentionReason implements DecisionReason {
  CONTENTION_DEFICIT("It uses less than its peers and falls behind them."),
  CONTENTION_DEFICIT_BY_USAGE("It uses less than its peers; no progress is known."),
  CONTENTION_HOGGING("It uses more than its peers without being behind them."),
  CONTENTION_HOGGING_BY_USAGE("It uses more than its peers; no progress is known."),
  CONTENTION_BALANCED("It uses about as much as its peers."),
  CONTENTION_KEEPS_PACE("It uses less than its peers, but does not fall behind."),
  CONTENTION_SKEWED("It uses more than its peers and is behind them: it has more to do."),
  CONTENTION_NOT_HELD_BACK("It uses less than its peers, but nothing keeps it from using more."),
  CONTENTION_PROGRESS_UNKNOWN("The progress of its peers is known and its own is not."),
  CONTENTION_TOO_YOUNG("It has not run long enough to be compared."),
  CONTENTION_NO_PEERS("No other task of its phase has run long enough to compare with.");

  private final String text;

  ContentionReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
