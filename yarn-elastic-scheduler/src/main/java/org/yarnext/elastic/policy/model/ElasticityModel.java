// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/**
 * Predicts the run time and the disk bandwidth of one task for a given memory (YARN-ME, section 2).
 * Immutable.
 *
 * <p>Memory is that of the task's container, in MB of 2^20 bytes, heap and everything else; a model
 * that needs the heap subtracts a constant part.
 */
public interface ElasticityModel {
  /**
   * Returns the minimum memory, in MB, with which the task spills nothing; above 0. If the
   * framework's settings make a task write to disk regardless of its memory, it is the minimum with
   * which it writes no more than that.
   */
  long idealMemoryMb();

  /**
   * Returns the expected run time in ms with {@code memoryMb} of memory. With the ideal memory or
   * more it is the ideal run time, and never less; it is positive infinity if the task cannot run.
   *
   * @param memoryMb above 0
   */
  double runTimeMs(long memoryMb);

  /**
   * Returns the disk bandwidth of spilling with {@code memoryMb}, in MB per second over the run
   * time, writes and reads together; 0 if nothing is spilled, the task cannot run or the model does
   * not know.
   *
   * @param memoryMb above 0
   */
  double diskMbPerSecond(long memoryMb);

  /** Returns whether the disk bandwidth of spilling with less than the ideal memory is known. */
  default boolean knowsDiskUse() {
    return true;
  }

  /**
   * Returns the number of the tooth on which {@code memoryMb} lies: of the sizes on one tooth the
   * smallest is the fastest. Never grows with the memory; -1 for every memory if the model has no
   * teeth.
   *
   * @param memoryMb above 0
   */
  default int tooth(long memoryMb) {
    return -1;
  }
}
