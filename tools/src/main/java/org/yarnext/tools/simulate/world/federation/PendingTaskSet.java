// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

/**
 * Tasks of one stage and size that an application has not started. For a container it takes a task
 * whose data are on the container's host, else one with data in its rack, else the next task, as
 * MapReduce's Application Master does. Not thread-safe.
 */
final class PendingTaskSet {
  final RequestKey key;
  final int stage;
  final long mb;
  final int vcores;
  private final List<SimTask> tasks = new ArrayList<>();
  private final Function<String, String> racks;
  private final Map<String, Bag> bags = new HashMap<>();
  private final Set<String> changed = new LinkedHashSet<>();
  private boolean[] taken;
  private int next;
  private int left;
  long requestedMs;

  /** Tasks that prefer one host or rack; tasks that were taken are dropped when encountered. */
  private static final class Bag {
    int count;
    private int[] tasks = new int[2];
    private int size;

    void add(int task) {
      tasks = size == tasks.length ? Arrays.copyOf(tasks, 2 * size) : tasks;
      tasks[size++] = task;
      count++;
    }
  }

  private PendingTaskSet(
      RequestKey key, int stage, long mb, int vcores, Function<String, String> racks) {
    this.key = key;
    this.stage = stage;
    this.mb = mb;
    this.vcores = vcores;
    this.racks = racks;
  }

  /** Returns the request of an Application Master's container. */
  static PendingTaskSet master(long mb, int vcores) {
    return new PendingTaskSet(RequestKey.of(0, 0, "master"), -1, mb, vcores, host -> null);
  }

  /**
   * Returns the tasks of a stage by size.
   *
   * @param racks returns the rack of a host; null for an unknown host
   * @param rounded rounds memory as YARN does
   */
  static List<PendingTaskSet> of(
      SimJob job, int stage, Function<String, String> racks, Function<Long, Long> rounded) {
    SimStage of = job.stages().get(stage);
    Map<String, PendingTaskSet> bySize = new LinkedHashMap<>();
    PendingTaskSet last = null;
    for (SimTask task : of.tasks()) {
      long mb = rounded.apply(task.memoryMb());
      if (last == null || last.mb != mb || last.vcores != task.vcores()) {
        last =
            bySize.computeIfAbsent(
                mb + "x" + task.vcores(),
                size ->
                    new PendingTaskSet(
                        RequestKey.of(of.priority(), 0, size).sized(mb),
                        stage,
                        mb,
                        task.vcores(),
                        racks));
      }
      last.tasks.add(task);
    }
    bySize.values().forEach(PendingTaskSet::index);
    return new ArrayList<>(bySize.values());
  }

  private void index() {
    taken = new boolean[tasks.size()];
    left = taken.length;
    for (int t = 0; t < taken.length; t++) {
      for (String name : names(tasks.get(t))) {
        bags.computeIfAbsent(name, n -> new Bag()).add(t);
        changed.add(name);
      }
    }
  }

  /** Returns the task's hosts in the cluster and their racks, each once. */
  private List<String> names(SimTask task) {
    if (task.hosts().isEmpty()) {
      return Collections.emptyList();
    }
    List<String> names = new ArrayList<>(2 * task.hosts().size());
    for (String host : task.hosts()) {
      String rack = racks.apply(host);
      if (rack != null) {
        names.add(host);
        if (!names.contains(rack)) {
          names.add(rack);
        }
      }
    }
    return names;
  }

  /** Returns the request entries that differ from those that the ResourceManager knows. */
  List<RequestEntry> news() {
    List<RequestEntry> entries = new ArrayList<>(changed.size() + 1);
    for (String name : changed) {
      Bag bag = bags.get(name);
      entries.add(RequestEntry.of(key, name, bag == null ? 0 : bag.count, true));
    }
    changed.clear();
    entries.add(RequestEntry.of(key, RequestEntry.ANY, left, true));
    return entries;
  }

  boolean hasNews() {
    return !changed.isEmpty();
  }

  /** Returns the number of tasks that have not started. */
  int left() {
    return left;
  }

  /** Takes a task for a container on this node; there must be one left. */
  SimTask start(SubClusterNode node) {
    int task = from(node.host);
    task = task < 0 ? from(node.rack) : task;
    while (task < 0) {
      task = taken[next] ? -1 : next;
      next++;
    }
    taken[task] = true;
    left--;
    for (String name : names(tasks.get(task))) {
      Bag bag = bags.get(name);
      if (--bag.count == 0) {
        bags.remove(name);
      }
      // The ResourceManager decrements the names of the granted node itself.
      if (!name.equals(node.host) && !name.equals(node.rack)) {
        changed.add(name);
      }
    }
    return tasks.get(task);
  }

  private int from(String name) {
    Bag bag = bags.get(name);
    while (bag != null && bag.size > 0) {
      int task = bag.tasks[--bag.size];
      if (!taken[task]) {
        return task;
      }
    }
    return -1;
  }
}
