// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.tez.common.counters.TezCounters;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.tez.am.container.FirstAttemptTracker;
import org.yarnext.tez.am.task.SplitSizeReader;
import org.yarnext.tez.am.task.TezAttemptReader;
import org.yarnext.tez.policy.estimate.AttemptRun;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;
import org.yarnext.tez.policy.estimate.SurvivalEstimator;
import org.yarnext.tez.policy.estimate.TaskFeatures;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunTimeEstimator;
import org.yarnext.tez.policy.estimate.VertexRunTimeModel;
import org.yarnext.tez.policy.progress.AttemptProgress;
import org.yarnext.tez.policy.progress.AttemptRunTimeEstimator;
import org.yarnext.tez.policy.progress.PostInputEstimator;
import org.yarnext.tez.policy.progress.ProgressCalibration;

/**
 * Estimates the run times of one vertex's attempts for Tez's speculator. Times are those of Tez's
 * events, in ms, and start when an attempt is submitted, as in Tez's own estimators. All methods
 * may throw: callers use the guard. Thread-safe.
 */
final class VertexForecaster {
  /** The part of a normal distribution below one standard deviation above the mean. */
  private static final double ONE_SIGMA = 0.841;

  private static final double MIDDLE = 0.5;

  /** Minimum share of a vertex's tasks that must have ended before one is called slow; as stock. */
  private static final double MIN_ENDED = 0.05;

  private final Vertex vertex;
  private final VertexRunTimeModel learnt;
  private final float slowness;
  private final ProgressCalibration trust = new ProgressCalibration();
  private final PostInputEstimator after = new PostInputEstimator();
  private final AttemptRunTimeEstimator forecast = new AttemptRunTimeEstimator(trust, after);
  private final Map<TezTaskAttemptID, AttemptProgress> reports = new HashMap<>();
  private final Map<TezTaskAttemptID, Long> totals = new HashMap<>();

  /** Reasons of the last estimates of running attempts. */
  private final Map<TezTaskAttemptID, DecisionReason> reasons = new HashMap<>();

  private final Map<TezTaskID, TaskFeatures> traits = new HashMap<>();
  private final SplitSizeReader splits;
  private final FirstAttemptTracker turns;
  private long nowMs;

  /**
   * Creates a forecaster.
   *
   * @param slowness number of standard deviations above the middle from which a task is slow, from
   *     Tez's configuration
   */
  VertexForecaster(
      Vertex vertex,
      VertexRunTimeEstimator estimator,
      VertexHistory past,
      FirstAttemptTracker turns,
      float slowness) {
    this.vertex = vertex;
    this.splits = new SplitSizeReader(vertex);
    this.turns = turns;
    this.learnt = new VertexRunTimeModel(estimator, past);
    this.slowness = slowness;
  }

  synchronized void submitted(TezTaskAttemptID id, long timeMs) {
    nowMs = Math.max(nowMs, timeMs);
    learnt.runs().started(TezAttemptReader.number(id), timeMs, turns.isFirst(attempt(id)));
  }

  private TaskAttempt attempt(TezTaskAttemptID id) {
    Task task = vertex.getTask(id.getTaskID());
    return task == null ? null : task.getAttempt(id);
  }

  /**
   * Records that an attempt reported, or ended.
   *
   * @return the new estimate if the attempt continues and the reason of its estimate has changed
   *     since its last report; null otherwise
   */
  synchronized Decision<SurvivalEstimator> reported(TezTaskAttemptID id, long timeMs) {
    nowMs = Math.max(nowMs, timeMs);
    TaskAttempt attempt = attempt(id);
    if (attempt == null) {
      return null;
    }
    TaskAttemptState state = attempt.getState();
    if (state == TaskAttemptState.RUNNING || state == TaskAttemptState.STARTING) {
      return running(id, attempt, timeMs);
    }
    if (state == TaskAttemptState.SUCCEEDED
        || state == TaskAttemptState.FAILED
        || state == TaskAttemptState.KILLED) {
      boolean succeeded = state == TaskAttemptState.SUCCEEDED;
      Long ranMs = ended(id, attempt, timeMs, succeeded);
      AttemptProgress progress = reports.remove(id);
      if (succeeded && ranMs != null && progress != null) {
        trust.learn(progress, ranMs);
        after.learn(progress, ranMs);
      }
      totals.remove(id);
      reasons.remove(id);
      traits.remove(id.getTaskID());
    }
    return null;
  }

