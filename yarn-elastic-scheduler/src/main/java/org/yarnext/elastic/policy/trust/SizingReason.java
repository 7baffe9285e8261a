// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import org.yarnext.common.decision.DecisionReason;

/** Reasons for decisions on a task's size that are made without the elastic policy. */
public enum SizingReason implements DecisionReason {
  PLACED_IN_FULL("There was room for all the requested memory."),
  AWAITS_MAPS(
      "A reducer's run time is counted from the end of the last map, and maps of its job are still"
          + " running."),
  NO_SMALLER_SIZE(
      "The scheduler allocates no smaller size with which the task could be" + " launched."),
  NODE_REPORTS_NO_ENDS(
      "The node did not report how an under-sized container ended: it may" + " not adapt heaps."),
  NO_PROFILE("Tasks of this kind have no profile."),
  JOB_END_UNKNOWN("The job's end is unknown, or its estimate is too old.");

  private final String text;

  SizingReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
