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
package org.yarnext.elastic.rm;

import org.yarnext.elastic.policy.timeline.JobOrder;

/** What estimates must know of a scheduler's own rules. Immutable. */
final class SchedulerRules {
  private final JobOrder order;
  private final double reservable;
  private final boolean countsVcores;

  /**
   * @param order who gets the next free room
   * @param reservable the part of all nodes that the scheduler lets one job reserve, 0 to 1
   * @param countsVcores whether a container needs free vcores on its node, not memory alone
   */
  SchedulerRules(JobOrder order, double reservable, boolean countsVcores) {
    this.order = order;
    this.reservable = reservable;
    this.countsVcores = countsVcores;
  }

  JobOrder order() {
    return order;
  }

  /** How many of so many nodes one job may reserve. */
  int mostReserved(int nodes) {
    return (int) Math.ceil(reservable * nodes);
  }

  boolean countsVcores() {
    return countsVcores;
  }
}
