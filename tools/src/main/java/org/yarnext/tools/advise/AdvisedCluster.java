// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.site.StockScheduler;

/** The operator's cluster: nodes, scheduler and queues. Immutable. */
final class AdvisedCluster {
  private final ClusterTopology topology;
  private final StockScheduler scheduler;
  private final Set<String> queues;
  private final Map<String, String> keys;
  private final List<String> notes;

  /**
   * @param queues paths of leaf queues below root; empty if any queue is taken
   * @param keys keys of queues that the configuration lacks
   * @param notes where the values come from, a sentence each
   */
  AdvisedCluster(
      ClusterTopology topology,
      StockScheduler scheduler,
      Set<String> queues,
      Map<String, String> keys,
      List<String> notes) {
    this.topology = topology;
    this.scheduler = scheduler;
    this.queues = Collections.unmodifiableSet(new TreeSet<>(queues));
    this.keys = Collections.unmodifiableMap(new TreeMap<>(keys));
    this.notes = Collections.unmodifiableList(new ArrayList<>(notes));
  }

  ClusterTopology topology() {
    return topology;
  }

  StockScheduler scheduler() {
    return scheduler;
  }

  /** Returns keys of queues to add to the configuration. */
  Map<String, String> keys() {
    return keys;
  }

  List<String> notes() {
    return notes;
  }

  /**
   * Returns the queue of the cluster for one of a history.
   *
   * @param recorded a path, with or without root, or the name of a leaf
   * @return path below root; null if there is no such leaf queue, or several
   */
  String queue(String recorded) {
    String path = recorded.startsWith("root.") ? recorded.substring(5) : recorded;
    if (queues.isEmpty()) {
      return scheduler == StockScheduler.FAIR ? path : path.replace('.', '_');
    }
    if (queues.contains(path)) {
      return path;
    }
    String found = null;
    for (String queue : queues) {
      if (queue.endsWith("." + path)) {
        if (found != null) {
          return null;
        }
        found = queue;
      }
    }
    return found;
  }

  /** Returns the size of the cluster as a text. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d nodes with %d GB and %d vcores in all, %s",
        topology.nodes().size(),
        topology.memoryMb() >> 10,
        topology.vcores(),
        scheduler == StockScheduler.CAPACITY
            ? "CapacityScheduler"
            : scheduler == StockScheduler.FAIR ? "FairScheduler" : scheduler + " scheduler");
  }
}
