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
package org.yarnext.elastic.rm.timeline;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.elastic.policy.timeline.Estimates;

/** Expected ends of jobs. Immutable, or at least thread-safe. */
public interface JobEndEstimates {
  /** Estimates without any end. */
  JobEndEstimates NONE = job -> -1;

  /** Returns the expected end of a job, in ms since the epoch; -1 if unknown. */
  long endMs(ApplicationId job);

  /** Returns the number of the estimate they come from; below 0 if estimates are not numbered. */
  default long estimate() {
    return -1;
  }

  /** Returns the layout they come from, which also knows where room becomes free first. */
  default Estimates estimates() {
    return Estimates.NONE;
  }
}
