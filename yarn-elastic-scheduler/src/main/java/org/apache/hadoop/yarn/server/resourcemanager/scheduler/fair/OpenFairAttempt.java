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
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * Hooks {@code FSAppAttempt.assignReservedContainer} and reads {@code
 * FSSchedulerNode.isPreemptedForApp}, both package-private and without another way in: the first is
 * where the scheduler decides about a reserved node, the second says for whom containers there were
 * preempted. Checked on 3.4.2.
 */
public abstract class OpenFairAttempt extends FSAppAttempt {
  protected OpenFairAttempt(
      FairScheduler scheduler,
      ApplicationAttemptId id,
      String user,
      FSLeafQueue queue,
      ActiveUsersManager users,
      RMContext context) {
    super(scheduler, id, user, queue, users, context);
  }

  /**
   * Gives up this attempt's reservation on the node if something can be placed there instead.
   *
   * @return the placed resources; null if the reservation was kept
   */
  protected abstract Resource placeInsteadOfReservation(FSSchedulerNode node);

  /** Returns whether containers were preempted on the node for this attempt. */
  protected final boolean awaitsPreempted(FSSchedulerNode node) {
    return node.isPreemptedForApp(this);
  }

  @Override
  boolean assignReservedContainer(FSSchedulerNode node) {
    Resource placed = placeInsteadOfReservation(node);
    return placed == null ? super.assignReservedContainer(node) : !placed.equals(Resources.none());
  }
}
