// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
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
 * #ITSELF}, the only child where the queue is a leaf. Immutable and thread-safe.
 */
public final class AggregatedDemandView {
  /** Weight of a queue without weight, which gets only capacity that no other queue requests. */
  private static final double MIN_WEIGHT = 1e-6;

  /** Name of the extra child; never the name of a YARN queue. */
  private static final String ITSELF = "(itself)";

  private static final int NONE = -1;

  private final MergedQueues merged;
  private final ShareView view;
  private final String resource;

  private AggregatedDemandView(MergedQueues merged, ShareView view, String resource) {
    this.merged = merged;
    this.view = view;
    this.resource = resource;
  }

  /**
   * Aggregates the reports.
   *
   * @param reports one report for each sub-cluster
   * @throws IllegalArgumentException if a report is invalid; the message says why
   */
  public static AggregatedDemandView of(Collection<SubClusterDemand> reports) {
    return aggregate(new MergedQueues(tables(reports)), reports);
  }

  /**
   * Aggregates later reports. The queues are merged again only if a report has another {@link
   * ReportedQueueTable} than in this view; the result is the same as of {@link #of}.
   *
   * @param reports one report for each sub-cluster
   * @throws IllegalArgumentException if a report is invalid; the message says why
   */
  public AggregatedDemandView next(Collection<SubClusterDemand> reports) {
    List<ReportedQueueTable> tables = tables(reports);
    return aggregate(tables.equals(merged.tables) ? merged : new MergedQueues(tables), reports);
  }

  private static List<ReportedQueueTable> tables(Collection<SubClusterDemand> reports) {
    List<ReportedQueueTable> tables = new ArrayList<>(reports.size());
    reports.forEach(report -> tables.add(report.table()));
    return tables;
  }

  private static AggregatedDemandView aggregate(
      MergedQueues merged, Collection<SubClusterDemand> reports) {
    String resource = resource(reports);
    List<String> names = new ArrayList<>();
    double[] capacity = new double[reports.size()];
    for (SubClusterDemand report : reports) {
      capacity[names.size()] = report.capacity().getOrDefault(resource, 0.0);
      names.add(report.name());
    }
    QueueTree queues = merged.weighted(capacity);
    ShareView.Builder view = ShareView.builder(queues, names, capacity);
    int s = 0;
    for (SubClusterDemand report : reports) {
      fill(view, queues, s, report, resource, merged.located.get(s));
      s++;
    }
    return new AggregatedDemandView(merged, view.build(), resource);
  }

