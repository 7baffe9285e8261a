// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The report of one sub-cluster for the aggregated view: its resources, and of each queue its
 * weight, what it uses, what it waits for (Hydra section 4.2) and its maximum. By resource, as YARN
 * names them; those that its scheduler does not count are missing. Immutable.
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

  /** Unmodifiable, as all below. */
  public Map<String, Double> capacity() {
    return capacity;
  }

  /** Parents before those below them. */
  public Map<String, QueueDemand> queues() {
    return queues;
  }

  /** The most of a resource that a queue may have here; infinite if nothing bounds it. */
  double most(QueueDemand queue, String resource) {
    return Double.isInfinite(queue.maximum)
        ? queue.maximum
        : queue.maximum * capacity.getOrDefault(resource, 0.0);
  }

  /** Of one queue. Immutable. */
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
     * One that may have all there is.
     *
     * @param weight among its siblings, 0 or more
     * @param used what its containers hold, by resource
     * @param waiting what it asks for besides
     */
    public static QueueDemand of(
        double weight, Map<String, Double> used, Map<String, Double> waiting) {
      return new QueueDemand(weight, used, waiting, Double.POSITIVE_INFINITY);
    }

    /**
     * The same, bounded.
     *
     * @param newMaximum its maximum capacity, in parts of what the sub-cluster has; 0 or more
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

    /** In parts of what the sub-cluster has; infinite if nothing bounds it. */
    public double maximum() {
      return maximum;
    }
  }
}
