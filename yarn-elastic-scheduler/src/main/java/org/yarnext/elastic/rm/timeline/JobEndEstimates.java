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

/** When jobs are expected to end. Immutable, or at least thread-safe. */
public interface JobEndEstimates {
  /** No end is known. */
  JobEndEstimates NONE = job -> -1;

  /** In ms since the epoch; -1 if unknown. */
  long endMs(ApplicationId job);

  /** The number of the estimate they come from; below 0 if it cannot be told from others. */
  default long estimate() {
    return -1;
  }

  /** The layout they come from, which also knows where room comes first. */
  default Estimates estimates() {
    return Estimates.NONE;
  }
}
