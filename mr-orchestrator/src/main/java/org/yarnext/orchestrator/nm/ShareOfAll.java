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
import org.yarnext.orchestrator.nm.cgroup.GroupGoneException;
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
    try {
      if (journal.applies()) {
        tell(Math.round(entitled()));
      } else if (door.isShareOfAllSet()) {
        followThoseLeft();
      }
    } catch (IOException | IllegalArgumentException e) {
      journal.failed("give containers the share of CPU that is theirs together", e);
    }
  }

  private void tell(long share) throws IOException {
    if (share != 0 && share != told) {
      told = share;
      door.setShareOfAll(share);
    }
  }

  /**
   * In shadow none joins those that were placed before it was: what they have together shrinks as
   * they end, and is put back after the last of them.
   */
  private void followThoseLeft() throws IOException {
    long left = 0;
    for (String container : door.made()) {
      try {
        left += door.values().cpuShare(door.find(container));
      } catch (GroupGoneException e) {
        continue; // it ended meanwhile
      }
    }
    if (left == 0) {
      door.putBackShareOfAll();
    }
    tell(left);
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