  private static void fill(
      ShareView.Builder view,
      QueueTree queues,
      int s,
      SubClusterDemand report,
      String resource,
      LocatedQueues located) {
    double[] used = new double[queues.size()];
    double[] waiting = new double[queues.size()];
    double[] max = new double[queues.size()];
    Arrays.fill(max, Double.POSITIVE_INFINITY);
    double[] reportedUsed = report.column(report.used(), resource);
    double[] reportedWaiting = report.column(report.waiting(), resource);
    for (int i = 0; i < located.numbers.length; i++) {
      if (!(report.table().maximum(i) >= 0)) {
        throw new IllegalArgumentException(
            "maximum of " + report.table().path(i) + " is " + report.table().maximum(i));
      }
      max[located.numbers[i]] = report.maximum(i, resource);
      int leaf = located.onlyChildren[i] == NONE ? located.numbers[i] : located.onlyChildren[i];
      if (queues.isLeaf(leaf)) {
        used[leaf] = reportedUsed[i];
        waiting[leaf] = reportedWaiting[i];
        report
            .users(report.table().path(i))
            .forEach(
                (user, amounts) ->
                    view.user(
                        leaf,
                        s,
                        user,
                        amounts.used().getOrDefault(resource, 0.0),
                        amounts.waiting().getOrDefault(resource, 0.0)));
      }
    }
    double[] counts = MaxCapacityLimits.limit(queues, used, waiting, max);
    for (int leaf : queues.leaves()) {
      view.leaf(leaf, s, used[leaf], counts[leaf]);
    }
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
      addDemand(report, demand);
    }
    reports.forEach(report -> capacity.keySet().retainAll(report.capacity().keySet()));
    return ScarcestResourceSelector.choose(demand, capacity).value();
  }

  /**
   * Adds what the leaf queues of a sub-cluster use, and what they wait for up to their parts of it.
   * So the requests of a queue make no resource the scarcest if that would cost others their parts
   * of another one.
   */
  private static void addDemand(SubClusterDemand report, Map<String, Double> demand) {
    ReportedQueueTable table = report.table();
    double[] counted = countedParts(report);
    for (String name : report.capacity().keySet()) {
      double[] used = report.column(report.used(), name);
      double[] waiting = report.column(report.waiting(), name);
      double sum = 0;
      for (int q = 0; q < counted.length; q++) {
        sum += table.isParent(q) ? 0 : used[q] + counted[q] * waiting[q];
      }
      demand.merge(name, sum, Double::sum);
    }
  }

  /**
   * Returns the fraction of each queue's pending demand that counts: as much as gives the queue its
   * part by weight, or its maximum if that is lower, of the resource of which it has most.
   */
  private static double[] countedParts(SubClusterDemand report) {
    ReportedQueueTable table = report.table();
    double[] has = new double[table.size()];
    double[] wants = new double[table.size()];
    report
        .capacity()
        .forEach(
            (name, all) -> {
              double[] used = report.column(report.used(), name);
              double[] waiting = report.column(report.waiting(), name);
              for (int q = 0; q < has.length && all > 0; q++) {
                has[q] = Math.max(has[q], used[q] / all);
                wants[q] = Math.max(wants[q], waiting[q] / all);
              }
            });
    double[] counted = new double[table.size()];
    for (int q = 0; q < counted.length; q++) {
      double room = Math.max(0, Math.min(table.part(q), table.maximum(q)) - has[q]);
      counted[q] = wants[q] > room ? room / wants[q] : 1;
    }
    return counted;
  }

  /** Where the queues of one sub-cluster are among all. Immutable. */
  private static final class LocatedQueues {
    /** Number of each queue in the merged tree. */
    final int[] numbers;

    /** Number of each queue's only child there, or {@link #NONE}. */
    final int[] onlyChildren;

    /** Numbers of those that have children here, without duplicates. */
    final int[] parents;

    LocatedQueues(ReportedQueueTable table, QueueTree tree) {
      numbers = new int[table.size()];
      onlyChildren = new int[table.size()];
      boolean[] isParent = new boolean[tree.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = tree.indexOf(table.path(i));
        isParent[tree.parent(numbers[i])] = true;
        onlyChildren[i] = NONE;
        if (!table.isParent(i) && !tree.isLeaf(numbers[i])) {
          onlyChildren[i] = tree.indexOf(table.path(i) + "." + ITSELF);
          isParent[numbers[i]] = true;
        }
      }
      parents = IntStream.range(0, isParent.length).filter(q -> isParent[q]).toArray();
    }
  }

  /**
   * The queues of all sub-clusters, merged by their paths. A leaf that is a parent in another
   * sub-cluster has an only child. Immutable.
   */
  private static final class MergedQueues {
    final List<ReportedQueueTable> tables;

    /** By sub-cluster. */
    final List<LocatedQueues> located = new ArrayList<>();

    /** All weights are 1. */
    private final QueueTree tree;

    /** The largest sum of the children's weights in a sub-cluster, by number of the parent. */
    private final double[] childWeights;

    MergedQueues(List<ReportedQueueTable> tables) {
      this.tables = tables;
      Map<ReportedQueueTable, LocatedQueues> distinct = new IdentityHashMap<>();
      tables.forEach(table -> distinct.put(table, null));
      Map<String, Double> parents = new HashMap<>();
      for (ReportedQueueTable table : distinct.keySet()) {
        childWeights(table).forEach((path, sum) -> parents.merge(path, sum, Math::max));
      }
      tree = tree(distinct.keySet(), parents.keySet());
      distinct.replaceAll((table, unknown) -> new LocatedQueues(table, tree));
      tables.forEach(table -> located.add(distinct.get(table)));
      childWeights = new double[tree.size()];
      for (int q = 0; q < childWeights.length; q++) {
        childWeights[q] = parents.getOrDefault(tree.path(q), 0.0);
      }
    }

    /** Returns the sum of the children's weights of each parent in one sub-cluster. */
    private static Map<String, Double> childWeights(ReportedQueueTable table) {
      Map<String, Double> sums = new HashMap<>();
      for (int i = 0; i < table.size(); i++) {
        sums.merge(ReportedQueueTable.parentPath(table.path(i)), table.weight(i), Double::sum);
      }
      return sums;
    }

    private static QueueTree tree(Collection<ReportedQueueTable> tables, Set<String> parents) {
      Set<String> paths = new TreeSet<>(); // parents first
      for (ReportedQueueTable table : tables) {
        for (int i = 0; i < table.size(); i++) {
          paths.add(table.path(i));
          if (!table.isParent(i) && parents.contains(table.path(i))) {
            paths.add(table.path(i) + "." + ITSELF);
          }
        }
      }
      QueueTree.Builder tree = QueueTree.builder();
      Map<String, Integer> numbers = new HashMap<>();
      numbers.put("root", QueueTree.ROOT);
      for (String path : paths) {
        Integer parent = numbers.get(ReportedQueueTable.parentPath(path));
        if (parent == null) {
          throw new IllegalArgumentException("queue " + path + " is reported without its parent");
        }
        numbers.put(path, tree.add(parent, path.substring(path.lastIndexOf('.') + 1), 1));
      }
      return tree.build();
    }

    /** Returns the queues with weights in proportion to the capacities of sub-clusters. */
    QueueTree weighted(double[] capacity) {
      double[] sums = new double[tree.size()];
      double[] sizes = new double[tree.size()];
      for (int s = 0; s < capacity.length; s++) {
        ReportedQueueTable table = tables.get(s);
        LocatedQueues here = located.get(s);
        for (int i = 0; i < here.numbers.length; i++) {
          sums[here.numbers[i]] += capacity[s] * table.weight(i);
          if (here.onlyChildren[i] != NONE) {
            sums[here.onlyChildren[i]] += capacity[s] * childWeights[here.numbers[i]];
          }
        }
        for (int parent : here.parents) {
          sizes[parent] += capacity[s];
        }
      }
      double[] weights = new double[tree.size()];
      weights[QueueTree.ROOT] = 1;
      for (int q = 1; q < weights.length; q++) {
        double size = sizes[tree.parent(q)];
        weights[q] = Math.max(MIN_WEIGHT, size > 0 ? sums[q] / size : 0);
      }
      return tree.withWeights(weights);
    }
  }

  public ShareView view() {
    return view;
  }

  /** Returns the resource that the view's amounts are of. */
  public String resource() {
    return resource;
  }
}
