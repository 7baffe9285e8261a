// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;

/**
 * Estimates the run times of one job's tasks by their profiles, for a snapshot of the cluster. Most
 * of them are equal, so the latest result is cached. Not thread-safe.
 */
final class JobRunTimeEstimator {
  private final ProfileResolver models;
  private final ApplicationId application;
  private final JobDescriptor job;
  private boolean any;
  private int latestPriority;
  private long latestRequestedMb;
  private long latestGrantedMb;
  private long latestMs;
  private ClusterSnapshot.Waiting request;
  private boolean isLabelled;

  /**
   * Creates an estimator.
   *
   * @param application not null
   * @param job null if unknown
   */
  JobRunTimeEstimator(ProfileResolver models, ApplicationId application, JobDescriptor job) {
    this.models = models;
    this.application = application;
    this.job = job;
  }

  boolean jobIsKnown() {
    return job != null;
  }

  /** Returns the job; null if unknown. */
  JobDescriptor job() {
    return job;
  }

  /** Returns the run time in ms; {@link ClusterSnapshot#UNKNOWN} without a profile. */
  long runMs(int priority, long requestedMb, long grantedMb) {
    if (!any
        || priority != latestPriority
        || requestedMb != latestRequestedMb
        || grantedMb != latestGrantedMb) {
      latestMs = find(priority, requestedMb, grantedMb);
      latestPriority = priority;
      latestRequestedMb = requestedMb;
      latestGrantedMb = grantedMb;
      any = true;
    }
    return latestMs;
  }

  /**
   * Returns the request of one running container.
   *
   * @param labelled whether it is for nodes with a label
   */
  ClusterSnapshot.Waiting request(int priority, long requestedMb, int vcores, boolean labelled) {
    if (request == null
        || request.priority() != priority
        || request.memoryMb() != requestedMb
        || request.vcores() != vcores
        || labelled != isLabelled) {
      request = waiting(priority, requestedMb, vcores, 1, labelled);
      isLabelled = labelled;
    }
    return request;
  }

  /** Returns requests that wait, or did. */
  ClusterSnapshot.Waiting waiting(
      int priority, long requestedMb, int vcores, int count, boolean labelled) {
    long fullMs = runMs(priority, requestedMb, requestedMb);
    ClusterSnapshot.ExpectedRunTimes runTimes =
        new ClusterSnapshot.ExpectedRunTimes(
            fullMs,
            longestMs(priority),
            labelled || job == null || !job.runsOneTaskPerContainer()
                ? ClusterSnapshot.UNKNOWN
                : fullMs,
            job != null && models.isTrusted(job, job.runsAs(priority)));
    return new ClusterSnapshot.Waiting(application, priority, requestedMb, vcores, count, runTimes);
  }

  /** Returns whether the predictions for such containers' tasks are either no claim or proved. */
  boolean isReliable(int priority, boolean undersized) {
    return job != null && models.isReliable(job, job.runsAs(priority), undersized);
  }

  /** Returns approximately the longest run time with less memory, in ms; 0 without a profile. */
  long longestMs(int priority) {
    return job == null ? 0 : models.longestMs(job, priority);
  }

  private long find(int priority, long requestedMb, long grantedMb) {
    return job == null
        ? ClusterSnapshot.UNKNOWN
        : models.runMs(job, job.runsAs(priority), requestedMb, grantedMb);
  }
}
