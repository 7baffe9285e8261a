// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

/**
 * The load of a sub-cluster that is not lost, and the headroom that the application has there, as
 * its AMRMProxy knows them (Hydra section 4.1). Immutable.
 */
public final class SubClusterLoad {
  /**
   * Load above which a sub-cluster gets no fewer requests, in pending containers a core. All of
   * them may be of one application that limits of queues and users hold back.
   */
  private static final double MAX_LOAD = 1;

  private final String name;
  private final double weight;
  private final double headroom;
  private final double load;
  private final double cores;
  private final boolean isUnresponsive;
  private final boolean isStale;

  private SubClusterLoad(
      String name,
      double weight,
      double headroom,
      double load,
      double cores,
      boolean isUnresponsive,
      boolean isStale) {
    this.name = name;
    this.weight = weight;
    this.headroom = headroom;
    this.load = load;
    this.cores = cores;
    this.isUnresponsive = isUnresponsive;
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
   * Returns the load of a sub-cluster that has responded.
   *
   * @param name not null
   * @param weight the operator's weight for the queue, 0 or more; 0 leaves local requests only
   * @param headroom the latest headroom of its ResourceManager, in the unit of the request sizes, 0
   *     or more
   * @param load pending containers a core, 0 or more
   * @throws IllegalArgumentException if a number is negative, infinite or NaN
   */
  public static SubClusterLoad of(String name, double weight, double headroom, double load) {
    return new SubClusterLoad(name, weight, headroom, load, 1, false, false);
  }

  /**
   * Returns the load of a sub-cluster that has not responded yet, and may never. Requests that wait
   * elsewhere do not move there.
   *
   * @param load assumed load for the division of new requests
   */
  public static SubClusterLoad unresponsive(String name, double weight, double load) {
    return new SubClusterLoad(name, weight, 0, load, 1, true, false);
  }

  /**
   * Returns this load with the size of the sub-cluster, which is 1 core otherwise.
   *
   * @param newCores active cores, above 0; containers end in proportion to them
   */
  public SubClusterLoad cores(double newCores) {
    return new SubClusterLoad(name, weight, headroom, load, newCores, isUnresponsive, isStale);
  }

  /** Returns this load marked as stale, so that no request moves there. */
  public SubClusterLoad stale() {
    return new SubClusterLoad(name, weight, headroom, load, cores, isUnresponsive, true);
  }

  /** Returns the sub-cluster's name; never null. */
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

  boolean isUnresponsive() {
    return isUnresponsive;
  }

  boolean isStale() {
    return isStale;
  }

  /**
   * Returns the pull on requests that are divided: the weight, inversely proportional to the load
   * up to the bound.
   */
  double pull() {
    return weight / (0.1 + boundedLoad());
  }

  /** Returns the load up to a bound, so that no application keeps the requests of others away. */
  double boundedLoad() {
    return Math.min(MAX_LOAD, load);
  }
}
