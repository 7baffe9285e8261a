// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tools;

import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.yarnext.minicluster.cluster.MiniCluster;

/** Looks at a cluster's containers and keeps the priorities that tasks were asked for at. */
final class PriorityWatch implements AutoCloseable {
  private static final long POLL_MS = 50;

  private final MiniCluster cluster;
  private final Set<Integer> seen = new TreeSet<>();
  private final Thread thread = new Thread(this::watch, "watching priorities");
  private volatile boolean closed;

  PriorityWatch(MiniCluster cluster) {
    this.cluster = cluster;
    thread.start();
  }

  private void watch() {
    while (!closed) {
      for (RMApp app : cluster.resourceManager().getRMContext().getRMApps().values()) {
        look(app);
      }
      try {
        Thread.sleep(POLL_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(RMApp app) {
    AbstractYarnScheduler<?, ?> scheduler =
        (AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler();
    if (app.getCurrentAppAttempt() == null) {
      return;
    }
    SchedulerApplicationAttempt attempt =
        scheduler.getApplicationAttempt(app.getCurrentAppAttempt().getAppAttemptId());
    // Its master's container is not marked as such at once.
    if (attempt == null || attempt.isWaitingForAMContainer()) {
      return;
    }
    synchronized (seen) {
      for (RMContainer container : attempt.getLiveContainers()) {
        if (!container.isAMContainer()) {
          seen.add(container.getContainer().getPriority().getPriority());
        }
      }
    }
  }

  /** Returns the priorities of all tasks so far, without Application Masters. */
  Set<Integer> seen() {
    synchronized (seen) {
      return new TreeSet<>(seen);
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
