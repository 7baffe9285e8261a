// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

/** All outstanding requests of one application, by stage and size. */
final class PendingTaskTable {
  private final SimJob job;
  private final Function<String, String> rackOfHost;
  private final Map<String, PendingTaskGroup> groups = new LinkedHashMap<>();
  private final Map<Integer, Integer> groupsOfStage = new LinkedHashMap<>();

  PendingTaskTable(SimJob job, Function<String, String> rackOfHost) {
    this.job = job;
    this.rackOfHost = rackOfHost;
  }

  void want(int stageIndex, int number, long nowMs) {
    SimTask task = job.stages().get(stageIndex).tasks().get(number);
    String size = stageIndex + " " + task.memoryMb() + " " + task.vcores();
    if (!task.otherResources().isEmpty()) {
      size += " " + task.otherResources();
    }
    groups.computeIfAbsent(size, s -> group(stageIndex, task)).want(number, nowMs);
  }

  private PendingTaskGroup group(int stageIndex, SimTask task) {
    int id = groupsOfStage.merge(stageIndex, 1, Integer::sum) - 1;
    return new PendingTaskGroup(job.stages().get(stageIndex), stageIndex, id, task, rackOfHost);
  }

  /** Returns the requests that have changed since the last call. */
  List<ResourceRequest> news() {
    List<ResourceRequest> news = new ArrayList<>();
    groups.values().forEach(group -> news.addAll(group.news()));
    return news;
  }

  /** Returns the group that a container belongs to; null if there is none. */
  PendingTaskGroup answered(Container container) {
    for (PendingTaskGroup group : groups.values()) {
      SimStage stage = group.stage();
      if (stage.priority() == container.getPriority().getPriority()
          && group.allocationId() == container.getAllocationRequestId()) {
        return group;
      }
    }
    return null;
  }
}
