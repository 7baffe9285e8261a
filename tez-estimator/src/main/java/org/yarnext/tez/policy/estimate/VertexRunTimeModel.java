// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.yarnext.common.decision.Decision;

/**
 * Run time model of one vertex: its runs, its history, and the current estimate. The estimate is
 * not computed for each of thousands of tasks, but when a task has ended or after a second; if many
 * tasks run and end all the time, it is computed at most ten times a second. Not thread-safe.
 */
public final class VertexRunTimeModel {
  private static final long FRESH_MS = 1_000;

  /** Validity of an estimate in ms, even if tasks have ended meanwhile, when many are running. */
  private static final long FRESH_AMONG_MANY_MS = 100;

  static final int MANY = 500;

  /**
   * Maximum number of inputs with a stored estimate; tasks of thousands of sizes may need one at
   * once.
   */
  private static final int MAX_INPUTS = 256;

  private final VertexRunTimeEstimator estimator;
  private final VertexHistory past;
  private final double pastMsPerByte;
  private final VertexRunTracker runs = new VertexRunTracker();
  private VertexView view;
  private List<List<AttemptRun>> others;
  private long viewMs;
  private long viewSucceeded;

  /**
   * The last estimates by input, of first tasks of containers; {@code later} has those of others.
   */
  private final Map<Long, Decision<SurvivalEstimator>> first = new HashMap<>();

  private final Map<Long, Decision<SurvivalEstimator>> later = new HashMap<>();

  public VertexRunTimeModel(VertexRunTimeEstimator estimator, VertexHistory past) {
    this.estimator = estimator;
    this.past = past;
    this.pastMsPerByte = past.msPerByte();
  }

  /** Returns the vertex's runs, to be updated by the caller. */
  public VertexRunTracker runs() {
    return runs;
  }

  /**
   * Estimates the run time of a task.
   *
   * @param typical run times of other vertices' tasks, by vertex, called only if needed
   * @param nowMs of the clock of the runs
   */
  public Decision<SurvivalEstimator> estimate(
      Supplier<List<List<AttemptRun>>> typical, TaskFeatures task, long nowMs) {
    if (view == null || nowMs < viewMs || nowMs - viewMs >= freshMs()) {
      view = runs.at(nowMs);
      others = typical.get();
      viewMs = nowMs;
      viewSucceeded = runs.succeeded();
      later.clear();
      first.clear();
    }
    // If input makes no difference, all tasks share one estimate.
    boolean counts = view.msPerByte() > 0 || pastMsPerByte > 0;
    long counting = counts ? task.bytes() : AttemptRun.UNKNOWN;
    Map<Long, Decision<SurvivalEstimator>> kept = task.first() ? first : later;
    if (kept.size() >= MAX_INPUTS && !kept.containsKey(counting)) {
      kept.clear();
    }
    return kept.computeIfAbsent(
        counting,
        bytes -> estimator.decide(view, past, others, TaskFeatures.of(bytes, task.first())));
  }

  private long freshMs() {
    if (viewSucceeded == runs.succeeded()) {
      return FRESH_MS;
    }
    return runs.running() > MANY ? FRESH_AMONG_MANY_MS : 0;
  }
}
