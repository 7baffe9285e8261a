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
import org.yarnext.orchestrator.nm.cgroup.CgroupDoor;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Decides what share of the host's CPU the groups that were made here have together: what their
 * containers' tokens say. The kernel gives a group as much as a single thread beside it, so that
 * with less they would be starved by what runs beside them, the daemons and containers without a
 * group, and with more starve it. Not thread-safe.
 */
final class ShareOfAll {
  private final LocalTasks tasks;
  private final CgroupDoor door;
  private final LocalJournal journal;

  /** In millicores; 0 before the first. */
  private long told;

  ShareOfAll(LocalTasks tasks, CgroupDoor door, LocalJournal journal) {
    this.tasks = tasks;
    this.door = door;
    this.journal = journal;
  }

  /** Follows what containers there are. */
  void follow() {
    long share = Math.round(entitled());
    if (!journal.applies() || share == 0 || share == told) {
      return;
    }
    told = share;
    try {
      door.setShareOfAll(share);
    } catch (IOException | IllegalArgumentException e) {
      journal.failed("give containers the share of CPU that is theirs together", e);
    }
  }

  private double entitled() {
    double entitled = 0;
    for (LocalTask task : tasks.all()) {
      if (task.launched().hasOwnGroup()) {
        entitled += task.launched().entitled(ResourceKind.CPU);
      }
    }
    return entitled;
  }
}
