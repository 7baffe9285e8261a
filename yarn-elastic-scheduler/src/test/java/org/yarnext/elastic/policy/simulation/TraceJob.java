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
package org.yarnext.elastic.policy.simulation;

import org.yarnext.elastic.policy.timeline.JobId;

/** A job of one parallel phase, as the traces of YARN-ME's section 6.1 have them. Immutable. */
final class TraceJob {
  final JobId id;
  final long arrivalMs;
  final int tasks;
  final long memoryMb;
  final long runMs;

  TraceJob(int number, long arrivalMs, int tasks, long memoryMb, long runMs) {
    this.id = JobId.of(1, number);
    this.arrivalMs = arrivalMs;
    this.tasks = tasks;
    this.memoryMb = memoryMb;
    this.runMs = runMs;
  }
}
