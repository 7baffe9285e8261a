// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import picocli.CommandLine.Option;

/** Options of the experiments {@link Experiment#TEZ_ESTIMATES} and {@link Experiment#TEZ_MIX}. */
public final class TezOptions {

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "tez-estimates: runs of each DAG in a round, the first one without a history (default 3)")
  public int repeats = 3;

  @Option(
      names = "--input-scale",
      paramLabel = "X",
      description = "tez-estimates: factor for the input of each DAG (default 1)")
  public double inputScale = 1;

  @Option(
      names = "--own-queues",
      description =
          "tez-mix: give each session its own queue with an equal part of the memory, as a hard"
              + " limit for guaranteed containers (default: one FIFO queue for all)")
  public boolean ownQueues;

  @Option(
      names = "--stretch",
      paramLabel = "X",
      description = "tez-mix: factor for the run time of each task (default 1)")
  public double stretch = 1;

  @Option(
      names = "--pause",
      paramLabel = "S",
      description = "tez-mix: mean pause in seconds between two DAGs of a session (default 0)")
  public double pauseSeconds;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if an option is out of range
   */
  void check() {
    if (repeats < 1) {
      throw new IllegalArgumentException("--repeats needs 1 or more, not " + repeats);
    }
    if (!(inputScale >= 0.01 && inputScale <= 20)) {
      throw new IllegalArgumentException("--input-scale needs 0.01 to 20, not " + inputScale);
    }
    if (!(stretch >= 0.01 && stretch <= 100)) {
      throw new IllegalArgumentException("--stretch needs 0.01 to 100, not " + stretch);
    }
    if (!(pauseSeconds >= 0 && pauseSeconds <= 3600)) {
      throw new IllegalArgumentException("--pause needs 0 to 3600, not " + pauseSeconds);
    }
  }
}
