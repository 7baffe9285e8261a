// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why a task was or was not placed with less memory than requested; the codes are stable.
 */
public enum ElasticReason implements DecisionReason {
  ELASTIC_PLACED("With less memory the task is expected to end no later than its job."),
  ELASTIC_NO_MODEL("No model says how long the task takes with less memory."),
  ELASTIC_MODEL_UNUSABLE("The model gives no usable run time for any smaller size."),
  ELASTIC_NO_CORES("The node has too few cores left."),
  ELASTIC_NO_ROOM("The node has not even the least memory left that the task may be given."),
  ELASTIC_END_UNKNOWN("It cannot be said when the job would end if the task waited."),
  ELASTIC_NO_GAIN("With less memory the task would end later than its job."),
  ELASTIC_DISK_BUDGET("Spilling would take more of the node's disks than elastic tasks may.");

  private final String text;

  ElasticReason(String text) {
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
