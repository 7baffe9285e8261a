// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;

/**
 * Estimates the run times of one job's tasks by its profile. Most of them are equal, so the latest
 * result is cached. Not thread-safe.
 */
final class JobRunTimeEstimator {
  private final ProfileResolver models;
  private final JobDescriptor job;
  private boolean any;
  private int latestPriority;
  private long latestAskedMb;
  private long latestGrantedMb;
  private long latestMs;

  /**
   * Creates an estimator.
   *
   * @param job null if unknown
   */
  JobRunTimeEstimator(ProfileResolver models, JobDescriptor job) {
    this.models = models;
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
  long runMs(int priority, long askedMb, long grantedMb) {
    if (!any
        || priority != latestPriority
        || askedMb != latestAskedMb
        || grantedMb != latestGrantedMb) {
      latestMs = find(priority, askedMb, grantedMb);
      latestPriority = priority;
      latestAskedMb = askedMb;
      latestGrantedMb = grantedMb;
      any = true;
    }
    return latestMs;
  }

  /** Returns whether the predictions for such containers' tasks are either no claim or proved. */
  boolean isReliable(int priority, boolean undersized) {
    return job != null && models.isReliable(job, job.runsAs(priority), undersized);
  }

  /** Returns approximately the longest run time with less memory, in ms; 0 without a profile. */
  long longestMs(int priority) {
    return job == null ? 0 : models.longestMs(job, priority);
  }

  private long find(int priority, long askedMb, long grantedMb) {
    return job == null
        ? ClusterSnapshot.UNKNOWN
        : models.runMs(job, job.runsAs(priority), askedMb, grantedMb);
  }
}
