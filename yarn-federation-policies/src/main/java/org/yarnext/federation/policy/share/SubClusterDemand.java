// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The report of one sub-cluster for the aggregated view: its capacity, and for each queue its
 * weight, usage, pending demand (Hydra section 4.2) and maximum. Amounts are by YARN's resource
 * names; resources that its scheduler ignores are missing. Immutable.
 */
public final class SubClusterDemand {
  private final String name;
  private final Map<String, Double> capacity;
  private final Map<String, QueueDemand> queues;

  private SubClusterDemand(
      String name, Map<String, Double> capacity, Map<String, QueueDemand> queues) {
    this.name = name;
    this.capacity = capacity;
    this.queues = queues;
  }

  /**
   * Returns a report.
   *
   * @param name name of the sub-cluster, not null
   * @param capacity its capacity by resource
   * @param queues by path, all but the root; a queue without any below it is a leaf
   */
  public static SubClusterDemand of(
      String name, Map<String, Double> capacity, Map<String, QueueDemand> queues) {
    return new SubClusterDemand(
        Objects.requireNonNull(name, "name"),
        Collections.unmodifiableMap(new HashMap<>(capacity)),
        Collections.unmodifiableMap(new TreeMap<>(queues)));
  }

  public String name() {
    return name;
  }

  /** Returns the capacity by resource, unmodifiable. */
  public Map<String, Double> capacity() {
    return capacity;
  }

  /** Returns the queues by path, parents before those below them; unmodifiable. */
  public Map<String, QueueDemand> queues() {
    return queues;
  }

  /**
   * Returns the largest amount of a resource that a queue may have here; infinite if it is
   * unlimited.
   */
  double maximum(QueueDemand queue, String resource) {
    return Double.isInfinite(queue.maximum)
        ? queue.maximum
        : queue.maximum * capacity.getOrDefault(resource, 0.0);
  }

  /** The report of one queue. Immutable. */
  public static final class QueueDemand {
    private final double weight;
    private final Map<String, Double> used;
    private final Map<String, Double> waiting;
    private final double maximum;

    private QueueDemand(
        double weight, Map<String, Double> used, Map<String, Double> waiting, double maximum) {
      this.weight = weight;
      this.used = Collections.unmodifiableMap(new HashMap<>(used));
      this.waiting = Collections.unmodifiableMap(new HashMap<>(waiting));
      this.maximum = maximum;
    }

    /**
     * Returns the report of a queue without a maximum.
     *
     * @param weight weight among its siblings, 0 or more
     * @param used amounts that its containers hold, by resource
     * @param waiting amounts that it waits for in addition, by resource
     */
    public static QueueDemand of(
        double weight, Map<String, Double> used, Map<String, Double> waiting) {
      return new QueueDemand(weight, used, waiting, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns this report with a maximum.
     *
     * @param newMaximum its maximum capacity as a fraction of the sub-cluster's capacity, 0 or more
     */
    public QueueDemand atMost(double newMaximum) {
      return new QueueDemand(weight, used, waiting, newMaximum);
    }

    public double weight() {
      return weight;
    }

    public Map<String, Double> used() {
      return used;
    }

    public Map<String, Double> waiting() {
      return waiting;
    }

    /**
     * Returns its maximum capacity as a fraction of the sub-cluster's; infinite if it is unlimited.
     */
    public double maximum() {
      return maximum;
    }
  }
}
