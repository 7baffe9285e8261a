// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.List;
import org.yarnext.common.decision.Decision;

/**
 * Estimates the run time of a vertex's tasks (Mercury sections 4.2 and 6.3). Before the first task
 * has ended it uses earlier runs of the DAG, or typical run times of the DAG's tasks; the more
 * tasks have ended, the less weight these have. Stateless.
 *
 * <p>Running tasks count too, see {@link SurvivalEstimator}. So the estimate is not too short after
 * the first ends, and stragglers affect it only while they run.
 */
public final class VertexRunTimeEstimator {
  /** Weight of earlier runs, in ends of tasks, until some have ended. */
  private static final double HISTORY_WEIGHT = 4;

  /** Weight of other vertices' tasks, which say little. */
  private static final double TYPICAL_WEIGHT = 1;

  private final long defaultMs;

  /**
   * Creates an estimator.
   *
   * @param defaultMs the estimate without any information; above 0
   */
  public VertexRunTimeEstimator(long defaultMs) {
    if (defaultMs <= 0) {
      throw new IllegalArgumentException("defaultMs=" + defaultMs);
    }
    this.defaultMs = defaultMs;
  }

  /**
   * Estimates the run time of a task.
   *
   * @param view the vertex now
   * @param past earlier runs of it; {@link VertexHistory#NONE} if unknown
   * @param typical run times of tasks of the same DAG's other vertices, by vertex; may be empty
   * @return the distribution of its run time, never null
   */
  public Decision<SurvivalEstimator> decide(
      VertexView view, VertexHistory past, List<List<AttemptRun>> typical, TaskFeatures task) {
    long bytes = task.bytes();
    double slope = view.msPerByte();
    boolean bySize = slope > 0 && bytes >= 0;
    double pastSlope = past.msPerByte();
    slope = slope > 0 ? slope : pastSlope;
    double extra = firstExtraMs(view, past, typical);
    SurvivalEstimator.Builder survival = new SurvivalEstimator.Builder();
    double ended = 0;
    for (AttemptRun run : view.ended()) {
      survival.ended(moved(run, slope, extra, task), run.weight());
      ended += run.weight();
    }
    for (AttemptRun run : view.running()) {
      survival.running(moved(run, slope, extra, task), run.weight());
    }
    RunTimeEstimateReason reason = prior(survival, past, typical, task, pastSlope, extra, ended);
    if (reason == RunTimeEstimateReason.ESTIMATE_VERTEX && bySize) {
      reason = RunTimeEstimateReason.ESTIMATE_BY_SIZE;
    }
    SurvivalEstimator runTimes = survival.build();
    if (reason == RunTimeEstimateReason.ESTIMATE_DEFAULT && runTimes.quantile(0.5) > defaultMs) {
      reason = RunTimeEstimateReason.ESTIMATE_RUNNING;
    }
    return Decision.of(runTimes, reason)
        .with("meanMs", Math.round(runTimes.mean()))
        .with("medianMs", Math.round(runTimes.quantile(0.5)))
        .with("ended", Math.round(ended))
        .with("running", view.running().size())
        .with("pastRuns", past.oldestFirst().size())
        .with("bytes", bytes)
        .with("first", task.first())
        .with("firstExtraMs", Math.round(extra));
  }

  /**
   * Returns the additional run time of a first task: from the vertex's own tasks if known, else
   * from its history, else from the DAG's other vertices.
   */
  private static double firstExtraMs(
      VertexView view, VertexHistory past, List<List<AttemptRun>> typical) {
    if (view.firstExtraMs() > 0) {
      return view.firstExtraMs();
    }
    return past.firstExtraMs() > 0 ? past.firstExtraMs() : WarmUpEstimator.extraMs(typical);
  }

  private static double moved(AttemptRun run, double slope, double extra, TaskFeatures task) {
    return WarmUpEstimator.moved(
        SizeTrendEstimator.moved(run, slope, task.bytes()), run.first(), task.first(), extra);
  }

  /**
   * Adds the information apart from the vertex's own tasks, and returns the reason for the
   * estimate.
   */
  private RunTimeEstimateReason prior(
      SurvivalEstimator.Builder survival,
      VertexHistory past,
      List<List<AttemptRun>> typical,
      TaskFeatures task,
      double pastSlope,
      double extra,
      double ended) {
    if (!past.isEmpty()) {
      double weight = fading(HISTORY_WEIGHT, ended);
      double added = task.first() ? extra : 0;
      for (AttemptRun run : past.expected(task.bytes(), pastSlope, weight, added)) {
        survival.ended(run.ms(), run.weight());
      }
      return weight > ended
          ? RunTimeEstimateReason.ESTIMATE_HISTORY
          : RunTimeEstimateReason.ESTIMATE_VERTEX;
    }
    int others = typical.stream().mapToInt(List::size).sum();
    if (others > 0) {
      double weight = fading(TYPICAL_WEIGHT, ended) / others;
      for (List<AttemptRun> vertex : typical) {
        for (AttemptRun run : vertex) {
          survival.ended(WarmUpEstimator.moved(run.ms(), run.first(), task.first(), extra), weight);
        }
      }
      return ended == 0
          ? RunTimeEstimateReason.ESTIMATE_TYPICAL
          : RunTimeEstimateReason.ESTIMATE_VERTEX;
    }
    if (ended == 0) {
      survival.ended(defaultMs, 1);
      return RunTimeEstimateReason.ESTIMATE_DEFAULT;
    }
    return RunTimeEstimateReason.ESTIMATE_VERTEX;
  }

  private static double fading(double weight, double ended) {
    return weight * weight / (weight + ended);
  }
}
