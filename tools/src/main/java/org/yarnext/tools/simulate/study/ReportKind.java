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
package org.yarnext.tools.simulate.study;

/** Kind of a study's report. */
public enum ReportKind {
  /** Average job times relative to a baseline. */
  JOB_TIMES,
  /** Tasks and jobs per second of clusters that are kept busy for a fixed time. */
  THROUGHPUT,
  /** Decisions of federations, and the locality of containers. */
  DECISIONS,
  /** Reduction of each single job's time. */
  CUTS
}
