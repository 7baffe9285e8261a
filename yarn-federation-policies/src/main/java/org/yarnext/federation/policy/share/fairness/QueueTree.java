// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A hierarchy of weighted queues, the same in every sub-cluster (Hydra section 3.1). Queues are
 * numbered from 0, the root; a parent's number is below its children's. Immutable and thread-safe.
 */
public final class QueueTree {
  /** The number of the root. */
  public static final int ROOT = 0;

  private final String[] paths;
  private final int[] parents;
  private final double[] weights;
  private final int[][] children;
  private final int[] leaves;
  private final Map<String, Integer> byPath;

  private QueueTree(Builder b) {
    int n = b.paths.size();
    paths = b.paths.toArray(new String[0]);
    parents = b.parents.stream().mapToInt(Integer::intValue).toArray();
    weights = b.weights.stream().mapToDouble(Double::doubleValue).toArray();
    byPath = Collections.unmodifiableMap(new HashMap<>(b.byPath));
    int[] counts = new int[n];
    for (int q = 1; q < n; q++) {
      counts[parents[q]]++;
    }
    children = new int[n][];
    for (int q = 0; q < n; q++) {
      children[q] = new int[counts[q]];
    }
    Arrays.fill(counts, 0);
    for (int q = 1; q < n; q++) {
      children[parents[q]][counts[parents[q]]++] = q;
    }
    int[] found = new int[n];
    int many = 0;
    for (int q = 0; q < n; q++) {
      if (children[q].length == 0) {
        found[many++] = q;
      }
    }
    leaves = Arrays.copyOf(found, many);
  }

  private QueueTree(QueueTree like, double[] weights) {
    paths = like.paths;
    parents = like.parents;
    children = like.children;
    leaves = like.leaves;
    byPath = like.byPath;
    this.weights = weights;
  }

  /** Returns a builder that contains the root. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the same hierarchy with other weights.
   *
   * @param newWeights by number, above 0 and finite, 1 for the root; copied
   * @throws IllegalArgumentException if a weight is invalid
   */
  public QueueTree withWeights(double[] newWeights) {
    for (int q = 0; q < paths.length; q++) {
      checkWeight(paths[q], newWeights[q]);
    }
    return new QueueTree(this, newWeights.clone());
  }

  private static void checkWeight(String queue, double weight) {
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("queue " + queue + ": weight " + weight);
    }
  }

  /** Returns the number of queues, the root included; 1 or more. */
  public int size() {
    return paths.length;
  }

  /** Returns the queue's path as in YARN, such as {@code root.a.b}. */
  public String path(int queue) {
    return paths[queue];
  }

  /** Returns the number of the queue with this path; -1 if there is none. */
  public int indexOf(String path) {
    return byPath.getOrDefault(path, -1);
  }

  /** Returns the parent's number; -1 for the root. */
  public int parent(int queue) {
    return parents[queue];
  }

  /** Returns the weight among siblings; positive and finite, 1 for the root. */
  public double weight(int queue) {
    return weights[queue];
  }

  public boolean isLeaf(int queue) {
    return children[queue].length == 0;
  }

  /** Returns the numbers of the children in ascending order; not a copy, must not change. */
  public int[] children(int queue) {
    return children[queue];
  }

  /** Returns the numbers of the leaves in ascending order; not a copy, must not change. */
  public int[] leaves() {
    return leaves;
  }

  /** Collects queues, parents first. Not thread-safe. */
  public static final class Builder {
    private final List<String> paths = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Double> weights = new ArrayList<>();
    private final Map<String, Integer> byPath = new HashMap<>();

    private Builder() {
      put(-1, "root", 1);
    }

    /**
     * Adds a queue.
     *
     * @param parent number of a queue added before
     * @param name last component of its path, not empty, without a dot
     * @param weight its weight among its siblings, above 0 and finite
     * @return its number
     * @throws IllegalArgumentException if an argument is invalid or the queue exists already
     */
    public int add(int parent, String name, double weight) {
      if (parent < 0 || parent >= paths.size()) {
        throw new IllegalArgumentException("queue " + name + ": no parent has number " + parent);
      }
      if (name.isEmpty() || name.indexOf('.') >= 0) {
        throw new IllegalArgumentException("'" + name + "' is not the last name of a queue");
      }
      checkWeight(name, weight);
      String path = paths.get(parent) + "." + name;
      if (byPath.containsKey(path)) {
        throw new IllegalArgumentException("queue " + path + " is there twice");
      }
      return put(parent, path, weight);
    }

    private int put(int parent, String path, double weight) {
      int number = paths.size();
      paths.add(path);
      parents.add(parent);
      weights.add(weight);
      byPath.put(path, number);
      return number;
    }

    public QueueTree build() {
      return new QueueTree(this);
    }
  }
}
