// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/**
 * Predicts how much data one task writes to disk with a given memory: {@code spilledBytes} of
 * YARN-ME, section 2.3, computed from the task's input, its memory and the framework's settings.
 * Immutable.
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
