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
package org.yarnext.tools.simulate.outcome;

/** Result of one stage of a job. Immutable. */
public final class StageResult {
  private final String name;
  private final long askedMs;
  private final long finishMs;

  StageResult(String name, long askedMs, long finishMs) {
    this.name = name;
    this.askedMs = askedMs;
    this.finishMs = finishMs;
  }

  /** Returns the task class. */
  public String name() {
    return name;
  }

  /**
   * Returns the time of the first request, in ms since the workload's start; -1 if there was none.
   */
  public long askedMs() {
    return askedMs;
  }

  /** Returns the end of the last task, in ms since the workload's start; -1 if not all ended. */
  public long finishMs() {
    return finishMs;
  }
}
