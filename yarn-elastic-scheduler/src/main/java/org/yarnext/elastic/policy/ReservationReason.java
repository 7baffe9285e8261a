// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.DecisionReason;

/** Reasons why a node was or was not reserved, or used although reserved; the codes are stable. */
public enum ReservationReason implements DecisionReason {
  RESERVE_AS_STOCK("The scheduler reserves as it would without a policy."),
  RESERVE_FIRST_ROOM("The node is among the first that will have room for the job's task."),
  RESERVE_LIMIT_REACHED("The job has reserved as many nodes as it may."),
  RESERVE_LATE_ROOM("Other nodes will have room for the job's task sooner."),
  RESERVE_ROOM_UNKNOWN("It cannot be said when the node will have room for the job's task."),
  RESERVE_ALL_UNKNOWN("Of no node can it be said when it will have room for the job's task."),
  RESERVE_OVERDUE(
      "The job was refused for too long, and no node it has reserved may still have room in time."),
  RESERVED_FOR_OTHER("The node is kept for another job's task."),
  RESERVED_NOT_DELAYED(
      "The task for which the node is kept can start as soon as without this one."),
  RESERVED_DELAYED("The task for which the node is kept could start later than without this one."),
  RESERVED_BACKFILLED(
      "As many tasks as may have used the room that is kept for another job's task."),
  NOT_RESERVED("Nobody has reserved the node.");

  private final String text;

  ReservationReason(String text) {
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
