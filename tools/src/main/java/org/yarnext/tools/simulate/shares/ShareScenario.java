// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.tools.simulate.engine.RandomStreams;

/**
 * One generated set-up of Hydra's Figure 5: a federation, its queues, and their demand in each
 * sub-cluster. The paper has hundreds of them, with "a few tens of sub-clusters" and "queue
 * hierarchies of varying sizes and complexities". Amounts are in containers. Immutable.
 *
 * <p>The paper does not say how demand is distributed. Here a leaf's demand is log-normal, in some
 * set-ups in proportion to its share of the cluster, and spread over an eighth to all of the
 * sub-clusters, popular ones more often.
 */
public final class ShareScenario {
  private static final int CONTAINERS_A_NODE = 32;

  private final long seed;
  private final int nodes;
  private final int depth;
  private final double load;
  private final int spread;
  private final ShareView view;

  private ShareScenario(long seed, int nodes, int depth, double load, int spread, ShareView view) {
    this.seed = seed;
    this.nodes = nodes;
    this.depth = depth;
    this.load = load;
    this.spread = spread;
    this.view = view;
  }

  /**
   * Makes a random set-up.
   *
   * @param nodes average number of nodes per sub-cluster; each has between half and one and a half
   *     times as many; above 1
   */
  public static ShareScenario make(long seed, int nodes) {
    Random random = new RandomStreams(seed).stream("set-up");
    int width = 10 + random.nextInt(31);
    List<String> names = new ArrayList<>();
    double[] capacity = new double[width];
    int all = 0;
    for (int s = 0; s < width; s++) {
      int here = nodes / 2 + random.nextInt(nodes + 1);
      names.add("sc" + s);
      capacity[s] = (double) here * CONTAINERS_A_NODE;
      all += here;
    }
    int depth = 1 + random.nextInt(8);
    int leaves = (int) Math.round(Math.exp(uniform(random, Math.log(30), Math.log(1_000))));
    QueueTree queues = queues(random, depth, leaves);
    double load = Math.exp(uniform(random, Math.log(0.6), Math.log(1.6)));
    int spread = 1 + width / 8 + random.nextInt(width - width / 8);
    ShareView.Builder view = ShareView.builder(queues, names, capacity);
    demand(random, queues, spread, load * all * CONTAINERS_A_NODE, width, view);
    return new ShareScenario(seed, all, depth, load, spread, view.build());
  }

  /**
   * Makes a hierarchy: inner queues get children until there are enough leaves or the depth is
   * reached.
   */
  private static QueueTree queues(Random random, int depth, int leaves) {
    QueueTree.Builder tree = QueueTree.builder();
    List<Integer> level = new ArrayList<>();
    level.add(QueueTree.ROOT);
    double fanOut = Math.pow(leaves, 1.0 / depth);
    int made = 0;
    for (int d = 1; d <= depth; d++) {
      List<Integer> next = new ArrayList<>();
      for (int parent : level) {
        boolean ends = d > 2 && random.nextInt(6) == 0;
        int children = ends ? 0 : (int) Math.max(1, Math.round(fanOut * uniform(random, 0.5, 1.5)));
        for (int c = 0; c < children; c++) {
          next.add(tree.add(parent, "q" + made++, 1 + random.nextInt(10)));
        }
      }
      level = next;
    }
    return tree.build();
  }

  private static void demand(
      Random random,
      QueueTree queues,
      int spread,
      double containers,
      int width,
      ShareView.Builder view) {
    int[] leaves = queues.leaves();
    double[] size = new double[leaves.length];
    double[] popularity = new double[width];
    double sigma = uniform(random, 0.2, 1.2);
    double skew = uniform(random, 0, 0.5);
    boolean byWeight = random.nextBoolean();
    double sum = 0;
    for (int s = 0; s < width; s++) {
      popularity[s] = Math.exp(skew * random.nextGaussian());
    }
    for (int i = 0; i < leaves.length; i++) {
      size[i] = Math.exp(sigma * random.nextGaussian()) * (byWeight ? part(queues, leaves[i]) : 1);
      sum += size[i];
    }
    for (int i = 0; i < leaves.length; i++) {
      double[] part = places(random, popularity, spread);
      for (int s = 0; s < width; s++) {
        double here = Math.floor(containers * size[i] / sum * part[s]);
        double used = Math.floor(here * random.nextDouble());
        view.leaf(leaves[i], s, used, here - used);
      }
    }
  }

  /** Returns the share of a queue's demand in each sub-cluster. */
  private static double[] places(Random random, double[] popularity, int draws) {
    double[] part = new double[popularity.length];
    double all = 0;
    for (double each : popularity) {
      all += each;
    }
    double sum = 0;
    for (int k = 0; k < draws; k++) {
      double point = random.nextDouble() * all;
      int s = 0;
      while (s < part.length - 1 && point >= popularity[s]) {
        point -= popularity[s++];
      }
      double more = 0.1 + random.nextDouble();
      part[s] += more;
      sum += more;
    }
    for (int s = 0; s < part.length; s++) {
      part[s] /= sum;
    }
    return part;
  }

  /** Returns a leaf's share of the cluster by weights alone. */
  private static double part(QueueTree queues, int leaf) {
    double part = 1;
    for (int q = leaf; q != QueueTree.ROOT; q = queues.parent(q)) {
      double all = 0;
      for (int sibling : queues.children(queues.parent(q))) {
        all += queues.weight(sibling);
      }
      part *= queues.weight(q) / all;
    }
    return part;
  }

  private static double uniform(Random random, double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  public long seed() {
    return seed;
  }

  /** Returns the number of nodes of all sub-clusters. */
  public int nodes() {
    return nodes;
  }

  /** Returns the depth of the hierarchy, without the root. */
  public int depth() {
    return depth;
  }

  /** Returns the approximate ratio of demand to capacity. */
  public double load() {
    return load;
  }

  /** Returns the maximum number of sub-clusters in which a queue has demand. */
  public int spread() {
    return spread;
  }

  /** Returns the demand and the capacity, in containers. */
  public ShareView view() {
    return view;
  }
}
