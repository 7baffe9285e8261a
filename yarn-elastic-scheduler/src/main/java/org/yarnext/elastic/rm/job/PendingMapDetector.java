// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Detects whether a MapReduce job has waiting or running maps, for which its reducers wait:
 * MapReduce requests reducers once few maps are done
 * (mapreduce.job.reduce.slowstart.completedmaps), and a profile measures a reducer's time from the
 * last map's end. Thread-safe.
 */
public final class PendingMapDetector {
  private final SchedulerApplicationAttempt attempt;
  private final JobDescriptor job;
  private final WaitingContainerCounter waiting;

  /**
   * Creates a detector.
   *
   * @param job null if unknown; then the detector is not used
   */
  public PendingMapDetector(
      SchedulerApplicationAttempt attempt, JobDescriptor job, WaitingContainerCounter waiting) {
    this.attempt = attempt;
    this.job = job;
    this.waiting = waiting;
  }

  /**
   * Returns whether maps wait or run. Examines all requests and containers of the attempt, so it is
   * not for each turn.
   */
  public boolean areLeft() {
    return doWait() || doRun();
  }

  private boolean doWait() {
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      if (job.isMap(key.getPriority().getPriority()) && waiting.count(key) > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean doRun() {
    for (RMContainer container : attempt.getLiveContainers()) {
      if (job.isMap(container.getAllocatedSchedulerKey().getPriority().getPriority())) {
        return true;
      }
    }
    return false;
  }
}
