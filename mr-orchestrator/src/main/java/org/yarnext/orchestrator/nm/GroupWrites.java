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
import org.yarnext.orchestrator.nm.cgroup.CgroupGoneException;

/**
 * Writes to containers' groups so that what fails for one is counted and leaves the others alone;
 * one whose group has gone has ended. Not thread-safe.
 */
final class GroupWrites {
  private final TaskRegistry tasks;
  private final NodeOrchestratorMetrics journal;

  GroupWrites(TaskRegistry tasks, NodeOrchestratorMetrics journal) {
    this.tasks = tasks;
    this.journal = journal;
  }

  /** What is written to one container's group. */
  interface Write {
    void run() throws IOException;
  }

  /**
   * @param what is done, before the container's id in the log
   * @return whether it was done
   */
  boolean attempt(String what, NodeTask task, Write write) {
    try {
      write.run();
      return true;
    } catch (CgroupGoneException e) {
      tasks.end(task.launched().container());
    } catch (IOException | IllegalArgumentException e) {
      journal.failed(what + " " + task.launched().container(), e);
    }
    return false;
  }
}
