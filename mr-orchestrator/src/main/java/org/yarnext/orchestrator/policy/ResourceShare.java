// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

import java.util.Objects;

/**
 * Use and allocation of one resource by one task, in millicores or bytes. All amounts are 0 or
 * more. Immutable.
 */
public final class ResourceShare {
  private final double used;
  private final double allocated;
  private final double entitled;
  private final double min;
  private final double estimated;
  private final ResourcePressure pressure;

  private ResourceShare(
      double used,
      double allocated,
      double entitled,
      double min,
      double estimated,
      ResourcePressure pressure) {
    this.used = amount("used", used);
    this.allocated = amount("allocated", allocated);
    this.entitled = amount("entitled", entitled);
    this.min = amount("minimum", min);
    this.estimated = Double.isNaN(estimated) ? estimated : amount("estimated", estimated);
    this.pressure = Objects.requireNonNull(pressure, "pressure");
  }

  private static double amount(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be 0 or more");
    }
    return value;
  }

  /** Returns a share with the token's amount, of which this much is used. */
  public static ResourceShare of(double used, double entitled) {
    return new ResourceShare(used, entitled, entitled, 0, Double.NaN, ResourcePressure.UNKNOWN);
  }

  /** Returns a copy with another amount that the kernel grants now. */
  public ResourceShare allocated(double amount) {
    return new ResourceShare(used, amount, entitled, min, estimated, pressure);
  }

  /** Returns a copy with the minimum that keeps the task alive. */
  public ResourceShare minimum(double amount) {
    return new ResourceShare(used, allocated, entitled, amount, estimated, pressure);
  }

  /** Returns a copy with the estimated need in the next epoch; NaN if unknown. */
  public ResourceShare estimated(double amount) {
    return new ResourceShare(used, allocated, entitled, min, amount, pressure);
  }

  /** Returns a copy with another pressure. */
  public ResourceShare pressure(ResourcePressure now) {
    return new ResourceShare(used, allocated, entitled, min, estimated, now);
  }

  /** Returns the used amount, in millicores or bytes; 0 or more. */
  public double used() {
    return used;
  }

  /** Returns the amount that the kernel grants now. */
  public double allocated() {
    return allocated;
  }

  /** Returns the amount in the container's token. */
  public double entitled() {
    return entitled;
  }

  /** Returns the minimum that keeps the task alive. */
  public double minimum() {
    return min;
  }

  /** Returns the estimated need in the next epoch; NaN if unknown. */
  public double estimated() {
    return estimated;
  }

  /** Returns whether the task is held back from using more; never null. */
  public ResourcePressure pressure() {
    return pressure;
  }
}
