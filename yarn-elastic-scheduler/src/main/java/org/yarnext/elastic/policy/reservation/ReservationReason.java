// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.reservation;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a node was or was not reserved, or used although reserved; the codes are stable. */
public enum ReservationReason implements DecisionReason {
  RESERVE_AS_STOCK("The scheduler reserves as it would without a policy."),
  RESERVE_FIRST_ROOM("The node is among the first that will have room for the job's task."),
  RESERVE_LIMIT_REACHED(
      "The job has reserved its maximum number of nodes.", "Stock reserves the node."),
  RESERVE_LATE_ROOM(
      "Other nodes will have room for the job's task sooner.", "Stock reserves the node."),
  RESERVE_ROOM_UNKNOWN(
      "There is no estimate of when the node will have room for the job's" + " task.",
      "Stock reserves the node."),
  RESERVE_ALL_UNKNOWN("No node has an estimate of when it will have room for the job's task."),
  RESERVE_OVERDUE(
      "The job was refused for too long, and no node that it has reserved is"
          + " expected to have room in time."),
  RESERVED_FOR_OTHER("The node is reserved for another job's task."),
  RESERVED_NOT_DELAYED(
      "This task does not delay the one that reserved the node.",
      "Stock keeps the node for the task that has reserved it."),
  RESERVED_DELAYED("This task could delay the one that reserved the node."),
  RESERVED_BACKFILLED(
      "The maximum number of tasks has already used the room reserved for another job's task."),
  NOT_RESERVED("No job has reserved the node.");

  private final String text;
  private final String stock;

  ReservationReason(String text) {
    this(text, "");
  }

  ReservationReason(String text, String stock) {
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
