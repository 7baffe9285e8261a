// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

/** Equal waiting tasks of one job. Immutable. */
public final class TaskGroup {
  /** Maximum run time, in ms; a longer one is taken for a mistake. */
  private static final long LONGEST_MS = 10L * 365 * 24 * 60 * 60 * 1_000;

  private final int count;
  private final long memoryMb;
  private final int vcores;
  private final long runMs;

  /**
   * Creates a group of equal tasks.
   *
   * @param count number of waiting tasks, 0 or more
   * @param memoryMb memory requested by each, 1 or more
   * @param vcores vcores requested by each, 0 or more
   * @param runMs expected run time with that memory, in ms; below 0, or above ten years, it is
   *     {@link Timeline#UNKNOWN}
   * @throws IllegalArgumentException if a value is outside, naming it
   */
  public TaskGroup(int count, long memoryMb, int vcores, long runMs) {
    if (count < 0 || memoryMb < 1 || vcores < 0) {
      throw new IllegalArgumentException(
          "count="
              + count
              + " memoryMb="
              + memoryMb
              + " vcores="
              + vcores
              + " is not a task group");
    }
    this.count = count;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.runMs = runMs < 0 || runMs > LONGEST_MS ? Timeline.UNKNOWN : runMs;
  }

  /** Returns the number of waiting tasks; 0 or more. */
  public int count() {
    return count;
  }

  /** Returns the memory requested by each task, in MB; 1 or more. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the vcores requested by each task; 0 or more. */
  public int vcores() {
    return vcores;
  }

  /** Returns the expected run time in ms, or {@link Timeline#UNKNOWN}. */
  public long runMs() {
    return runMs;
  }

  /** Returns whether the tasks of both groups are equal. */
  boolean isLike(TaskGroup other) {
    return memoryMb == other.memoryMb && vcores == other.vcores && runMs == other.runMs;
  }

  /** Returns this group with more tasks. */
  TaskGroup and(int more) {
    int all = (int) Math.min(Integer.MAX_VALUE, (long) count + more);
    return new TaskGroup(all, memoryMb, vcores, runMs);
  }

  /** Returns this group with an unknown run time. */
  TaskGroup withoutRunTime() {
    return new TaskGroup(count, memoryMb, vcores, Timeline.UNKNOWN);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TaskGroup && count == ((TaskGroup) o).count && isLike((TaskGroup) o);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * (31L * count + memoryMb) + vcores) + runMs);
  }

  @Override
  public String toString() {
    return count + "x" + memoryMb + "MB," + vcores + "c," + runMs + "ms";
  }
}
