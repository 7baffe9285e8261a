// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.estimate;

import org.yarnext.common.decision.DecisionReason;

/** Reason of an estimate of a task's need; the codes are stable. */
public enum UsageEstimateReason implements DecisionReason {
  ESTIMATE_UNIFORM("The mean of the tasks of the same phase and job."),
  ESTIMATE_TREND("The line through all that the task has used."),
  ESTIMATE_TREND_TO_TARGET(
      "The line through all that the task has used, scaled so that it ends as its peers do."),
  ESTIMATE_RECENT_MEDIAN("The median of what the task used in the last two epochs."),
  ESTIMATE_RECENT_MEDIAN_TO_TARGET(
      "The median of what the task used in the last two epochs, scaled so that it ends as its peers"
          + " do."),
  ESTIMATE_RECENT_TREND("The line through what the task used recently."),
  ESTIMATE_MEAN_IS_BETTER("No line through recent use predicts better than the mean."),
  ESTIMATE_SHORT_HISTORY("The task has not run long enough for a line."),
  ESTIMATE_UNKNOWN("Neither the task nor its peers have been measured.");

  private final String text;

  UsageEstimateReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
