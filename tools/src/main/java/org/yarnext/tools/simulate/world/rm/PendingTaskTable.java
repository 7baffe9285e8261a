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

/** All that one application asks for, by stage and size. */
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
