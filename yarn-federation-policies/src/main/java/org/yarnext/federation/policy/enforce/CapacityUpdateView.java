// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.enforce;

import java.util.HashMap;
import java.util.Map;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * The input of {@link ShareCapacityPolicy} for one ResourceManager: the configured capacities,
 * those in force, and the queues' shares in this sub-cluster. Immutable.
 */
public final class CapacityUpdateView {
  private static final double ALL = 100;
  private static final double ROUNDING = 1e-6;

  private final QueueTree queues;
  private final double[] configured;
  private final double[] maximum;
  private final double[] current;
  private final Map<String, Double> shares;
  private final double capacity;
  private final long ageMs;

  private CapacityUpdateView(Builder b, Map<String, Double> shares, double capacity, long ageMs) {
    queues = b.queues;
    configured = b.configured.clone();
    maximum = b.maximum.clone();
    current = b.current.clone();
    makeWhole();
    this.shares = shares;
    this.capacity = capacity;
    this.ageMs = ageMs;
  }

  /** Scales the configured capacities of siblings so that they sum to 100. */
  private void makeWhole() {
    for (int parent = 0; parent < configured.length; parent++) {
      double sum = 0;
      for (int q : queues.children(parent)) {
        sum += configured[q];
      }
      if (sum > 0 && Math.abs(sum - ALL) > ROUNDING) {
        for (int q : queues.children(parent)) {
          configured[q] *= ALL / sum;
        }
      }
    }
  }

  /**
   * Returns a builder for the given hierarchy.
   *
   * @param queues the hierarchy; its weights are ignored
   */
  public static Builder builder(QueueTree queues) {
    return new Builder(queues);
  }

  QueueTree queues() {
    return queues;
  }

  /** Returns the configured capacity in percent of the parent, as all capacities below. */
  double configured(int queue) {
    return configured[queue];
  }

  double maximum(int queue) {
    return maximum[queue];
  }

  double current(int queue) {
    return current[queue];
  }

  /** Returns whether there are shares, of at most the given age in ms. */
  boolean hasShares(long staleAfterMs) {
    return shares != null && ageMs <= staleAfterMs && capacity > 0;
  }

  /**
   * Returns each queue's share, those of the queues below it included. The share of a leaf that
   * does not exist here goes to its nearest parent that does; a leaf without a share has 0.
   */
  double[] shares() {
    double[] amounts = new double[queues.size()];
    shares.forEach(
        (path, share) -> {
          int leaf = here(path);
          if (queues.isLeaf(leaf)) {
            amounts[leaf] += share;
          }
        });
    for (int q = amounts.length - 1; q > QueueTree.ROOT; q--) {
      amounts[queues.parent(q)] += amounts[q];
    }
    return amounts;
  }

  /** Returns the queue with this path, or its nearest parent that exists here. */
  private int here(String path) {
    String nearest = path;
    while (queues.indexOf(nearest) < 0 && nearest.indexOf('.') >= 0) {
      nearest = nearest.substring(0, nearest.lastIndexOf('.'));
    }
    return Math.max(QueueTree.ROOT, queues.indexOf(nearest));
  }

  double capacity() {
    return capacity;
  }

  long ageMs() {
    return ageMs;
  }

  /** Collects the capacities of queues. Not thread-safe. */
  public static final class Builder {
    private final QueueTree queues;
    private final double[] configured;
    private final double[] maximum;
    private final double[] current;

    private Builder(QueueTree queues) {
      this.queues = queues;
      configured = new double[queues.size()];
      maximum = new double[queues.size()];
      current = new double[queues.size()];
    }

    /**
     * Sets a queue's capacities, all in percent of its parent's.
     *
     * @param newConfigured the configured capacity; those of siblings need not sum to 100
     * @param newMaximum the maximum capacity, not below the others
     * @param newCurrent the capacity in force; those of siblings sum to 100
     */
    public Builder queue(int queue, double newConfigured, double newMaximum, double newCurrent) {
      configured[queue] = newConfigured;
      maximum[queue] = newMaximum;
      current[queue] = newCurrent;
      return this;
    }

    /** Returns the view without shares. */
    public CapacityUpdateView build() {
      return new CapacityUpdateView(this, null, 0, 0);
    }

    /**
     * Returns the view with shares.
     *
     * @param shares by path of a leaf, 0 or more
     * @param capacity capacity of the sub-cluster, in the unit of the shares
     * @param ageMs age of the shares, in ms
     */
    public CapacityUpdateView build(Map<String, Double> shares, double capacity, long ageMs) {
      return new CapacityUpdateView(this, new HashMap<>(shares), capacity, ageMs);
    }
  }
}
