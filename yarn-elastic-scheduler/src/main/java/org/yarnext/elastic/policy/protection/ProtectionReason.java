// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import org.yarnext.common.decision.DecisionReason;

/**
 * Reasons why nodes are kept for a late job or not, and until when its tasks may run with less
 * memory; the codes are stable.
 */
public enum ProtectionReason implements DecisionReason {
  IN_TIME(
      "The job is expected to end no later than it may: its tasks may have less memory if they end by"
          + " its expected end or, while many tasks wait, by its end under stock.",
      "Stock places each task with all its memory."),
  PROTECTED_END(
      "The job would end later than under stock, which would not have started more of its tasks by"
          + " now: a task gets less memory only if it ends by the time at which the job may end."),
  PROTECTED(
      "The job would end later than under stock: the nodes that have room for it first are kept"
          + " for it.",
      "Stock keeps no node for it beyond its reservations."),
  PROTECTED_NO_ROOM("No node that may be kept is known to have room for the job."),
  PROTECTED_MAX_NODES("The job is late, but the maximum number of nodes is already kept."),
  PROTECTED_OVERDUE(
      "The job is late, but one of its tasks runs longer than expected: no node is kept for it."),
  PROTECTED_UNPROVED(
      "The job is late, but only by run times that it declared itself or that proved wrong: no node"
          + " is kept for it."),
  PROTECTED_TOO_LONG(
      "The job is late, but nodes were already kept for it as long as it takes under stock, without"
          + " success."),
  NODE_KEPT_FOR_OTHER(
      "The node is kept for a job that is late.",
      "Stock offers the node to the job whose turn it is.");

  private final String text;
  private final String stock;

  ProtectionReason(String text) {
    this(text, "");
  }

  ProtectionReason(String text, String stock) {
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
