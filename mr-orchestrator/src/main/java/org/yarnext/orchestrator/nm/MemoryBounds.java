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
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.CgroupValues;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;

/** Decides and writes how a container's memory is bounded for it to have so much. Stateless. */
final class MemoryBounds {
  private final CgroupManager door;
  private final MinimumResources floors;

  MemoryBounds(CgroupManager door, MinimumResources floors) {
    this.door = door;
    this.floors = floors;
  }

  /** No more is taken than it can do without by now: it may have grown since a plan. */
  double kept(NodeTask task, double amount) throws IOException {
    double has = task.allocated(ResourceKind.MEMORY);
    if (amount >= has) {
      return amount;
    }
    double used = door.values().memoryUsage(task.launched().group()).workingSetBytes();
    return Math.min(has, Math.max(amount, task.leastMemory(used, floors)));
  }

  /**
   * What it can be killed for is never below what stock makes it: a task that grows between two
   * measurements would be killed that lives without us. Less than its token says is only asked for.
   */
  void give(NodeTask task, double amount) throws IOException {
    CgroupValues values = door.values();
    ContainerCgroup group = task.launched().group();
    double entitled = task.launched().entitled(ResourceKind.MEMORY);
    if (amount < entitled) {
      values.putBackMemoryLimit(group);
      values.setMemoryHigh(group, (long) amount);
    } else if (amount == entitled || amount <= values.originalMemoryLimit(group)) {
      values.putBack(group, ResourceKind.MEMORY);
    } else {
      values.putBackMemoryHigh(group);
      values.setMemoryLimit(group, (long) amount);
    }
  }
}
