// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.finish;

import org.yarnext.common.decision.DecisionReason;

/** Reasons for a job's place in the order of fair finish; the codes are stable. */
public enum FinishReason implements DecisionReason {
  FINISH_ORDER(
      "Jobs are served in the order of their finish times under fair sharing.",
      "Stock serves the jobs in the order of the scheduler's own policy."),
  FINISH_LATEST_START(
      "The job must be served now to end as early as under fair sharing.",
      "Stock serves the jobs in the order of the scheduler's own policy."),
  FINISH_LATE(
      "The job would have ended by now under fair sharing.",
      "Stock serves the jobs in the order of the scheduler's own policy."),
  FINISH_UNKNOWN("The remaining work of the job is unknown: it gets its fair share.");

  private final String text;
  private final String stock;

  FinishReason(String text) {
    this(text, "");
  }

  FinishReason(String text, String stock) {
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
