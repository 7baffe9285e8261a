/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.policy.share;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the reports of all sub-clusters together into the view that shares are decided from (Hydra
 * section 4.2, "aggregated view"): the queues of all of them, weighted by what each sub-cluster
 * has, and the one resource that is divided.
 *
 * <p>A queue that is a leaf in one sub-cluster and a parent in another is a parent: what is used in
 * it directly cannot be divided and does not count. Immutable.
 */
public final class AggregatedView {
  /** What a queue of no weight counts, so that it gets what nobody else wants. */
  private static final double LEAST_WEIGHT = 1e-6;

  private final ShareView view;
  private final String resource;

  private AggregatedView(ShareView view, String resource) {
    this.view = view;
    this.resource = resource;
  }

  /**
   * @param reports one a sub-cluster, each name once
   * @throws IllegalArgumentException if a number of a report is absurd, naming it
   */
  public static AggregatedView of(Collection<SubClusterDemand> reports) {
    String resource = resource(reports);
    QueueTree queues = queues(reports, resource);
    List<String> names = new ArrayList<>();
    double[] capacity = new double[reports.size()];
    for (SubClusterDemand report : reports) {
      capacity[names.size()] = report.capacity().getOrDefault(resource, 0.0);
      names.add(report.name());
    }
    ShareView.Builder view = ShareView.builder(queues, names, capacity);
    int s = 0;
    for (SubClusterDemand report : reports) {
      for (Map.Entry<String, SubClusterDemand.QueueDemand> e : report.queues().entrySet()) {
        int queue = queues.indexOf(e.getKey());
        if (queues.isLeaf(queue)) {
          view.leaf(
              queue,
              s,
              e.getValue().used().getOrDefault(resource, 0.0),
              e.getValue().waiting().getOrDefault(resource, 0.0));
        }
      }
      s++;
    }
    return new AggregatedView(view.build(), resource);
  }

  private static String resource(Collection<SubClusterDemand> reports) {
    Map<String, Double> capacity = new HashMap<>();
    Map<String, Double> demand = new HashMap<>();
    for (SubClusterDemand report : reports) {
      report.capacity().forEach((name, amount) -> capacity.merge(name, amount, Double::sum));
      for (Map.Entry<String, SubClusterDemand.QueueDemand> e : report.queues().entrySet()) {
        if (e.getKey().indexOf('.') == e.getKey().lastIndexOf('.')) { // below the root
          e.getValue().used().forEach((name, amount) -> demand.merge(name, amount, Double::sum));
          e.getValue().waiting().forEach((name, amount) -> demand.merge(name, amount, Double::sum));
        }
      }
    }
    return DividedResource.choose(demand, capacity).value();
  }

  private static QueueTree queues(Collection<SubClusterDemand> reports, String resource) {
    Map<String, double[]> weights = new TreeMap<>(); // parents first
    for (SubClusterDemand report : reports) {
      double has = report.capacity().getOrDefault(resource, 0.0);
      report
          .queues()
          .forEach(
              (path, queue) -> {
                double[] sums = weights.computeIfAbsent(path, p -> new double[2]);
                sums[0] += has * queue.weight();
                sums[1] += has;
              });
    }
    QueueTree.Builder tree = QueueTree.builder();
    Map<String, Integer> numbers = new HashMap<>();
    numbers.put("root", QueueTree.ROOT);
    weights.forEach(
        (path, sums) -> {
          int dot = path.lastIndexOf('.');
          Integer parent = dot < 0 ? null : numbers.get(path.substring(0, dot));
          if (parent == null) {
            throw new IllegalArgumentException("queue " + path + " is reported without its parent");
          }
          double weight = sums[1] > 0 ? sums[0] / sums[1] : 0;
          numbers.put(
              path, tree.add(parent, path.substring(dot + 1), Math.max(LEAST_WEIGHT, weight)));
        });
    return tree.build();
  }

  public ShareView view() {
    return view;
  }

  /** The resource that the view's amounts are of. */
  public String resource() {
    return resource;
  }
}
