// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Aggregates the reports of all sub-clusters into the input of the decision on shares (Hydra
 * section 4.2, "aggregated view"). It merges their queues with weights in proportion to each
 * sub-cluster's capacity, limits demand to maximum capacities, and selects the one resource that is
 * divided.
 *
 * <p>A queue has weight 0 in sub-clusters where it does not exist, so its part of the whole is the
 * sum of its parts of the sub-clusters. A queue that is a leaf in one sub-cluster and a parent in
 * another counts as a parent. Its own usage and demand are those of an extra child, {@link
 * #ITSELF}, the only child where the queue is a leaf. Immutable.
 */
public final class AggregatedDemandView {
  /** Weight of a queue without weight, which gets only what no other queue wants. */
  private static final double MIN_WEIGHT = 1e-6;

  /** Name of the extra child; never the name of a YARN queue. */
  private static final String ITSELF = "(itself)";

  private final ShareView view;
  private final String resource;

  private AggregatedDemandView(ShareView view, String resource) {
    this.view = view;
    this.resource = resource;
  }

  /**
   * Aggregates the reports.
   *
   * @param given one report for each sub-cluster
   * @throws IllegalArgumentException if a report is invalid; the message says why
   */
  public static AggregatedDemandView of(Collection<SubClusterDemand> given) {
    List<SubClusterDemand> reports = withOnlyChildren(given);
    String resource = resource(reports);
    QueueTree queues = queues(reports, resource);
    List<String> names = new ArrayList<>();
    double[] capacity = new double[reports.size()];
    for (SubClusterDemand report : reports) {
      capacity[names.size()] = report.capacity().getOrDefault(resource, 0.0);
      names.add(report.name());
    }
    ShareView.Builder view = ShareView.builder(queues, names, capacity);
    for (int s = 0; s < reports.size(); s++) {
      fill(view, queues, s, reports.get(s), resource);
    }
    return new AggregatedDemandView(view.build(), resource);
  }

  private static void fill(
      ShareView.Builder view, QueueTree queues, int s, SubClusterDemand report, String resource) {
    double[] used = new double[queues.size()];
    double[] waiting = new double[queues.size()];
    double[] max = new double[queues.size()];
    Arrays.fill(max, Double.POSITIVE_INFINITY);
    report
        .queues()
        .forEach(
            (path, queue) -> {
              if (!(queue.maximum() >= 0)) {
                throw new IllegalArgumentException("maximum of " + path + " is " + queue.maximum());
              }
              int q = queues.indexOf(path);
              max[q] = report.maximum(queue, resource);
              if (queues.isLeaf(q)) {
                used[q] = queue.used().getOrDefault(resource, 0.0);
                waiting[q] = queue.waiting().getOrDefault(resource, 0.0);
              }
            });
    double[] counts = MaxCapacityLimits.limit(queues, used, waiting, max);
    for (int leaf : queues.allLeaves()) {
      view.leaf(leaf, s, used[leaf], counts[leaf]);
    }
  }

  /**
   * Returns the reports, with an only child added to each leaf that is a parent in another
   * sub-cluster.
   */
  private static List<SubClusterDemand> withOnlyChildren(Collection<SubClusterDemand> reports) {
    Map<String, Double> parents = new HashMap<>();
    for (SubClusterDemand report : reports) {
      childWeights(report).forEach((path, sum) -> parents.merge(path, sum, Math::max));
    }
    List<SubClusterDemand> alike = new ArrayList<>();
    for (SubClusterDemand report : reports) {
      Map<String, SubClusterDemand.QueueDemand> queues = new HashMap<>(report.queues());
      Map<String, Double> own = childWeights(report);
      report
          .queues()
          .forEach(
              (path, queue) -> {
                if (parents.containsKey(path) && !own.containsKey(path)) {
                  queues.put(
                      path + "." + ITSELF,
                      SubClusterDemand.QueueDemand.of(
                          parents.get(path), queue.used(), queue.waiting()));
                }
              });
      alike.add(SubClusterDemand.of(report.name(), report.capacity(), queues));
    }
    return alike;
  }

  /** Returns the sum of the children's weights of each parent in one sub-cluster. */
  private static Map<String, Double> childWeights(SubClusterDemand report) {
    Map<String, Double> sums = new HashMap<>();
    report.queues().forEach((path, queue) -> sums.merge(parent(path), queue.weight(), Double::sum));
    return sums;
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  /**
   * Returns the scarcest resource among those that all sub-clusters report, as others cannot be
   * divided everywhere.
   */
  private static String resource(Collection<SubClusterDemand> reports) {
    Map<String, Double> capacity = new HashMap<>();
    Map<String, Double> demand = new HashMap<>();
    for (SubClusterDemand report : reports) {
      report.capacity().forEach((name, amount) -> capacity.merge(name, amount, Double::sum));
      for (String name : report.capacity().keySet()) {
        demand.merge(name, wanted(report, name), Double::sum);
      }
    }
    reports.forEach(report -> capacity.keySet().retainAll(report.capacity().keySet()));
    return ScarcestResourceSelector.choose(demand, capacity).value();
  }

  /**
   * Returns the used and pending amount of all queues of a sub-cluster, limited by their maxima.
   */
  private static double wanted(SubClusterDemand report, String resource) {
    List<String> paths = new ArrayList<>(report.queues().keySet());
    Collections.reverse(paths); // parents last
    Map<String, Double> below = new HashMap<>();
    for (String path : paths) {
      SubClusterDemand.QueueDemand queue = report.queues().get(path);
      double used = queue.used().getOrDefault(resource, 0.0);
      Double children = below.get(path);
      double all = children == null ? used + queue.waiting().getOrDefault(resource, 0.0) : children;
      double wanted = Math.max(used, Math.min(all, report.maximum(queue, resource)));
      below.merge(parent(path), wanted, Double::sum);
    }
    return below.getOrDefault("root", 0.0);
  }

  private static QueueTree queues(Collection<SubClusterDemand> reports, String resource) {
    Map<String, Double> weights = new TreeMap<>(); // parents first
    Map<String, Double> sizes = new HashMap<>();
    for (SubClusterDemand report : reports) {
      double has = report.capacity().getOrDefault(resource, 0.0);
      report
          .queues()
          .forEach((path, queue) -> weights.merge(path, has * queue.weight(), Double::sum));
      childWeights(report).keySet().forEach(parent -> sizes.merge(parent, has, Double::sum));
    }
    QueueTree.Builder tree = QueueTree.builder();
    Map<String, Integer> numbers = new HashMap<>();
    numbers.put("root", QueueTree.ROOT);
    weights.forEach(
        (path, sum) -> {
          int dot = path.lastIndexOf('.');
          Integer parent = numbers.get(parent(path));
          if (parent == null) {
            throw new IllegalArgumentException("queue " + path + " is reported without its parent");
          }
          double size = sizes.get(parent(path));
          double weight = size > 0 ? sum / size : 0;
          numbers.put(
              path, tree.add(parent, path.substring(dot + 1), Math.max(MIN_WEIGHT, weight)));
        });
    return tree.build();
  }

  public ShareView view() {
    return view;
  }

  /** Returns the resource that the view's amounts are of. */
  public String resource() {
    return resource;
  }
}