  /**
   * Records an end. An attempt of an earlier Application Master attempt ended at the time that Tez
   * states.
   */
  private Long ended(TezTaskAttemptID id, TaskAttempt attempt, long timeMs, boolean succeeded) {
    long number = TezAttemptReader.number(id);
    long endMs = timeMs;
    if (succeeded && learnt.runs().startOf(number) == null && attempt.getLaunchTime() > 0) {
      learnt.runs().started(number, attempt.getLaunchTime(), turns.isFirst(attempt));
      endMs = attempt.getFinishTime();
    }
    TezCounters counters = succeeded ? attempt.getCounters() : null;
    return learnt.runs().ended(number, endMs, succeeded, TezAttemptReader.bytesRead(counters));
  }

  private Decision<SurvivalEstimator> running(
      TezTaskAttemptID id, TaskAttempt attempt, long timeMs) {
    Long start = learnt.runs().startOf(TezAttemptReader.number(id));
    if (start == null || timeMs < start) {
      return null;
    }
    TaskFeatures task = TaskFeatures.of(bytesToRead(attempt), turns.isFirst(attempt));
    traits.put(id.getTaskID(), task);
    Decision<SurvivalEstimator> estimate = estimate(task);
    SurvivalEstimator others = nothingKnown(estimate) ? null : estimate.value();
    double elapsed = timeMs - start;
    AttemptProgress progress = reports.computeIfAbsent(id, i -> new AttemptProgress());
    progress.add(attempt.getProgress(), elapsed);
    double total = forecast.totalMs(others, learnt.runs().succeeded(), elapsed, progress);
    totals.put(id, Math.round(total));
    return estimate.reason().equals(reasons.put(id, estimate.reason())) ? null : estimate;
  }

  /**
   * Returns an attempt's input, which it reports first; without a source vertex, it is the whole
   * input.
   */
  private long bytesToRead(TaskAttempt attempt) {
    if (vertex.getInputVerticesCount() > 0) {
      return AttemptRun.UNKNOWN;
    }
    long splitBytes = TezAttemptReader.splitBytes(attempt.getCounters());
    return splitBytes < 0 ? splits.of(attempt.getTaskAttemptID()) : splitBytes;
  }

  /** Returns the mean input of a task that is to begin, in bytes. */
  private long typicalBytes() {
    return vertex.getInputVerticesCount() > 0 ? AttemptRun.UNKNOWN : splits.mean();
  }

  private Decision<SurvivalEstimator> estimate(TaskFeatures task) {
    return learnt.estimate(Collections::emptyList, task, nowMs);
  }

  private static boolean nothingKnown(Decision<SurvivalEstimator> estimate) {
    return estimate.reason() == RunTimeEstimateReason.ESTIMATE_DEFAULT
        || estimate.reason() == RunTimeEstimateReason.ESTIMATE_RUNNING;
  }

  /** Returns the expected total run time of an attempt, in ms; -1 if unknown. */
  synchronized long totalMs(TezTaskAttemptID id) {
    return totals.getOrDefault(id, -1L);
  }

  /**
   * Returns the expected run time of a new attempt, in ms; MAX_VALUE if unknown, as stock. It is
   * the middle, since an attempt that replaces a straggler is not expected to be one.
   */
  synchronized long newAttemptMs() {
    Decision<SurvivalEstimator> estimate =
        estimate(TaskFeatures.of(typicalBytes(), !turns.usedAgain()));
    return nothingKnown(estimate)
        ? Long.MAX_VALUE
        : Math.round(estimate.value().minRelativeError());
  }

  /** Returns the run time from which a task is slow for its input, in ms; MAX_VALUE if unknown. */
  synchronized long thresholdMs(TezTaskID id) {
    // Tez's count includes those of earlier attempts of the Application Master.
    int ended = vertex.getCompletedTasks();
    if (learnt.runs().succeeded() < 1 || ended < MIN_ENDED * vertex.getTotalTasks()) {
      return Long.MAX_VALUE;
    }
    SurvivalEstimator runTimes = estimate(traits.getOrDefault(id, TaskFeatures.UNKNOWN)).value();
    double middle = runTimes.quantile(MIDDLE);
    return Math.round(middle + slowness * (runTimes.quantile(ONE_SIGMA) - middle));
  }

  /** Returns the possible error of an attempt's estimate, in ms; -1 if unknown. */
  synchronized long spreadMs(TezTaskAttemptID id) {
    Decision<SurvivalEstimator> estimate =
        estimate(traits.getOrDefault(id.getTaskID(), TaskFeatures.UNKNOWN));
    return !totals.containsKey(id) || nothingKnown(estimate)
        ? -1
        : Math.round(estimate.value().quantile(ONE_SIGMA) - estimate.value().quantile(MIDDLE));
  }
}
