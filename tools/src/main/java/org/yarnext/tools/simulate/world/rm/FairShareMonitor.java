// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSAppAttempt;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;

/**
 * Measures how well a FairScheduler keeps its shares: how long jobs wait, and how long they wait
 * with less than half of their fair share. The share is the scheduler's own, and use counts by the
 * dominant resource of memory and vcores (small tasks may use up vcores first). Changes nothing.
 */
final class FairShareMonitor {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final OutcomeRecorder recorder;

  FairShareMonitor(AbstractYarnScheduler<?, ?> scheduler, OutcomeRecorder recorder) {
    this.scheduler = scheduler;
    this.recorder = recorder;
  }

  /**
   * Samples all jobs, if the scheduler is a FairScheduler that has just updated shares and demands.
   *
   * @param sinceMs time since the previous sample
   */
  void look(long sinceMs) {
    Resource all = scheduler.getClusterResource();
    long waiting = 0;
    long poor = 0;
    for (SchedulerApplication<?> app : scheduler.getSchedulerApplications().values()) {
      if (app.getCurrentAppAttempt() instanceof FSAppAttempt) {
        FSAppAttempt job = (FSAppAttempt) app.getCurrentAppAttempt();
        Resource used = job.getResourceUsage();
        if (job.getDemand().getMemorySize() > used.getMemorySize()) {
          double share = (double) job.getFairShare().getMemorySize() / all.getMemorySize();
          waiting++;
          poor += dominant(used, all) < share / 2 ? 1 : 0;
        }
      }
    }
    if (waiting > 0) {
      recorder.count(CounterNames.WAITING_MS, waiting * sinceMs);
      recorder.count(CounterNames.POOR_MS, poor * sinceMs);
    }
  }

  private static double dominant(Resource used, Resource all) {
    return Math.max(
        (double) used.getMemorySize() / all.getMemorySize(),
        (double) used.getVirtualCores() / all.getVirtualCores());
  }
}
