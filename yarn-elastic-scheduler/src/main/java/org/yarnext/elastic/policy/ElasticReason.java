// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why a task was or was not placed with less memory than requested; the codes are stable.
 */
public enum ElasticReason implements DecisionReason {
  ELASTIC_PLACED(
      "With less memory the task is expected to end no later than its job.",
      "Stock waits until the node has all the requested memory."),
  ELASTIC_NO_MODEL("There is no model of the task's run time with less memory."),
  ELASTIC_MODEL_UNUSABLE("The model gives no usable run time for any smaller size."),
  ELASTIC_NO_CORES("The node has too few cores left."),
  ELASTIC_NO_ROOM("The node has less free memory than the minimum for the task."),
  ELASTIC_END_UNKNOWN("There is no estimate of when the job would end if the task waited."),
  ELASTIC_NO_GAIN("With less memory the task would end later than its job."),
  ELASTIC_DISK_BUDGET(
      "Spilling would use more of the node's disk bandwidth than elastic" + " tasks may have.");

  private final String text;
  private final String stock;

  ElasticReason(String text) {
    this(text, "");
  }

  ElasticReason(String text, String stock) {
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
