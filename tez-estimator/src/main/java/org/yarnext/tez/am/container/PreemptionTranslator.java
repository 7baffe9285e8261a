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
package org.yarnext.tez.am.container;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.yarnext.common.metrics.EventCounter;

/**
 * Translates the end of containers that YARN took away into preemptions: Tez knows no other way to
 * lose a container without a failure. MapReduce does not count such a container as a failure
 * either. Stateless.
 */
public final class PreemptionTranslator {
  /**
   * Diagnostics of the ResourceManager's SchedulerUtils; no exit status identifies such a
   * container.
   */
  private static final String RELEASED = "Container released by application";

  private PreemptionTranslator() {}

  /**
   * Translates the statuses for Tez.
   *
   * @param lost counts the containers taken away
   */
  public static List<ContainerStatus> told(List<ContainerStatus> statuses, EventCounter lost) {
    List<ContainerStatus> translated = new ArrayList<>(statuses.size());
    for (ContainerStatus status : statuses) {
      if (isTakenAway(status)) {
        lost.increment();
        translated.add(
            ContainerStatus.newInstance(
                status.getContainerId(),
                status.getState(),
                status.getDiagnostics(),
                ContainerExitStatus.PREEMPTED));
      } else {
        translated.add(status);
      }
    }
    return translated;
  }

  private static boolean isTakenAway(ContainerStatus status) {
    return status.getExitStatus() == ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER
        // This also covers any opportunistic container that runs when the ResourceManager misses
        // one.
        || status.getExitStatus() == ContainerExitStatus.ABORTED
            && !RELEASED.equals(status.getDiagnostics());
  }
}
