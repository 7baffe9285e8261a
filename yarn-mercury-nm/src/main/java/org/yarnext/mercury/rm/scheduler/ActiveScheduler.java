// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;

/** Look-ups in the ResourceManager's scheduler that its interface does not offer. */
public final class ActiveScheduler {
  private ActiveScheduler() {}

  /** Returns the context's scheduler; all of stock's schedulers extend this class. */
  public static AbstractYarnScheduler<?, ?> of(RMContext context) {
    return (AbstractYarnScheduler<?, ?>) context.getScheduler();
  }

  /**
   * Returns the scheduler's state of an attempt.
   *
   * @return null if the scheduler does not know the attempt, or has a later attempt of the same
   *     application
   */
  public static SchedulerApplicationAttempt current(
      RMContext context, ApplicationAttemptId attempt) {
    SchedulerApplicationAttempt current = of(context).getApplicationAttempt(attempt);
    return current == null || !current.getApplicationAttemptId().equals(attempt) ? null : current;
  }

  /**
   * Returns the queue of an attempt's application.
   *
   * @return null if the scheduler does not know the attempt
   */
  public static Queue queue(RMContext context, ApplicationAttemptId attempt) {
    SchedulerApplicationAttempt known = current(context, attempt);
    return known == null ? null : known.getQueue();
  }

  /** Returns the rack of a node; null if the node has left. Takes no lock. */
  public static String rack(RMContext context, NodeId id) {
    RMNode node = context.getRMNodes().get(id);
    return node == null ? null : node.getRackName();
  }

  /** Returns a queue's path; the name of a CapacityScheduler queue is only the last part of it. */
  public static String path(Queue queue) {
    return queue instanceof CSQueue ? ((CSQueue) queue).getQueuePath() : queue.getQueueName();
  }

  /**
   * Returns the running containers of an attempt, without its master's and without those that were
   * allocated but not yet sent to it. Iterates over all of them.
   */
  public static List<Container> running(RMContext context, ApplicationAttemptId attempt) {
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

  /**
   * Returns the container that an attempt's master runs in; null if it runs outside of the cluster.
   */
  public static ContainerId masterContainer(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    RMAppAttempt known = app == null ? null : app.getRMAppAttempt(attempt);
    Container master = known == null ? null : known.getMasterContainer();
    return master == null ? null : master.getId();
  }
}
