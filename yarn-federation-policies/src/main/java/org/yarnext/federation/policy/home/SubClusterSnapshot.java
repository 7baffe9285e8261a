// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

/**
 * The state of one sub-cluster as a Router knows it, from its last report in the state store (Hydra
 * section 4.1). Immutable.
 */
public final class SubClusterSnapshot {
  private final String name;
  private final double weight;
  private final double capability;
  private final double load;
  private final long ageMs;

  private SubClusterSnapshot(
      String name, double weight, double capability, double load, long ageMs) {
    this.name = name;
    this.weight = amount(weight, "weight", name);
    this.capability = amount(capability, "capability", name);
    this.load = load;
    this.ageMs = Math.max(0, ageMs);
  }

  /**
   * @param name not null
   * @param weight the operator's for the queue, 0 or more; 0 sends nothing there
   * @param capability what its active nodes have, in any unit, 0 or more
   * @throws IllegalArgumentException if an amount is absurd
   */
  public static SubClusterSnapshot of(String name, double weight, double capability) {
    return new SubClusterSnapshot(name, weight, capability, 0, 0);
  }

  /**
   * The same with its load in one more resource: it is as loaded as in the one that is scarcest.
   *
   * @param all what its active nodes have of it, in any unit, 0 or more; of a resource that it has
   *     none of nothing is counted
   * @param used what containers hold, in the same unit, 0 or more
   * @param outstanding what is asked for and not granted yet, in the same unit, 0 or more
   * @throws IllegalArgumentException if an amount is absurd
   */
  public SubClusterSnapshot loaded(double all, double used, double outstanding) {
    double wanted = amount(used, "usage", name) + amount(outstanding, "outstanding demand", name);
    double newLoad = amount(all, "capability", name) > 0 ? wanted / all : 0;
    return new SubClusterSnapshot(name, weight, capability, Math.max(load, newLoad), ageMs);
  }

  /** The same, reported that long ago, in ms; {@link Long#MAX_VALUE} if that is not known. */
  public SubClusterSnapshot aged(long newAgeMs) {
    return new SubClusterSnapshot(name, weight, capability, load, newAgeMs);
  }

  public String name() {
    return name;
  }

  long ageMs() {
    return ageMs;
  }

  /** How much of what comes in is its part: 0 if nothing may be sent there. */
  double pull() {
    return weight * capability;
  }

  /** Used and waited for, in parts of what it has; 1 if it is just full. */
  double load() {
    return load;
  }

  private static double amount(double value, String what, String name) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " of sub-cluster " + name + " is " + value);
    }
    return value;
  }
}
