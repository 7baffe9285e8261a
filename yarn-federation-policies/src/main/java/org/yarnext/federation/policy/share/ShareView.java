// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.policy.share.fairness.UserDemandTable;

/**
 * The input of a {@link SharePolicy}: the queues, the capacity of each sub-cluster, and what each
 * leaf queue uses and waits for in each (Hydra section 4.2, "aggregated view").
 *
 * <p>Amounts are of one resource, all in the same unit; {@link ScarcestResourceSelector} selects
 * the resource and explains why one suffices. Immutable and thread-safe.
 */
public final class ShareView {
  private final QueueTree queues;
  private final String[] subClusters;
  private final double[] capacity;
  private final double[] used;
  private final double[] demand;

  /** By number of the leaf; leaves whose users nobody reports are missing. */
  private final Map<Integer, UserDemandTable> users;

  private ShareView(Builder b) {
    queues = b.queues;
    subClusters = b.subClusters;
    capacity = b.capacity;
    used = summedUp(b.used.clone());
    demand = summedUp(b.demand.clone());
    users = b.users;
    users.forEach(
        (leaf, table) -> {
          for (int s = 0; s < subClusters.length; s++) {
            table.addRest(s, used(leaf, s), demand(leaf, s) - used(leaf, s));
          }
        });
  }

  /**
   * Returns a builder.
   *
   * @param queues not null
   * @param subClusters names of the sub-clusters, without duplicates
   * @param capacity capacity of each sub-cluster, 0 or more
   * @throws IllegalArgumentException if an argument is invalid; the message says why
   */
  public static Builder builder(QueueTree queues, List<String> subClusters, double... capacity) {
    return new Builder(queues, subClusters, capacity);
  }

  /** Returns the queues; never null. */
  public QueueTree queues() {
    return queues;
  }

  /** Returns the number of sub-clusters; 0 or more. */
  public int subClusters() {
    return subClusters.length;
  }

  /** Returns the name of the sub-cluster with this number. */
  public String subCluster(int s) {
    return subClusters[s];
  }

  /** Returns the capacity of the sub-cluster. */
  public double capacity(int s) {
    return capacity[s];
  }

  /** Returns the capacity of all sub-clusters. */
  public double capacity() {
    return Arrays.stream(capacity).sum();
  }

  /** Returns the amount used by the queue and those below it in the sub-cluster. */
  public double used(int queue, int s) {
    return used[queue * subClusters.length + s];
  }

  /** Returns the used and pending amount of the queue and those below it in the sub-cluster. */
  public double demand(int queue, int s) {
    return demand[queue * subClusters.length + s];
  }

  /** Returns the used and pending amount of the queue and those below it over all sub-clusters. */
  public double demand(int queue) {
    double sum = 0;
    for (int s = 0; s < subClusters.length; s++) {
      sum += demand(queue, s);
    }
    return sum;
  }

  /**
   * Returns the largest amount that can be used: each sub-cluster is full, or all its demand is
   * met.
   */
  double usable() {
    double sum = 0;
    for (int s = 0; s < subClusters.length; s++) {
      sum += Math.min(capacity[s], demand(QueueTree.ROOT, s));
    }
    return sum;
  }

  /** Returns the users of a leaf; null if they are not known. */
  UserDemandTable users(int leaf) {
    return users.get(leaf);
  }

  double[] capacities() {
    return capacity;
  }

  double[] allUsed() {
    return used;
  }

  double[] allDemand() {
    return demand;
  }

  /** Returns each queue's demand over all sub-clusters; a new array. */
  double[] totalDemand() {
    double[] totals = new double[queues.size()];
    for (int q = 0; q < totals.length; q++) {
      totals[q] = demand(q);
    }
    return totals;
  }

  private double[] summedUp(double[] rows) {
    int width = subClusters.length;
    for (int q = queues.size() - 1; q > QueueTree.ROOT; q--) {
      int above = queues.parent(q) * width;
      for (int s = 0; s < width; s++) {
        rows[above + s] += rows[q * width + s];
      }
    }
    return rows;
  }

  /** Collects the leaves' usage and demand; unset amounts are 0. Not thread-safe. */
  public static final class Builder {
    private final QueueTree queues;
    private final String[] subClusters;
    private final double[] capacity;
    private final double[] used;
    private final double[] demand;
    private final Map<Integer, UserDemandTable> users = new HashMap<>();

    private Builder(QueueTree queues, List<String> subClusters, double[] capacity) {
      if (subClusters.size() != capacity.length
          || new HashSet<>(subClusters).size() != capacity.length) {
        throw new IllegalArgumentException(
            "sub-clusters " + subClusters + ", each once, with " + capacity.length + " capacities");
      }
      this.queues = queues;
      this.subClusters = subClusters.toArray(new String[0]);
      this.capacity = capacity.clone();
      this.used = new double[queues.size() * capacity.length];
      this.demand = new double[used.length];
      for (int s = 0; s < capacity.length; s++) {
        check(capacity[s], "capacity of ", subClusters.get(s));
      }
    }

    /**
     * Sets a leaf's amounts in a sub-cluster.
     *
     * @param used amount that its running containers hold, 0 or more
     * @param waiting amount that it waits for in addition, 0 or more
     * @throws IllegalArgumentException if the queue is not a leaf or an amount is invalid
     */
    public Builder leaf(int queue, int s, double used, double waiting) {
      if (!queues.isLeaf(queue)) {
        throw new IllegalArgumentException(queues.path(queue) + " is not a leaf queue");
      }
      check(used, "usage of ", queues.path(queue));
      check(waiting, "waiting demand of ", queues.path(queue));
      this.used[queue * capacity.length + s] = used;
      this.demand[queue * capacity.length + s] = used + waiting;
      return this;
    }

    /**
     * Adds a user's part of a leaf's amounts in a sub-cluster. What no user has counts as one user
     * more.
     *
     * @param used amount that the user's containers hold, 0 or more
     * @param waiting amount that the user waits for in addition, 0 or more
     * @throws IllegalArgumentException if an amount is invalid
     */
    Builder user(int leaf, int s, String user, double used, double waiting) {
      check(used, "usage of ", user);
      check(waiting, "waiting demand of ", user);
      users
          .computeIfAbsent(leaf, l -> new UserDemandTable(capacity.length))
          .add(user, s, used, waiting);
      return this;
    }

    /** Returns the view; called once. */
    public ShareView build() {
      return new ShareView(this);
    }

    private static void check(double amount, String what, String name) {
      if (!(amount >= 0) || amount > Long.MAX_VALUE) {
        throw new IllegalArgumentException(what + name + " is " + amount);
      }
    }
  }
}
