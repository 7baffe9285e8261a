// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

/**
 * Measurements of one successful task attempt. Immutable; numbers without a meaning for the attempt
 * are 0.
 */
public final class TaskSample {
  final long lostMb;
  final double ms;
  final double inputMb;
  final int outputs;
  final int localOutputs;
  final double outputMb;
  final double spilledShare;
  final boolean writtenOnce;

  private TaskSample(
      long lostMb,
      double ms,
      double inputMb,
      int outputs,
      int localOutputs,
      double outputMb,
      double spilledShare,
      boolean writtenOnce) {
    this.lostMb = lostMb;
    this.ms = ms;
    this.inputMb = inputMb;
    this.outputs = outputs;
    this.localOutputs = localOutputs;
    this.outputMb = outputMb;
    this.spilledShare = spilledShare;
    this.writtenOnce = writtenOnce;
  }

  /**
   * Returns the sample of a task that sorts its output.
   *
   * @param lostMb how much less memory than requested the container got; 0 or more
   * @param ms run time, above 0
   * @param sortedMb input of the sort before any combiner, because the size after it depends on the
   *     task's memory
   * @param outputMb output on disk
   * @param writtenOnce whether no spills had to be merged
   */
  public static TaskSample sorting(
      long lostMb, double ms, double sortedMb, double outputMb, boolean writtenOnce) {
    return new TaskSample(lostMb, ms, sortedMb, 0, 0, outputMb, 0, writtenOnce);
  }

  /**
   * Returns the sample of a task that fetches and merges sorted outputs.
   *
   * @param inputMb fetched data, uncompressed
   * @param outputs number of fetched outputs, above 0
   * @param localOutputs number of outputs read from local disk; 0 or more
   * @param spilledShare ratio of records written to disk to records read; may be above 1
   */
  public static TaskSample merging(
      long lostMb, double ms, double inputMb, int outputs, int localOutputs, double spilledShare) {
    return new TaskSample(lostMb, ms, inputMb, outputs, localOutputs, 0, spilledShare, false);
  }
}
