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
package org.yarnext.mercury.allocation;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/** Provides the expected run time of a container that is about to be placed. Thread-safe. */
public interface RunTimeSource {
  /** Returns the expected run time in ms; null if unknown. */
  Long runMs(ApplicationAttemptId attempt, int priority);

  /**
   * Returns whether the container's node must be told that the application's queue accepts declared
   * run times; true only if some queues accept them and others do not.
   */
  default boolean acceptsClaims(ApplicationAttemptId attempt) {
    return false;
  }
}
