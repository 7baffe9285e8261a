// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import picocli.CommandLine.Option;

/** Options of the experiments {@link Experiment#ELASTIC_GAIN} and {@link Experiment#TEZ_GAIN}. */
public final class GainOptions {

  @Option(
      names = "--arrival",
      paramLabel = "S",
      description =
          "elastic-gain, tez-gain: seconds between submissions of jobs after the first five, which"
              + " are submitted together (default 10)")
  public double arrivalSeconds = 10;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description =
          "elastic-gain, tez-gain: factor for the number of tasks of each job (default 1)")
  public double scale = 1;

  @Option(
      names = "--map-seconds",
      paramLabel = "S",
      description =
          "elastic-gain, tez-gain: mean run time in seconds of a map with full memory (default 8)")
  public double mapSeconds = 8;

  @Option(
      names = "--reduce-seconds",
      paramLabel = "S",
      description =
          "elastic-gain, tez-gain: mean run time in seconds of a reducer with full memory (default"
              + " 16)")
  public double reduceSeconds = 16;

  @Option(
      names = "--map-penalty",
      paramLabel = "X",
      description =
          "elastic-gain, tez-gain: slowdown of a map with minimum memory, such as the elasticity"
              + " experiment measures (default: the paper's value for each application)")
  public double mapPenalty;

  @Option(
      names = "--reduce-penalty",
      paramLabel = "X",
      description = "elastic-gain, tez-gain: the same for reducers")
  public double reducePenalty;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if an option is out of range
   */
  void check() {
    atLeast("--arrival", arrivalSeconds, 0);
    above("--scale", scale, 0);
    above("--map-seconds", mapSeconds, 0);
    above("--reduce-seconds", reduceSeconds, 0);
    penalty("--map-penalty", mapPenalty);
    penalty("--reduce-penalty", reducePenalty);
  }

  private static void penalty(String option, double value) {
    if (value != 0) {
      atLeast(option, value, 1);
    }
  }

  private static void atLeast(String option, double value, double min) {
    if (!(value >= min)) {
      throw new IllegalArgumentException(option + " needs " + min + " or more, not " + value);
    }
  }

  private static void above(String option, double value, double bound) {
    if (!(value > bound)) {
      throw new IllegalArgumentException(option + " needs more than " + bound + ", not " + value);
    }
  }
}
