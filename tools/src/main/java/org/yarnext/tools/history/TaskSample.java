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
package org.yarnext.tools.history;

/** What one successful task attempt did. Immutable; numbers that mean nothing for it are 0. */
final class TaskSample {
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
   * A task that sorts what it writes.
   *
   * @param lostMb what its container was given less than asked; 0 or more
   * @param ms above 0
   * @param sortedMb what it was given to sort, before any combiner: with the combiner, what it
   *     leaves on disk depends on its memory
   * @param outputMb what it left on disk
   * @param writtenOnce whether its sort buffer never had to be merged from disk
   */
  static TaskSample sorting(
      long lostMb, double ms, double sortedMb, double outputMb, boolean writtenOnce) {
    return new TaskSample(lostMb, ms, sortedMb, 0, 0, outputMb, 0, writtenOnce);
  }

  /**
   * A task that fetches sorted outputs and merges them.
   *
   * @param inputMb what it fetched, uncompressed
   * @param outputs from how many tasks, above 0
   * @param localOutputs how many of them it read where they lay; 0 or more
   * @param spilledShare of the records that it read, how many it wrote to disk; may be above 1
   */
  static TaskSample merging(
      long lostMb, double ms, double inputMb, int outputs, int localOutputs, double spilledShare) {
    return new TaskSample(lostMb, ms, inputMb, outputs, localOutputs, 0, spilledShare, false);
  }
}
