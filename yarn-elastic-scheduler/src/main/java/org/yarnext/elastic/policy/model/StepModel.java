// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/**
 * Model of a task whose run time is longer by the same amount with any memory below the ideal: a
 * MapReduce or Tez mapper, which then merges its spills once more at the end (YARN-ME, section
 * 2.2). Immutable.
 *
 * <p>A well-sized mapper writes its output once. An under-sized one writes it, reads it and writes
 * it again: twice its output more.
 */
public final class StepModel implements ElasticityModel {
  /** Output of a task whose output is unknown. */
  public static final double UNKNOWN = Double.NaN;

  private final long idealMemoryMb;
  private final double idealMs;
  private final double penalty;
  private final double outputMb;

  /**
   * Creates a model.
   *
   * @param idealMemoryMb of the container, in MB; above 0
   * @param idealMs run time of a well-sized task; above 0 and finite
   * @param penalty run time of an under-sized task over {@code idealMs}; at least 1 and finite
   * @param outputMb output of the task, in MB; {@link #UNKNOWN} if not known, and then its disk use
   *     is not known either
   * @throws IllegalArgumentException naming the first value that is out of its range
   */
  public StepModel(long idealMemoryMb, double idealMs, double penalty, double outputMb) {
    ModelParameterValidator.that(
        idealMemoryMb > 0, "the ideal memory", idealMemoryMb, "above 0 MB");
    ModelParameterValidator.positive("the ideal run time", idealMs);
    ModelParameterValidator.that(
        penalty >= 1 && ModelParameterValidator.isFinite(penalty),
        "the penalty",
        penalty,
        "1 or more");
    boolean known = outputMb >= 0 && ModelParameterValidator.isFinite(outputMb);
    ModelParameterValidator.that(
        known || Double.isNaN(outputMb), "the output", outputMb, "0 MB or more");
    this.idealMemoryMb = idealMemoryMb;
    this.idealMs = idealMs;
    this.penalty = penalty;
    this.outputMb = outputMb;
  }

  @Override
  public long idealMemoryMb() {
    return idealMemoryMb;
  }

  @Override
  public double runTimeMs(long memoryMb) {
    return memoryMb >= idealMemoryMb ? idealMs : idealMs * penalty;
  }

  @Override
  public double diskMbPerSecond(long memoryMb) {
    return memoryMb >= idealMemoryMb || !knowsDiskUse()
        ? 0
        : 2 * outputMb * 1000 / (idealMs * penalty);
  }

  @Override
  public boolean knowsDiskUse() {
    return !Double.isNaN(outputMb);
  }

  @Override
  public int tooth(long memoryMb) {
    return memoryMb >= idealMemoryMb ? 0 : 1;
  }

  /** Returns the run time of a well-sized task in ms; above 0. */
  public double idealMs() {
    return idealMs;
  }

  /** Returns the run time of an under-sized task over that of a well-sized one; at least 1. */
  public double penalty() {
    return penalty;
  }

  /** Returns the output of the task, in MB; {@link #UNKNOWN} if not known. */
  public double outputMb() {
    return outputMb;
  }

  @Override
  public String toString() {
    return "step at " + idealMemoryMb + " MB, " + idealMs + " ms, under-sized x" + penalty;
  }
}
