// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

/** Planned allocation of one resource to one container, in millicores or bytes. Immutable. */
public final class PlannedAllocation {
  private final CurrentAllocation holding;
  private final double amount;

  PlannedAllocation(CurrentAllocation holding, double amount) {
    this.holding = holding;
    this.amount = amount;
  }

  public String container() {
    return holding.container();
  }

  /** Returns the planned amount, in millicores or bytes. */
  public double amount() {
    return amount;
  }

  /**
   * Returns the difference to the current amount; negative for a decrease, 0 if nothing is to be
   * written.
   */
  public double change() {
    return amount - holding.allocated();
  }
}
