// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

/** Measurements of the tasks of a Spark application that need the most memory. Immutable. */
public final class SparkSort {
  private final int tasksAtOnce;
  private final float memoryFraction;
  private final double tasks;
  private final double memoryMb;
  private final double expansion;

  /**
   * @param tasksAtOnce number of concurrent tasks in an executor
   * @param memoryFraction spark.memory.fraction
   * @param tasks mean number of these tasks that an executor ran in all
   * @param memoryMb memory that the data of one task take, in MB; 0 if most tasks spilled, so that
   *     it is unknown
   * @param expansion ratio of spilled memory to its size on disk; 0 if nothing was spilled
   */
  public SparkSort(
      int tasksAtOnce, float memoryFraction, double tasks, double memoryMb, double expansion) {
    this.tasksAtOnce = tasksAtOnce;
    this.memoryFraction = memoryFraction;
    this.tasks = tasks;
    this.memoryMb = memoryMb;
    this.expansion = expansion;
  }

  /** Returns the number of concurrent tasks in an executor. */
  public int tasksAtOnce() {
    return tasksAtOnce;
  }

  /** Returns the share of the heap for execution and storage. */
  public float memoryFraction() {
    return memoryFraction;
  }

  /** Returns the mean number of these tasks that an executor ran in all. */
  public double tasks() {
    return tasks;
  }

  /** Returns the memory that the data of one task take, in MB; 0 if unknown. */
  public double memoryMb() {
    return memoryMb;
  }

  /** Returns the ratio of spilled memory to its size on disk; 0 if nothing was spilled. */
  public double expansion() {
    return expansion;
  }
}
