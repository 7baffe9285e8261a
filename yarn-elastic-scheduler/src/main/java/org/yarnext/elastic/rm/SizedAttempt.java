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
package org.yarnext.elastic.rm;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;

/** An attempt of ours, of either scheduler. */
interface SizedAttempt {
  AttemptSizing sizing();

  /** The attempt's job; null if it is not known, or the attempt, which may be null, not ours. */
  static AskedJob job(SchedulerApplicationAttempt attempt) {
    return attempt instanceof SizedAttempt ? ((SizedAttempt) attempt).sizing().job() : null;
  }

  /** Whether anything is to be decided about the attempt; not if it is null or not ours. */
  static boolean isConcerned(SchedulerApplicationAttempt attempt) {
    return attempt instanceof SizedAttempt && ((SizedAttempt) attempt).sizing().concerned();
  }
}
