// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

/**
 * The load of a sub-cluster that is not lost as one application's AMRMProxy knows it, and how much
 * the application may expect there (Hydra section 4.1). Immutable.
 */
public final class SubClusterLoad {
  private final String name;
  private final double weight;
  private final double headroom;
  private final double load;
  private final double cores;
  private final boolean isSilent;
  private final boolean isStale;

  private SubClusterLoad(
      String name,
      double weight,
      double headroom,
      double load,
      double cores,
      boolean isSilent,
      boolean isStale) {
    this.name = name;
    this.weight = weight;
    this.headroom = headroom;
    this.load = load;
    this.cores = cores;
    this.isSilent = isSilent;
    this.isStale = isStale;
    if (!(weight >= 0 && headroom >= 0 && load >= 0 && cores > 0)
        || Double.isInfinite(weight + headroom + load + cores)) {
      throw new IllegalArgumentException(
          name
              + ": weight "
              + weight
              + ", headroom "
              + headroom
              + ", load "
              + load
              + ", cores "
              + cores);
    }
  }

  /**
   * @param name not null
   * @param weight the operator's for the queue, 0 or more; with 0 only local asks go there
   * @param headroom what its ResourceManager last said the application may still get, in any unit
   *     that is the same for all, 0 or more
   * @param load what is used and waited for in parts of what it has, 0 or more; 1 is just full
   * @throws IllegalArgumentException if a number is absurd
   */
  public static SubClusterLoad of(String name, double weight, double headroom, double load) {
    return new SubClusterLoad(name, weight, headroom, load, 1, false, false);
  }

  /**
   * One that has not answered yet, and may never: what waits elsewhere does not move there.
   *
   * @param load what is supposed where new asks are divided
   */
  public static SubClusterLoad silent(String name, double weight, double load) {
    return new SubClusterLoad(name, weight, 0, load, 1, true, false);
  }

  /**
   * The same of a known size; 1 where it is not known.
   *
   * @param newCores of the sub-cluster, above 0: containers end in proportion to them
   */
  public SubClusterLoad cores(double newCores) {
    return new SubClusterLoad(name, weight, headroom, load, newCores, isSilent, isStale);
  }

  /** The same by an answer that is too old to move anything there. */
  public SubClusterLoad stale() {
    return new SubClusterLoad(name, weight, headroom, load, cores, isSilent, true);
  }

  public String name() {
    return name;
  }

  double weight() {
    return weight;
  }

  double headroom() {
    return headroom;
  }

  double load() {
    return load;
  }

  double cores() {
    return cores;
  }

  boolean isSilent() {
    return isSilent;
  }

  boolean isStale() {
    return isStale;
  }

  /** How much it attracts what is moved: inversely proportional to its load. */
  double pull() {
    return weight / (0.1 + load);
  }
}
