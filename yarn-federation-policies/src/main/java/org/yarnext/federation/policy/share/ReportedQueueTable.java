// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;

/**
 * The queues of one sub-cluster's report: their paths, weights and maxima, which rarely change from
 * one report to the next. Queues are numbered from 0 in the order of their paths, so a parent's
 * number is below its children's. The root is not among them. Compared by identity. Immutable and
 * thread-safe.
 */
public final class ReportedQueueTable {
  /** Stands for the root, as a parent. */
  private static final int ROOT = -1;

  private final String[] paths;
  private final double[] weights;
  private final double[] maxima;
  private final boolean[] isParent;
  private final double[] parts;

  private ReportedQueueTable(TreeMap<String, QueueDemand> queues) {
    paths = queues.keySet().toArray(new String[0]);
    weights = queues.values().stream().mapToDouble(QueueDemand::weight).toArray();
    maxima = queues.values().stream().mapToDouble(QueueDemand::maximum).toArray();
    int[] parents = new int[paths.length];
    isParent = new boolean[paths.length];
    Map<String, Integer> numbers = new HashMap<>();
    for (int q = 0; q < paths.length; q++) {
      parents[q] = numbers.getOrDefault(parentPath(paths[q]), ROOT);
      if (parents[q] >= 0) {
        isParent[parents[q]] = true;
      }
      numbers.put(paths[q], q);
    }
    parts = parts(weights, parents);
  }

  private static double[] parts(double[] weights, int[] parents) {
    double[] sums = new double[weights.length + 1]; // by parent, the root first
    for (int q = 0; q < weights.length; q++) {
      sums[parents[q] + 1] += weights[q];
    }
    double[] parts = new double[weights.length];
    for (int q = 0; q < weights.length; q++) {
      double above = parents[q] == ROOT ? 1 : parts[parents[q]];
      parts[q] = weights[q] > 0 ? above * weights[q] / sums[parents[q] + 1] : 0;
    }
    return parts;
  }

  /**
   * Returns the table of the given queues, whose amounts are ignored.
   *
   * @param queues by path, all but the root
   */
  public static ReportedQueueTable of(Map<String, QueueDemand> queues) {
    return new ReportedQueueTable(new TreeMap<>(queues));
  }

  /** Returns the path of a queue's parent; empty if there is none. */
  static String parentPath(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  /** Returns the number of queues; 0 or more. */
  public int size() {
    return paths.length;
  }

  /** Returns the queue's path as in YARN, such as {@code root.a.b}. */
  public String path(int queue) {
    return paths[queue];
  }

  /** Returns the weight among siblings. */
  public double weight(int queue) {
    return weights[queue];
  }

  /**
   * Returns the maximum capacity as a fraction of the sub-cluster's; infinite if it is unlimited.
   */
  public double maximum(int queue) {
    return maxima[queue];
  }

  /** Returns the queue's part of the sub-cluster by the weights alone, from 0 to 1. */
  double part(int queue) {
    return parts[queue];
  }

  /** Returns whether queues below it are reported. */
  boolean isParent(int queue) {
    return isParent[queue];
  }
}
