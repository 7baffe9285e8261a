// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Queues of a workload's jobs, which are the same in every sub-cluster, with the capacities in the
 * CapacityScheduler's configuration. Siblings without a configured capacity get equal ones.
 * Immutable.
 */
final class QueueCapacities {
  static final double ALL = 100;
  private final QueueTree tree;
  private final double[] configured;
  private final Map<String, Integer> byName = new TreeMap<>();

  QueueCapacities(Workload workload, Configuration conf) {
    TreeSet<String> paths = new TreeSet<>();
    for (SimJob job : workload.jobs()) {
      String path = "root." + job.queue();
      for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
        if (dot > "root".length()) {
          paths.add(path.substring(0, dot));
        }
      }
      paths.add(path);
    }
    QueueTree.Builder builder = QueueTree.builder();
    Map<String, Integer> numbers = new TreeMap<>();
    numbers.put("root", QueueTree.ROOT);
    for (String path : paths) {
      int dot = path.lastIndexOf('.');
      numbers.put(
          path, builder.add(numbers.get(path.substring(0, dot)), path.substring(dot + 1), 1));
    }
    tree = builder.build();
    configured = new double[tree.size()];
    configured[QueueTree.ROOT] = ALL;
    for (int q = 0; q < configured.length; q++) {
      configure(tree.children(q), conf);
    }
    for (SimJob job : workload.jobs()) {
      int leaf = tree.indexOf("root." + job.queue());
      if (!tree.isLeaf(leaf)) {
        throw new SimulationException(
            "queue " + job.queue() + " has both jobs and child queues: remove one of the two");
      }
      byName.put(job.queue(), leaf);
    }
  }

  private void configure(int[] siblings, Configuration conf) {
    double sum = 0;
    for (int q : siblings) {
      String key = FederationSettings.CAPACITY + tree.path(q) + ".capacity";
      configured[q] = conf.getFloat(key, (float) (ALL / siblings.length));
      sum += configured[q];
    }
    if (siblings.length > 0 && Math.abs(sum - ALL) > 0.01) {
      throw new SimulationException(
          "the capacities of the queues below "
              + tree.path(tree.parent(siblings[0]))
              + " sum up to "
              + sum
              + ": make that 100");
    }
  }

  QueueTree tree() {
    return tree;
  }

  /** Returns the capacity in percent of the parent's. */
  double configured(int queue) {
    return configured[queue];
  }

  int leaf(SimJob job) {
    return byName.get(job.queue());
  }
}
