// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.actuation;

import java.util.Objects;

/**
 * Current allocation of one resource to one container of a node, in millicores or bytes. Immutable.
 */
public final class CurrentAllocation {
  private final String container;
  private final String application;
  private final boolean guaranteed;
  private final double allocated;
  private final double entitled;
  private final double minimum;

  /**
   * @param allocated the amount that the kernel grants now, a whole number
   * @param entitled the token's amount, a whole number
   * @param minimum the amount that keeps the container alive
   * @throws IllegalArgumentException if an amount is negative, infinite or NaN
   */
  public CurrentAllocation(
      String container,
      String application,
      boolean guaranteed,
      double allocated,
      double entitled,
      double minimum) {
    this.container = Objects.requireNonNull(container, "container");
    this.application = Objects.requireNonNull(application, "application");
    this.guaranteed = guaranteed;
    this.allocated = amount("allocated", allocated);
    this.entitled = amount("entitled", entitled);
    this.minimum = amount("minimum", minimum);
  }

  private static double amount(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be 0 or more");
    }
    return value;
  }

  public String container() {
    return container;
  }

  public String application() {
    return application;
  }

  public boolean isGuaranteed() {
    return guaranteed;
  }

  /** Returns the amount that the kernel grants now, in millicores or bytes. */
  public double allocated() {
    return allocated;
  }

  /** Returns the token's amount, in millicores or bytes. */
  public double entitled() {
    return entitled;
  }

  /**
   * Returns the minimum that the container can claim: neither above its token nor above its current
   * amount.
   */
  double floor() {
    return Math.min(Math.ceil(minimum), Math.max(entitled, allocated));
  }
}
