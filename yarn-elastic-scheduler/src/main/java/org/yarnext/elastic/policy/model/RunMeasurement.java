// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/** One measured run of a task: the memory it had and the time it took. Immutable. */
public final class RunMeasurement {
  private final long memoryMb;
  private final double ms;

  /**
   * Creates a measurement.
   *
   * @param memoryMb of the container, in MB; above 0
   * @param ms the task's run time, or the mean of several runs, in ms; above 0 and finite
   * @throws IllegalArgumentException naming the first value that is out of its range
   */
  public RunMeasurement(long memoryMb, double ms) {
    ModelParameterValidator.that(memoryMb > 0, "a run's memory", memoryMb, "above 0 MB");
    ModelParameterValidator.positive("a run's time in ms", ms);
    this.memoryMb = memoryMb;
    this.ms = ms;
  }

  /** Returns the memory of the container in MB; above 0. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the run time in ms; above 0. */
  public double ms() {
    return ms;
  }

  @Override
  public String toString() {
    return ms + " ms with " + memoryMb + " MB";
  }
}
