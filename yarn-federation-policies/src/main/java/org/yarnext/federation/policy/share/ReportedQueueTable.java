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
  /** Number of the root, as a parent. */
  static final int ROOT = -1;

  /** Number of a parent that is not reported. */
  static final int MISSING = -2;

  private final String[] paths;
  private final double[] weights;
  private final double[] maxima;
  private final int[] parents;
  private final boolean[] isParent;

  private ReportedQueueTable(TreeMap<String, QueueDemand> queues) {
    paths = queues.keySet().toArray(new String[0]);
    weights = queues.values().stream().mapToDouble(QueueDemand::weight).toArray();
    maxima = queues.values().stream().mapToDouble(QueueDemand::maximum).toArray();
    parents = new int[paths.length];
    isParent = new boolean[paths.length];
    Map<String, Integer> numbers = new HashMap<>();
    numbers.put("root", ROOT);
    for (int q = 0; q < paths.length; q++) {
      parents[q] = numbers.getOrDefault(parentPath(paths[q]), MISSING);
      if (parents[q] >= 0) {
        isParent[parents[q]] = true;
      }
      numbers.put(paths[q], q);
    }
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

  /** Returns the parent's number, {@link #ROOT} or {@link #MISSING}. */
  int parent(int queue) {
    return parents[queue];
  }

  /** Returns whether queues below it are reported. */
  boolean isParent(int queue) {
    return isParent[queue];
  }
}
