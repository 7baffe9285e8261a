// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Earlier runs of a vertex, from which its run times are estimated. Later runs have more weight,
 * and each is scaled to the current input if the growth with input is known. Immutable.
 */
public final class VertexHistory {
  /** Maximum number of stored runs. */
  public static final int MAX_RUNS = 8;

  /** An empty history. */
  public static final VertexHistory NONE = new VertexHistory(Collections.emptyList());

  /** Weight of a run relative to the one after it. */
  private static final double FADING = 0.6;

  private final List<VertexRunSummary> oldestFirst;

  /** Creates a history of the latest {@link #MAX_RUNS} runs. */
  public VertexHistory(List<VertexRunSummary> oldestFirst) {
    int from = Math.max(0, oldestFirst.size() - MAX_RUNS);
    this.oldestFirst =
        Collections.unmodifiableList(
            new ArrayList<>(oldestFirst.subList(from, oldestFirst.size())));
  }

  /** Returns a copy with one more run, the latest. */
  public VertexHistory with(VertexRunSummary latest) {
    List<VertexRunSummary> more = new ArrayList<>(oldestFirst);
    more.add(latest);
    return new VertexHistory(more);
  }

  public List<VertexRunSummary> oldestFirst() {
    return oldestFirst;
  }

  public boolean isEmpty() {
    return oldestFirst.isEmpty();
  }

  /**
   * Returns the growth of run time with input, in ms per byte: across the runs if their inputs
   * differ enough, else within the latest run that showed it; 0 if neither.
   */
  public double msPerByte() {
    List<AttemptRun> medians = new ArrayList<>();
    double within = 0;
    for (VertexRunSummary run : oldestFirst) {
      medians.add(new AttemptRun(run.medianMs(), run.bytesPerTask(), 1));
      within = run.msPerByte() > 0 ? run.msPerByte() : within;
    }
    double across = SizeTrendEstimator.msPerByte(medians);
    return across > 0 ? across : within;
  }

  /**
   * Returns how much longer the first task of a container ran, in ms, in the latest run that shows
   * it; or 0.
   */
  double firstExtraMs() {
    double extra = 0;
    for (VertexRunSummary run : oldestFirst) {
      extra = run.firstExtraMs() > 0 ? run.firstExtraMs() : extra;
    }
    return extra;
  }

  /**
   * Returns the expected run times of tasks.
   *
   * @param bytes the input of a task now, or {@link AttemptRun#UNKNOWN}
   * @param weight total weight; above 0
   * @param addedMs added to the stored run times; 0 or more
   */
  List<AttemptRun> expected(long bytes, double msPerByte, double weight, double addedMs) {
    double all = 0;
    double each = 1;
    for (int i = 0; i < oldestFirst.size(); i++, each *= FADING) {
      all += each;
    }
    List<AttemptRun> runs = new ArrayList<>();
    each = 1;
    for (int i = oldestFirst.size() - 1; i >= 0; i--, each *= FADING) {
      VertexRunSummary run = oldestFirst.get(i);
      for (double ms : run.quantilesMs()) {
        AttemptRun then =
            new AttemptRun(
                ms, run.bytesPerTask(), weight * each / all / VertexRunSummary.PERCENTS.size());
        runs.add(
            new AttemptRun(
                SizeTrendEstimator.moved(then, msPerByte, bytes) + addedMs, bytes, then.weight()));
      }
    }
    return runs;
  }
}
