// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Generates cluster set-ups: hierarchies, sub-cluster sizes and demands, after Hydra's Figure 5.
 */
public final class RandomShares {
  private static final double MB_A_CORE = 4_096;

  private RandomShares() {}

  /** A small one with round numbers, full of ties, empty queues and empty sub-clusters. */
  static ShareView small(long seed, boolean flat) {
    Random random = new Random(seed);
    Random users = new Random(~seed);
    QueueTree.Builder tree = QueueTree.builder();
    int queues = 1 + random.nextInt(flat ? 6 : 9);
    List<Integer> parents = new ArrayList<>();
    parents.add(QueueTree.ROOT);
    for (int i = 0; i < queues; i++) {
      int parent = flat ? 0 : parents.get(random.nextInt(parents.size()));
      parents.add(tree.add(parent, "q" + i, 1 + random.nextInt(5)));
    }
    QueueTree built = tree.build();
    int width = 1 + random.nextInt(4);
    List<String> names = new ArrayList<>();
    double[] capacity = new double[width];
    for (int s = 0; s < width; s++) {
      names.add("sc" + s);
      capacity[s] = random.nextInt(8) == 0 ? 0 : 10 * random.nextInt(8);
    }
    ShareView.Builder view = ShareView.builder(built, names, capacity);
    for (int leaf : built.leaves()) {
      for (int s = 0; s < width; s++) {
        if (random.nextInt(5) < 3) {
          view.leaf(leaf, s, random.nextInt(10), random.nextInt(4) == 0 ? 0 : random.nextInt(50));
        }
        if (users.nextBoolean()) { // they may have more than the queue, or less
          view.user(leaf, s, "u" + users.nextInt(3), users.nextInt(10), users.nextInt(50));
        }
      }
    }
    return view.build();
  }

  /**
   * A large one: queues 5 to 12 deep, demands of very different sizes.
   *
   * @param spread in how many sub-clusters a leaf has demand, at most
   * @param load demand in parts of the capacity
   */
  public static ShareView large(long seed, int queues, int subClusters, int spread, double load) {
    Random random = new Random(seed);
    QueueTree built = deep(random, queues);
    List<String> names = new ArrayList<>();
    double[] capacity = new double[subClusters];
    double whole = 0;
    for (int s = 0; s < subClusters; s++) {
      names.add("sc" + s);
      capacity[s] = (2000 + random.nextInt(1001)) * 131072.0;
      whole += capacity[s];
    }
    int[] leaves = built.leaves();
    double[] size = new double[leaves.length];
    double sum = 0;
    for (int i = 0; i < leaves.length; i++) {
      size[i] = Math.exp(1.5 * random.nextGaussian());
      sum += size[i];
    }
    ShareView.Builder view = ShareView.builder(built, names, capacity);
    for (int i = 0; i < leaves.length; i++) {
      double demand = load * whole * size[i] / sum;
      double[] part = new double[subClusters];
      double parts = 0;
      for (int k = 1 + random.nextInt(spread); k > 0; k--) {
        double p = 0.1 + random.nextDouble();
        part[random.nextInt(subClusters)] += p;
        parts += p;
      }
      for (int s = 0; s < subClusters; s++) {
        double here = Math.floor(demand * part[s] / parts);
        double used = Math.floor(here * random.nextDouble());
        view.leaf(leaves[i], s, used, here - used);
      }
    }
    return view.build();
  }

  /**
   * Reports that add up to a view: all queues are configured in all sub-clusters, and most are idle
   * in most of them.
   *
   * @param progress a part of what queues wait for that they use instead, from 0 to 1
   */
  public static List<SubClusterDemand> reports(ShareView view, double progress) {
    QueueTree tree = view.queues();
    List<SubClusterDemand> reports = new ArrayList<>();
    for (int s = 0; s < view.subClusters(); s++) {
      Map<String, QueueDemand> queues = new HashMap<>();
      for (int q = 1; q < tree.size(); q++) {
        double waiting = Math.floor((view.demand(q, s) - view.used(q, s)) * (1 - progress));
        queues.put(
            tree.path(q),
            QueueDemand.of(1 + q % 10, amounts(view.demand(q, s) - waiting), amounts(waiting))
                .atMost(1));
      }
      reports.add(SubClusterDemand.of(view.subCluster(s), amounts(view.capacity(s)), queues));
    }
    return reports;
  }

  private static Map<String, Double> amounts(double mb) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put(ScarcestResourceSelector.MEMORY, mb);
    amounts.put("vcores", Math.floor(mb / MB_A_CORE));
    return amounts;
  }

  /** The first 5 to 12 levels are one path; the others hang where the depth stays in bounds. */
  private static QueueTree deep(Random random, int queues) {
    QueueTree.Builder tree = QueueTree.builder();
    List<int[]> inner = new ArrayList<>();
    inner.add(new int[] {QueueTree.ROOT, 0});
    for (int i = 1; i < queues; i++) {
      int[] parent = inner.get(i < 12 ? inner.size() - 1 : random.nextInt(inner.size()));
      int depth = parent[1] + 1;
      int number = tree.add(parent[0], "q" + i, 1 + random.nextInt(10));
      if (depth < 5 || (depth < 12 && random.nextInt(4) == 0)) {
        inner.add(new int[] {number, depth});
      }
    }
    return tree.build();
  }
}
