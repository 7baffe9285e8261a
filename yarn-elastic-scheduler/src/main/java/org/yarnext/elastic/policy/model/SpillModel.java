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
 * How much data one task writes to disk for want of memory: {@code spilledBytes} of YARN-ME,
 * section 2.3, computed from the task's input, its memory and the framework's settings. Immutable.
 *
 * <p>Memory is that of the container in MB of 2^20 bytes.
 */
public interface SpillModel {
  /**
   * Returns the minimum memory, in MB, with which the buffer never fills and nothing is spilled;
   * above 0.
   */
  long idealMemoryMb();

  /**
   * Returns the amount written to disk, in MB, with {@code memoryMb}; data written twice counts
   * twice. Positive infinity if the task cannot run.
   *
   * @param memoryMb above 0
   */
  double spilledMb(long memoryMb);

  /**
   * Returns how often the buffer fills with {@code memoryMb}, as the tooth of {@link
   * ElasticityModel#tooth}; -1 for every memory if the lower end of a tooth does not always spill
   * less.
   */
  int fills(long memoryMb);
}
