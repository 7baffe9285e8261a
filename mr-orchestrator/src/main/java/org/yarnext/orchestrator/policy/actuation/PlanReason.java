// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import org.yarnext.common.decision.DecisionReason;

/** Reason why a container gets more, less or the same of a resource; the codes are stable. */
public enum PlanReason implements DecisionReason {
  PLAN_RAISED(
      "The ResourceManager approved more for it.",
      "Stock gives every container what its token states."),
  PLAN_LOWERED(
      "The ResourceManager gives a part of it to tasks that need it more.",
      "Stock gives every container what its token states."),
  PLAN_PUT_BACK("No adjustment is in force: it returns to its token."),
  PLAN_KEPT_ALIVE("It is about to need more than it has."),
  PLAN_ENTITLED("Its application would have less than its tokens state."),
  PLAN_TAKEN_BACK("The amount beyond its token is needed by a container that is entitled to it."),
  PLAN_UNCHANGED("It already has its target amount."),
  PLAN_AT_FLOOR("It would not survive with less."),
  PLAN_NO_ROOM("The node has nothing left to give."),
  PLAN_SPARE_TO_TASKS(
      "CPU that no container requested goes to tasks.",
      "Stock divides spare CPU among all containers."),
  PLAN_NOTHING_SPARE("Containers have requested all of the node's CPU.");

  private final String text;
  private final String stock;

  PlanReason(String text) {
    this(text, "");
  }

  PlanReason(String text, String stock) {
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
