// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/** Medians and means of the tasks of a run that had containers of the same size. Immutable. */
public final class TaskSizeSummary {
  private final long lostMb;
  private final int tasks;
  private final double ms;
  private final double inputMb;
  private final int outputs;
  private final int localOutputs;
  private final double outputMb;
  private final double spilledShare;
  private final double writtenOnce;

  /**
   * @param samples samples with the same {@code lostMb}; not empty
   */
  TaskSizeSummary(List<TaskSample> samples) {
    lostMb = samples.get(0).lostMb;
    tasks = samples.size();
    ms = median(samples, s -> s.ms);
    inputMb = median(samples, s -> s.inputMb);
    outputs = (int) Math.round(median(samples, s -> s.outputs));
    localOutputs = (int) Math.round(median(samples, s -> s.localOutputs));
    outputMb = median(samples, s -> s.outputMb);
    spilledShare = samples.stream().mapToDouble(s -> s.spilledShare).average().orElse(0);
    writtenOnce = samples.stream().mapToDouble(s -> s.writtenOnce ? 1 : 0).average().orElse(0);
  }

  /**
   * @param lostMb see the methods, as for all other parameters
   */
  TaskSizeSummary(
      long lostMb,
      int tasks,
      double ms,
      double inputMb,
      int outputs,
      int localOutputs,
      double outputMb,
      double spilledShare,
      double writtenOnce) {
    this.lostMb = lostMb;
    this.tasks = tasks;
    this.ms = ms;
    this.inputMb = inputMb;
    this.outputs = outputs;
    this.localOutputs = localOutputs;
    this.outputMb = outputMb;
    this.spilledShare = spilledShare;
    this.writtenOnce = writtenOnce;
  }

  private static double median(List<TaskSample> samples, ToDoubleFunction<TaskSample> what) {
    return StatUtils.percentile(samples.stream().mapToDouble(what).toArray(), 50);
  }

  /** Returns by how much the containers were smaller than requested, in MB; 0 or more. */
  public long lostMb() {
    return lostMb;
  }

  /** Returns the number of tasks; above 0. */
  public int tasks() {
    return tasks;
  }

  /** Returns the median run time in ms; above 0. */
  public double ms() {
    return ms;
  }

  /**
   * Returns the median input in MB, uncompressed: fetched or, if the tasks fetch nothing, sorted.
   */
  public double inputMb() {
    return inputMb;
  }

  /** Returns the median number of outputs that a task fetched. */
  public int outputs() {
    return outputs;
  }

  /** Returns the median number of outputs that a task read from local disk. */
  public int localOutputs() {
    return localOutputs;
  }

  /** Returns the median output on disk, in MB; 0 if the tasks do not sort. */
  public double outputMb() {
    return outputMb;
  }

  /** Returns the mean ratio of records written to disk to records read. */
  public double spilledShare() {
    return spilledShare;
  }

  /** Returns the share of tasks that wrote their output only once; 0 to 1. */
  public double writtenOnce() {
    return writtenOnce;
  }
}
