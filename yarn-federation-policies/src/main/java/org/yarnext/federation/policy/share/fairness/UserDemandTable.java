// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Divides a leaf queue's share among its users and sub-clusters, by what each user uses and waits
 * for there. Users are served by max-min fairness, so that nobody moves the share by requests that
 * go beyond what the user would get of it. Amounts are of one resource. Not thread-safe while users
 * are added.
 */
public final class UserDemandTable {
  /** Stands for all users who are not reported. */
  private static final String REST = "";

  private final int columns;

  /** Used amounts by sub-cluster, then pending amounts, by user. */
  private final Map<String, double[]> users = new TreeMap<>();

  /** Number of users who are not reported, in all sub-clusters; a lower bound. */
  private double restUsers;

  /**
   * @param columns number of sub-clusters
   */
  public UserDemandTable(int columns) {
    this.columns = columns;
  }

  /**
   * Adds amounts of a user in a sub-cluster.
   *
   * @param user not empty
   * @param used amount that the user's containers hold, 0 or more
   * @param waiting pending amount, 0 or more
   */
  public void add(String user, int column, double used, double waiting) {
    double[] amounts = users.computeIfAbsent(user, u -> new double[2 * columns]);
    amounts[column] += used;
    amounts[columns + column] += waiting;
  }

  /**
   * Adds what the queue uses and waits for in a sub-cluster beyond its reported users. Those with
   * most are reported, so the others are at least as many as the smallest reported amount is in
   * what is left. Without reported users, all count as one.
   */
  public void addRest(int column, double used, double waiting) {
    double moreUsed = used;
    double moreWaiting = waiting;
    double smallest = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, double[]> user : users.entrySet()) {
      double[] amounts = user.getValue();
      moreUsed -= amounts[column];
      moreWaiting -= amounts[columns + column];
      double amount = amounts[column] + amounts[columns + column];
      if (amount > 0 && !user.getKey().equals(REST)) {
        smallest = Math.min(smallest, amount);
      }
    }
    moreUsed = Math.max(0, moreUsed);
    moreWaiting = Math.max(0, moreWaiting);
    if (moreUsed + moreWaiting > 0) {
      add(REST, column, moreUsed, moreWaiting);
      restUsers += Math.max(1, (moreUsed + moreWaiting) / smallest);
    }
  }

  /**
   * Divides the queue's share among its users and each user's part among sub-clusters: first where
   * the user's containers are, then in proportion to the user's pending demand.
   *
   * @param share the queue's share of all sub-clusters
   * @param kept receives the part in each sub-cluster that running containers use, from {@code at}
   * @param due receives the part in each sub-cluster, from {@code at}
   */
  public void divide(double share, double[] kept, double[] due, int at) {
    double[][] amounts = users.values().toArray(new double[0][]);
    double[] weights = new double[amounts.length];
    Arrays.fill(weights, 1);
    if (users.containsKey(REST)) {
      weights[0] = Math.max(1, restUsers); // the first in order
    }
    double[] used = new double[amounts.length];
    double[] total = new double[amounts.length];
    for (int u = 0; u < amounts.length; u++) {
      used[u] = Arrays.stream(amounts[u], 0, columns).sum();
      total[u] = Arrays.stream(amounts[u]).sum();
    }
    double[] part = WaterFilling.fill(weights, new double[amounts.length], total, share);
    Arrays.fill(kept, at, at + columns, 0);
    Arrays.fill(due, at, at + columns, 0);
    for (int u = 0; u < amounts.length; u++) {
      double keeps = used[u] > 0 ? Math.min(1, part[u] / used[u]) : 0;
      double waiting = total[u] - used[u];
      double gets = waiting > 0 ? Math.max(0, part[u] - used[u]) / waiting : 0;
      for (int c = 0; c < columns; c++) {
        kept[at + c] += keeps * amounts[u][c];
        due[at + c] += keeps * amounts[u][c] + gets * amounts[u][columns + c];
      }
    }
  }
}
