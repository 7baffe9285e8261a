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
package org.yarnext.elastic.policy.model;

/**
 * How long one task runs with a given memory, and what it asks of its node's disks then (YARN-ME,
 * section 2). Immutable.
 */
public interface ElasticityModel {
  /** The least memory, in MB, with which the task spills nothing; above 0. */
  long idealMemoryMb();

  /**
   * Expected run time in ms with {@code memoryMb} of memory; with the ideal memory or more, the
   * ideal run time.
   *
   * @param memoryMb above 0
   */
  double runTimeMs(long memoryMb);

  /**
   * Disk bandwidth, in MB per second over its run time, that spilling takes with {@code memoryMb};
   * 0 if nothing is spilled.
   *
   * @param memoryMb above 0
   */
  double diskMbPerSecond(long memoryMb);
}
