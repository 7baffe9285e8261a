// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.home;

/**
 * A sub-cluster as a home policy sees it: the operator's weight for it, and its size, load and
 * report age from the state store (Hydra section 4.1). Immutable.
 */
public final class SubClusterSnapshot {
  /** Bound of the outstanding demand that counts as load, as a fraction of the usage. */
  private static final double MAX_OUTSTANDING = 0.5;

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
   * Returns a snapshot without load, of age 0.
   *
   * @param name not null
   * @param weight the operator's weight for the queue, 0 or more; 0 sends nothing there
   * @param capability resources of its active nodes, in any unit, 0 or more
   * @throws IllegalArgumentException if an amount is negative, infinite or NaN
   */
  public static SubClusterSnapshot of(String name, double weight, double capability) {
    return new SubClusterSnapshot(name, weight, capability, 0, 0);
  }

  /**
   * Returns this snapshot with its load in one more resource; the load is that of the scarcest
   * resource.
   *
   * <p>Outstanding demand adds less, the larger it is, and at most half of the usage. As YARN
   * leaves nothing free that it may grant, demand that is large beside the usage is mostly held
   * back by limits of queues and users, and delays nobody else. Without the bound one application
   * could keep the homes of all others away by what it requests.
   *
   * @param all amount that its active nodes have, in any unit, 0 or more; a resource with 0 is
   *     ignored
   * @param used amount that containers hold, in the same unit, 0 or more
   * @param outstanding amount that is requested and not granted yet, in the same unit, 0 or more
   * @throws IllegalArgumentException if an amount is negative, infinite or NaN
   */
  public SubClusterSnapshot loaded(double all, double used, double outstanding) {
    double held = amount(used, "usage", name);
    double waiting = amount(outstanding, "outstanding demand", name);
    double counted = held > 0 ? waiting / (1 + waiting / (MAX_OUTSTANDING * held)) : 0;
    double newLoad = amount(all, "capability", name) > 0 ? (held + counted) / all : 0;
    return new SubClusterSnapshot(name, weight, capability, Math.max(load, newLoad), ageMs);
  }

  /** Returns this snapshot with the age of its report in ms; {@link Long#MAX_VALUE} if unknown. */
  public SubClusterSnapshot aged(long newAgeMs) {
    return new SubClusterSnapshot(name, weight, capability, load, newAgeMs);
  }

  public String name() {
    return name;
  }

  long ageMs() {
    return ageMs;
  }

  /**
   * Returns its weight in a draw: the operator's weight times its size; 0 if nothing may be sent
   * there.
   */
  double pull() {
    return weight * capability;
  }

  /**
   * Returns the used and the counted outstanding amount as a fraction of its capability; 1 if it is
   * just full and nothing is outstanding.
   */
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
