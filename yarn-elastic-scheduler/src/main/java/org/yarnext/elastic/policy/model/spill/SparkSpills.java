// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import org.yarnext.elastic.policy.model.ModelParameterValidator;
import org.yarnext.elastic.policy.model.SpillModel;

/**
 * Models the data that a Spark task that sorts by key spills to disk (YARN-ME section 2.4): its
 * whole buffer, each time the deserialised input fills its share of execution memory. Immutable.
 *
 * <p>Spark deserialises what it reads into the buffer, so the input is larger there than on disk by
 * the expansion factor: "spill (memory)" over "spill (disk)" of an under-sized run. The memory is
 * that of the executor's container. Of its heap Spark reserves 300 MB, gives {@code
 * spark.memory.fraction} of the rest to execution and storage, and that in equal parts to the tasks
 * that run in the executor; cached blocks are taken to give way. Below 450 MB of heap it does not
 * start.
 */
public final class SparkSpills implements SpillModel {
  private static final long RESERVED_MB = 300;
  private static final long MIN_HEAP_MB = 450;
  private static final int CANNOT_RUN = Integer.MAX_VALUE;

  private final double inputMb;
  private final double expansion;
  private final int tasks;
  private final long nonHeapMb;
  private final float memoryFraction;
  private final double totalTasks;
  private final long idealMemoryMb;

  /**
   * Creates the model of an executor.
   *
   * @param inputMb input of one task, in MB serialised; above 0, at most 2^20
   * @param expansion its size in memory over its size on disk; from 0.1 to 100
   * @param tasks number of concurrent tasks in the executor (spark.executor.cores /
   *     spark.task.cpus); from 1 to 1024
   * @param nonHeapMb memory of the container that is not heap, in MB
   *     (spark.executor.memoryOverhead); 0 or more
   * @param memoryFraction spark.memory.fraction, 0.6 by default; above 0, at most 1
   * @param totalTasks mean number of such tasks that the executor runs in all, one after the other
   *     and at once; their spills add up. From 1 to 10^6
   * @throws IllegalArgumentException naming the first value that is out of its range
   */
  public SparkSpills(
      double inputMb,
      double expansion,
      int tasks,
      long nonHeapMb,
      float memoryFraction,
      double totalTasks) {
    ModelParameterValidator.positive("the input in MB", inputMb);
    ModelParameterValidator.that(inputMb <= 1 << 20, "the input in MB", inputMb, "at most 2^20");
    ModelParameterValidator.that(
        expansion >= 0.1 && expansion <= 100, "the expansion", expansion, "0.1 to 100");
    ModelParameterValidator.that(
        tasks > 0 && tasks <= 1024, "the number of tasks at once", tasks, "1 to 1024");
    ModelParameterValidator.that(
        nonHeapMb >= 0, "the memory beside the heap", nonHeapMb, "0 MB or more");
    ModelParameterValidator.that(
        memoryFraction > 0 && memoryFraction <= 1,
        "the memory fraction",
        memoryFraction,
        "above 0, at most 1");
    ModelParameterValidator.that(
        totalTasks >= 1 && totalTasks <= 1e6,
        "the number of tasks in all",
        totalTasks,
        "1 to 10^6");
    this.inputMb = inputMb;
    this.expansion = expansion;
    this.tasks = tasks;
    this.nonHeapMb = nonHeapMb;
    this.memoryFraction = memoryFraction;
    this.totalTasks = totalTasks;
    this.idealMemoryMb =
        MinSizeSearch.where(memoryMb -> canRun(memoryMb) && timesFull(memoryMb) == 0);
    ModelParameterValidator.that(
        idealMemoryMb > 0, "the input in MB", inputMb, "less: no executor can hold it");
  }

  private boolean canRun(long memoryMb) {
    return memoryMb - nonHeapMb >= MIN_HEAP_MB;
  }

  private double bufferMb(long memoryMb) {
    return (memoryMb - nonHeapMb - RESERVED_MB) * (double) memoryFraction / tasks;
  }

  private double timesFull(long memoryMb) {
    return Math.floor(inputMb * expansion / bufferMb(memoryMb));
  }

  @Override
  public long idealMemoryMb() {
    return idealMemoryMb;
  }

  @Override
  public double spilledMb(long memoryMb) {
    return canRun(memoryMb)
        ? totalTasks * timesFull(memoryMb) * bufferMb(memoryMb) / expansion
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public int fills(long memoryMb) {
    return canRun(memoryMb) ? (int) Math.min(timesFull(memoryMb), CANNOT_RUN - 1) : CANNOT_RUN;
  }

  /** Returns the input of one task, in MB serialised; above 0. */
  public double inputMb() {
    return inputMb;
  }

  /** Returns the size in memory over the size on disk; 0.1 to 100. */
  public double expansion() {
    return expansion;
  }

  /** Returns the number of concurrent tasks in the executor; above 0. */
  public int tasks() {
    return tasks;
  }

  /** Returns the memory of the container that is not heap, in MB; 0 or more. */
  public long nonHeapMb() {
    return nonHeapMb;
  }

  /** Returns the share of the heap, less 300 MB, for execution and storage; above 0, at most 1. */
  public float memoryFraction() {
    return memoryFraction;
  }

  /** Returns the mean number of tasks that the executor runs in all; 1 or more. */
  public double totalTasks() {
    return totalTasks;
  }

  @Override
  public String toString() {
    return "SparkSpills of "
        + inputMb
        + " MB x"
        + expansion
        + ", "
        + tasks
        + " tasks, "
        + nonHeapMb
        + " MB beside the heap, memory fraction "
        + memoryFraction
        + ", "
        + totalTasks
        + " tasks in all";
  }
}
