// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.metrics;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a request is not judged at all. */
public enum SizingReason implements DecisionReason {
  PLACED_IN_FULL("There was room for all the memory it asks for."),
  AWAITS_MAPS("The reducer is counted from the last map's end, and maps of its job are not done."),
  NO_SMALLER_SIZE("The scheduler gives no size that is less and in which it could be launched."),
  NODE_REPORTS_NO_ENDS(
      "The node did not tell how an under-sized container ended: it may leave heaps."),
  NO_PROFILE("Nothing is known about how tasks of this kind behave with less memory."),
  JOB_END_UNKNOWN("When the job would end is not known, or was estimated too long ago.");

  private final String text;

  SizingReason(String text) {
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
