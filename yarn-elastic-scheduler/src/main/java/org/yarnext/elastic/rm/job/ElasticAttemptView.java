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
package org.yarnext.elastic.rm.job;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/** Read-only view of the elastic part of an application attempt. Thread-safe. */
public interface ElasticAttemptView {
  /** An attempt with an elastic part, of either scheduler. */
  interface Holder {
    ElasticAttemptView elastic();
  }

  /** Returns the attempt's job; null if unknown. */
  JobDescriptor job();

  /**
   * Returns the number of containers that a request waits for, without those that its master did
   * not know of.
   */
  int waiting(SchedulerRequestKey key);

  /** Returns whether requests of this attempt may be shrunk now: never its master's container. */
  boolean open();

  /**
   * Returns whether decisions are needed for this attempt: it is open, and one of its requests has
   * a profile, or had one a moment ago. Others are stock's, and cost no more than this call.
   */
  boolean concerned();

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
    return view != null && view.concerned();
  }
}
