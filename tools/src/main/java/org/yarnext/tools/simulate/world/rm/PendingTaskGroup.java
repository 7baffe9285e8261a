// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

/** Waiting tasks of one stage with the same size, which share YARN's ResourceRequests. */
final class PendingTaskGroup {
  private final SimStage stage;
  private final int stageIndex;
  private final long allocationId;
  private final Resource size;
  private final Function<String, String> rackOfHost;
  private final TreeSet<Integer> waiting = new TreeSet<>();
  private final Map<Integer, Long> requestedMs = new HashMap<>();
  private final Map<String, Deque<Integer>> byHost = new HashMap<>();
  private final TreeMap<String, Integer> named = new TreeMap<>();
  private boolean changed;

  /**
   * @param allocationId unique within the stage
   * @param first any of the group's tasks
   * @param rackOfHost returns null for a host that is not in the cluster
   */
  PendingTaskGroup(
      SimStage stage,
      int stageIndex,
      long allocationId,
      SimTask first,
      Function<String, String> rackOfHost) {
    this.stage = stage;
    this.stageIndex = stageIndex;
    this.allocationId = allocationId;
    this.size = Resource.newInstance(first.memoryMb(), first.vcores(), first.otherResources());
    this.rackOfHost = rackOfHost;
  }

  SimStage stage() {
    return stage;
  }

  /** Returns the id, which is unique within the stage. */
  long allocationId() {
    return allocationId;
  }

  int stageIndex() {
    return stageIndex;
  }

  /**
   * Adds a waiting task.
   *
   * @param number number of the task in the stage
   */
  void want(int number, long nowMs) {
    waiting.add(number);
    requestedMs.put(number, nowMs);
    count(stage.tasks().get(number), 1);
    for (String host : stage.tasks().get(number).hosts()) {
      byHost.computeIfAbsent(host, h -> new ArrayDeque<>()).add(number);
    }
    changed = true;
  }

  /** Takes a task for a container on a host and returns its number; -1 if there is none. */
  int take(String host) {
    if (waiting.isEmpty()) {
      return -1;
    }
    int number = local(host);
    number = number < 0 ? waiting.first() : number;
    waiting.remove(number);
    count(stage.tasks().get(number), -1);
    changed = true;
    return number;
  }

  private int local(String host) {
    Deque<Integer> candidates = byHost.get(host);
    while (candidates != null && !candidates.isEmpty()) {
      int number = candidates.poll();
      if (waiting.contains(number)) {
        return number;
      }
    }
    return -1;
  }

  private void count(SimTask task, int more) {
    TreeSet<String> names = new TreeSet<>();
    for (String host : task.hosts()) {
      String rack = rackOfHost.apply(host);
      if (rack != null) {
        names.add(host);
        names.add(rack);
      }
    }
    names.forEach(name -> named.merge(name, more, Integer::sum));
  }

  /** Returns when a task began to wait, in ms. */
  long requestedMs(int number) {
    return requestedMs.get(number);
  }

  /**
   * Returns the changed requests with absolute counts, as MapReduce's Application Master sends
   * them; may be empty.
   */
  List<ResourceRequest> news() {
    List<ResourceRequest> news = new ArrayList<>();
    if (changed) {
      changed = false;
      named.forEach((name, count) -> news.add(request(name, count)));
      named.values().removeIf(count -> count == 0);
      news.add(request(ResourceRequest.ANY, waiting.size()));
    }
    return news;
  }

  private ResourceRequest request(String name, int count) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(stage.priority()))
        .resourceName(name)
        .capability(size)
        .numContainers(count)
        .relaxLocality(true)
        .allocationRequestId(allocationId)
        .executionTypeRequest(ExecutionTypeRequest.newInstance())
        .build();
  }
}
