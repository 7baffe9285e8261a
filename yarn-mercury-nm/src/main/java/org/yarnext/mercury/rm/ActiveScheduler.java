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
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;

/** Look-ups in the ResourceManager's scheduler that its interface does not offer. */
final class ActiveScheduler {
  private ActiveScheduler() {}

  /** The context's scheduler, of which all of stock's are. */
  static AbstractYarnScheduler<?, ?> of(RMContext context) {
    return (AbstractYarnScheduler<?, ?>) context.getScheduler();
  }

  /**
   * An attempt as the scheduler knows it.
   *
   * @return null if it does not, or goes on with a later attempt of the same application
   */
  static SchedulerApplicationAttempt current(RMContext context, ApplicationAttemptId attempt) {
    SchedulerApplicationAttempt current = of(context).getApplicationAttempt(attempt);
    return current == null || !current.getApplicationAttemptId().equals(attempt) ? null : current;
  }

  /**
   * The queue that an attempt's application is in.
   *
   * @return null if the scheduler does not know the attempt
   */
  static Queue queue(RMContext context, ApplicationAttemptId attempt) {
    SchedulerApplicationAttempt known = current(context, attempt);
    return known == null ? null : known.getQueue();
  }

  /** A queue's path: the CapacityScheduler's queues are named by the last part of it. */
  static String path(Queue queue) {
    return queue instanceof CSQueue ? ((CSQueue) queue).getQueuePath() : queue.getQueueName();
  }

  /**
   * The containers of an attempt that run, its master's not among them. Those that were granted and
   * not told yet do not run. Walks over all of them.
   */
  static List<Container> running(RMContext context, ApplicationAttemptId attempt) {
    List<Container> running = new ArrayList<>();
    SchedulerApplicationAttempt known = current(context, attempt);
    if (known != null) {
      ContainerId master = masterContainer(context, attempt);
      for (RMContainer c : known.getLiveContainers()) {
        if (c.getState() == RMContainerState.RUNNING && !c.getContainerId().equals(master)) {
          running.add(c.getContainer());
        }
      }
    }
    return running;
  }

  /** The container that an attempt's master runs in; null if it runs outside of the cluster. */
  static ContainerId masterContainer(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    RMAppAttempt known = app == null ? null : app.getRMAppAttempt(attempt);
    Container master = known == null ? null : known.getMasterContainer();
    return master == null ? null : master.getId();
  }
}
