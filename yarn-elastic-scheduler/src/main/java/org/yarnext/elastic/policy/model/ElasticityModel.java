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
 *
 * <p>Memory is that of the task's container, in MB of 2^20 bytes, heap and everything else; a model
 * that needs the heap takes a constant part away from it.
 */
public interface ElasticityModel {
  /**
   * The least memory, in MB, with which the task spills nothing; above 0. Where the framework's
   * settings make a task write to disk whatever its memory, the least with which it writes no more
   * than that.
   */
  long idealMemoryMb();

  /**
   * Expected run time in ms with {@code memoryMb} of memory; with the ideal memory or more, the
   * ideal run time; never less; positive infinity where the task cannot run.
   *
   * @param memoryMb above 0
   */
  double runTimeMs(long memoryMb);

  /**
   * Disk bandwidth, in MB per second over its run time, that spilling takes with {@code memoryMb},
   * counting what is written and what is read back; 0 if nothing is spilled, if the task cannot run
   * or if the model does not know.
   *
   * @param memoryMb above 0
   */
  double diskMbPerSecond(long memoryMb);

  /** Whether it is known what spilling takes of the disks with less than the ideal memory. */
  default boolean knowsDiskUse() {
    return true;
  }

  /**
   * Which tooth of the saw {@code memoryMb} lies on: of the sizes on one tooth the smallest is the
   * fastest. Never grows with the memory. -1 for every memory if the model has no such teeth.
   *
   * @param memoryMb above 0
   */
  default int tooth(long memoryMb) {
    return -1;
  }
}
