// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Access to the elastic part of an application attempt: its job, its waiting containers, and
 * whether elastic placement concerns it. Thread-safe.
 */
public interface ElasticAttemptView {
  /** An attempt with an elastic part, of either scheduler. */
  interface Holder {
    ElasticAttemptView elastic();
  }

  /** Returns the attempt's job; null if unknown. */
  JobDescriptor job();

  /**
   * Returns the number of containers that a request waits for, without granted ones that its master
   * did not know of when it stated the request.
   */
  int waiting(SchedulerRequestKey key);

  /** Records the master's requests before the scheduler rounds them, in place. */
  void stated(List<ResourceRequest> requests);

  /** Records that the attempt's requests have changed, or the containers they wait for. */
  void requestsChanged();

  /**
   * Returns whether a request stated since the last such call is smaller in some resource than each
   * request that waited: it may have room where none had.
   */
  boolean takeSmallerRequest();

  /** Returns whether requests of this attempt may be shrunk now: never its master's container. */
  boolean isOpen();

  /** Returns the current order of jobs by fair finish; never null. */
  FinishOrder finishOrder();

  /**
   * Returns whether decisions are needed for this attempt: it is open, and one of its requests has
   * a profile, or had one a moment ago. Others are stock's, and cost no more than this call.
   */
  boolean isConcerned();

  /** Returns the elastic part of an attempt; null if the attempt, which may be null, is stock's. */
  static ElasticAttemptView of(SchedulerApplicationAttempt attempt) {
    return attempt instanceof Holder ? ((Holder) attempt).elastic() : null;
  }

  /** Returns the attempt's job; null if it is unknown, or the attempt is null or stock's. */
  static JobDescriptor job(SchedulerApplicationAttempt attempt) {
    ElasticAttemptView view = of(attempt);
    return view == null ? null : view.job();
  }

  /** Returns whether decisions are needed for the attempt; false if it is null or stock's. */
  static boolean isConcerned(SchedulerApplicationAttempt attempt) {
    ElasticAttemptView view = of(attempt);
    return view != null && view.isConcerned();
  }
}
