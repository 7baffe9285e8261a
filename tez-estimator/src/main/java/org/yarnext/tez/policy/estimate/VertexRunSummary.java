// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Summary of one vertex in an earlier run of a DAG. It has five quantiles of the tasks' run times,
 * their median input, the growth of run time with input, and the additional run time of a
 * container's first task. Immutable.
 */
public final class VertexRunSummary {
  /** The stored quantiles, in percent. */
  public static final List<Integer> PERCENTS =
      Collections.unmodifiableList(Arrays.asList(10, 30, 50, 70, 90));

  /** Maximum time, also per byte, in ms: a year. Larger numbers are neither accepted nor stored. */
  static final double MAX_MS = 365 * 86_400_000.0;

  private final List<Double> quantilesMs;
  private final long bytesPerTask;
  private final double msPerByte;
  private final double firstExtraMs;

  /**
   * Creates a summary.
   *
   * @param quantilesMs of tasks after the first of their containers; one for each of {@link
   *     #PERCENTS}, 0 to {@link #MAX_MS}, ascending; the limit applies to the other times, too
   * @param bytesPerTask the median input of a task, or {@link AttemptRun#UNKNOWN}
   * @param msPerByte additional run time per byte of input; 0 if unknown
   * @param firstExtraMs additional run time of the first task of a container; 0 if unknown, and the
   *     quantiles are of both kinds then
   * @throws IllegalArgumentException if a value is outside
   */
  public VertexRunSummary(
      List<Double> quantilesMs, long bytesPerTask, double msPerByte, double firstExtraMs) {
    this.quantilesMs = Collections.unmodifiableList(new ArrayList<>(quantilesMs));
    this.bytesPerTask = bytesPerTask < 0 ? AttemptRun.UNKNOWN : bytesPerTask;
    this.msPerByte = msPerByte;
    this.firstExtraMs = firstExtraMs;
    if (!sound()) {
      throw new IllegalArgumentException(
          "quantiles="
              + quantilesMs
              + ", msPerByte="
              + msPerByte
              + ", firstExtraMs="
              + firstExtraMs);
    }
  }

  private boolean sound() {
    double last = 0;
    for (double ms : quantilesMs) {
      if (!(ms >= last && ms <= MAX_MS)) {
        return false;
      }
      last = ms;
    }
    return quantilesMs.size() == PERCENTS.size() && believed(msPerByte) && believed(firstExtraMs);
  }

  private static boolean believed(double value) {
    return value >= 0 && value <= MAX_MS;
  }

  /**
   * Summarises runs.
   *
   * @param runs successful ones; not empty
   * @param typicalExtraMs additional run time of the first task of a container in the whole DAG,
   *     used if these runs do not show it; 0 if unknown
   */
  public static VertexRunSummary of(List<AttemptRun> runs, double typicalExtraMs) {
    double own = WarmUpEstimator.extraMs(Collections.singletonList(runs));
    double extra = own > 0 ? own : typicalExtraMs;
    double[] ms =
        runs.stream()
            .mapToDouble(run -> WarmUpEstimator.moved(run.ms(), run.first(), false, extra))
            .toArray();
    double[] bytes =
        runs.stream().filter(AttemptRun::hasBytes).mapToDouble(AttemptRun::bytes).toArray();
    List<Double> quantiles = new ArrayList<>();
    for (int percent : PERCENTS) {
      quantiles.add(Math.min(MAX_MS, percentile(ms, percent)));
    }
    return new VertexRunSummary(
        quantiles,
        bytes.length == 0 ? AttemptRun.UNKNOWN : Math.round(percentile(bytes, 50)),
        Math.min(MAX_MS, SizeTrendEstimator.msPerByte(runs)),
        Math.min(MAX_MS, extra));
  }

  private static double percentile(double[] values, int percent) {
    return new Percentile().evaluate(values, percent);
  }

  /** Returns the quantiles in ms, one for each of {@link #PERCENTS}. */
  public List<Double> quantilesMs() {
    return quantilesMs;
  }

  /** Returns the median input of a task in bytes; {@link AttemptRun#UNKNOWN} if unknown. */
  public long bytesPerTask() {
    return bytesPerTask;
  }

  /** Returns the additional run time per byte of input, in ms; 0 if unknown. */
  public double msPerByte() {
    return msPerByte;
  }

  /** Returns the additional run time of the first task of a container, in ms; 0 if unknown. */
  public double firstExtraMs() {
    return firstExtraMs;
  }

  double medianMs() {
    return quantilesMs.get(PERCENTS.indexOf(50));
  }
}
