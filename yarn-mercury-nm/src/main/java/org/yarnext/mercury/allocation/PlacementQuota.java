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

/** Tells how many more opportunistic containers an application may be given. Thread-safe. */
public interface PlacementQuota {
  /** No quota for any application. */
  PlacementQuota NONE = attempt -> Integer.MAX_VALUE;

  /**
   * Returns how many more containers the attempt may have; {@link Integer#MAX_VALUE} if it has no
   * quota. At 0 or less it may have none now.
   */
  int remaining(ApplicationAttemptId attempt);
}
