// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.tez.policy.estimate.AttemptRun;
import org.yarnext.tez.policy.estimate.DagRunTimeModel;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;
import org.yarnext.tez.policy.estimate.SurvivalEstimator;
import org.yarnext.tez.policy.estimate.TaskFeatures;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;
import org.yarnext.tez.policy.opportunistic.ContainerRunTimeEstimator;
import org.yarnext.tez.policy.opportunistic.ContainerSupply;
import org.yarnext.tez.policy.opportunistic.ExecutionTypePolicy;
import org.yarnext.tez.policy.progress.EstimateAccuracy;

/**
 * State of one DAG as its task scheduler sees it: waiting and running attempts, lost containers,
 * and the accuracy of the estimates. Times are in ms of one monotonic clock. Thread-safe.
 */
final class DagState {
  private static final Logger LOG = LoggerFactory.getLogger(DagState.class);

  private final String name;
  private final DagRunTimeModel learnt;
  private final ExecutionTypePolicy choice;
  private final long containerStartMs;
  private final boolean reused;
  private final Map<String, VertexState> vertices = new LinkedHashMap<>();

  /** Counts of one vertex beside its runs. */
  private static final class VertexState {
    final PendingRequestCounter waiting = new PendingRequestCounter();

    /** Attempts with a container, each a different one. */
    final Set<Long> placed = new HashSet<>();

    /** Attempts whose container is opportunistic, or is requested as such. */
    final Set<Long> opportunistic = new HashSet<>();

    /** Attempts that must not run in an opportunistic container, not even in a reused one. */
    final Set<Long> guaranteed = new HashSet<>();

    final Map<Integer, Integer> lost = new HashMap<>();
    final Map<Long, Double> firstWave = new HashMap<>();
    final Map<Long, Double> refined = new HashMap<>();
    final EstimateAccuracy firstWaveErrors = new EstimateAccuracy();
    final EstimateAccuracy refinedErrors = new EstimateAccuracy();
    long shortAsked;
    long outputs;
    double outputBytes;
  }

  /**
   * Creates the state of a DAG.
   *
   * @param name the name under which the DAG was submitted
   * @param past results of earlier runs, by vertex
   * @param reused whether containers run several tasks
   */
  DagState(
      String name,
      EstimatorContext estimatorContext,
      Map<String, VertexHistory> past,
      boolean reused) {
    this.name = name;
    this.learnt = new DagRunTimeModel(estimatorContext.newEstimator(), past);
    this.choice = estimatorContext.settings.executionTypePolicy(name);
    this.containerStartMs = estimatorContext.settings.containerStartMs();
    this.reused = reused;
  }

  private VertexState state(String vertex) {
    return vertices.computeIfAbsent(vertex, v -> new VertexState());
  }

  /** Records that an attempt requests a container. */
  synchronized void onRequested(String vertex, long attempt, long nowMs) {
    VertexState state = state(vertex);
    state.waiting.requested(attempt, state.opportunistic.contains(attempt), nowMs);
  }

  /**
   * Decides whether the container of an attempt is to be opportunistic, and remembers it.
   *
   * @param sources the vertices that it reads from, directly or not
   * @param supply without the information of this object
   */
  synchronized Decision<Boolean> choose(
      String vertex,
      int task,
      long attempt,
      Collection<String> sources,
      TaskFeatures traits,
      double dagProgress,
      ContainerSupply supply,
      long nowMs) {
    VertexState state = state(vertex);
    Decision<SurvivalEstimator> estimate = learnt.estimate(vertex, traits, nowMs);
    boolean known =
        estimate.reason() != RunTimeEstimateReason.ESTIMATE_DEFAULT
            && estimate.reason() != RunTimeEstimateReason.ESTIMATE_RUNNING;
    ContainerSupply all = completed(supply, vertex, attempt, estimate.value().mean());
    ExecutionTypePolicy.TaskRequest asking =
        new ExecutionTypePolicy.TaskRequest(
            known,
            estimate.value().mean(),
            state.shortAsked,
            state.lost.getOrDefault(task, 0),
            isBehindOpportunistic(sources),
            dagProgress);
    Decision<Boolean> decision = choice.decide(asking, all);
    if (ExecutionTypePolicy.isByPercentage(decision)) {
      state.shortAsked++;
    }
    if (decision.value()) {
      state.opportunistic.add(attempt);
      state.waiting.changeType(attempt, true);
    }
    if (ExecutionTypePolicy.needsGuaranteed(decision, all)) {
      state.guaranteed.add(attempt);
    }
    return decision.with("estimate", estimate.reason().code());
  }

  private ContainerSupply completed(
      ContainerSupply supply, String vertex, long attempt, double taskMs) {
    VertexState state = state(vertex);
    int running = reused ? learnt.runs(vertex).running() : 0;
    return supply
        .withRequested(guaranteedRequested(state, attempt))
        .withOwnContainers(running, state.waiting.size(), taskMs);
  }

  private long guaranteedRequested(VertexState state, long butOf) {
    long all = vertices.values().stream().mapToLong(each -> each.waiting.guaranteed()).sum();
    return state.waiting.isGuaranteed(butOf) ? all - 1 : all;
  }

  /**
   * Returns whether opportunistic tasks of other vertices have not ended.
   *
   * @param sources these vertices
   */
  synchronized boolean isBehindOpportunistic(Collection<String> sources) {
    return sources.stream().anyMatch(this::hasOpportunistic);
  }

  private boolean hasOpportunistic(String vertex) {
    VertexState state = vertices.get(vertex);
    return state != null && !state.opportunistic.isEmpty();
  }

  /** Returns whether an attempt's container is opportunistic, or is requested as such. */
  synchronized boolean isOpportunistic(String vertex, long attempt) {
    VertexState state = vertices.get(vertex);
    return state != null && state.opportunistic.contains(attempt);
  }

  /** Records that an attempt requests a guaranteed container instead of an opportunistic one. */
  synchronized void asksGuaranteed(String vertex, long attempt) {
    VertexState state = state(vertex);
    state.opportunistic.remove(attempt);
    state.waiting.changeType(attempt, false);
  }

  /**
   * Returns whether an attempt must not run in an opportunistic container, not even in a reused
   * one.
   */
  synchronized boolean needsGuaranteed(String vertex, long attempt) {
    VertexState state = vertices.get(vertex);
    return state != null && state.guaranteed.contains(attempt);
  }

  /**
   * Records that an attempt got a container; a second call has no effect.
   *
   * @param isOpportunistic the type of the container, whatever was decided: a reused one serves
   *     either
   */
  synchronized void placed(String vertex, long attempt, boolean isOpportunistic) {
    VertexState state = state(vertex);
    if (!state.waiting.remove(attempt)) {
      return;
    }
    state.placed.add(attempt);
    if (isOpportunistic) {
      state.opportunistic.add(attempt);
    } else {
      state.opportunistic.remove(attempt);
    }
  }

  /** Records that an attempt began to run, and remembers its expected run time. */
  synchronized Decision<SurvivalEstimator> started(
      String vertex, long attempt, TaskFeatures traits, long nowMs) {
    Decision<SurvivalEstimator> estimate = learnt.estimate(vertex, traits, nowMs);
    VertexState state = state(vertex);
    Map<Long, Double> predicted =
        learnt.runs(vertex).succeeded() == 0 ? state.firstWave : state.refined;
    predicted.put(attempt, estimate.value().minRelativeError());
    learnt.runs(vertex).started(attempt, nowMs, traits.first());
    return estimate;
  }

  /**
   * Records that an attempt ended, or will not run.
   *
   * @param lost whether its container was taken from it
   * @param read its input in bytes, or {@link AttemptRun#UNKNOWN}
   * @param left its output for other vertices in bytes, or negative if not known
   * @return its run time, in ms; null if its start was not seen
   */
  synchronized Long ended(
      String vertex,
      int task,
      long attempt,
      boolean succeeded,
      boolean lost,
      long read,
      long left,
      long nowMs) {
    VertexState state = state(vertex);
    state.waiting.remove(attempt);
    state.placed.remove(attempt);
    state.opportunistic.remove(attempt);
    state.guaranteed.remove(attempt);
    if (lost) {
      state.lost.merge(task, 1, Integer::sum);
    }
    Long ranMs = learnt.runs(vertex).ended(attempt, nowMs, succeeded, read);
    Double first = state.firstWave.remove(attempt);
    Double refined = state.refined.remove(attempt);
    if (!succeeded) {
      return ranMs;
    }
    if (left >= 0) {
      state.outputs++;
      state.outputBytes += left;
    }
    if (ranMs != null && first != null) {
      state.firstWaveErrors.add(first, ranMs);
      compared(vertex, attempt, first, ranMs, "of the first wave");
    }
    if (ranMs != null && refined != null) {
      state.refinedErrors.add(refined, ranMs);
      compared(vertex, attempt, refined, ranMs, "a later one");
    }
    return ranMs;
  }

  private void compared(String vertex, long attempt, double expectedMs, long ranMs, String which) {
    LOG.debug(
        "Attempt {} of {}, vertex {}: expected {} ms, ran {} ms, {}",
        attempt,
        name,
        vertex,
        Math.round(expectedMs),
        ranMs,
        which);
  }

  /** Returns whether an attempt's start is known, and its end is not. */
  synchronized boolean isRunning(String vertex, long attempt) {
    return learnt.runs(vertex).startOf(attempt) != null;
  }

  /**
   * Records a success of an earlier attempt of the Application Master; a second call has no effect.
   *
   * @param task its input, and whether it was the first of its container
   * @param startMs of any clock, as endMs
   * @return its run time, in ms; null if that was known
   */
  synchronized Long recovered(
      String vertex, long attempt, TaskFeatures task, long startMs, long endMs, long left) {
    VertexState state = state(vertex);
    learnt.runs(vertex).started(attempt, startMs, task.first());
    Long ranMs = learnt.runs(vertex).ended(attempt, endMs, true, task.bytes());
    if (ranMs != null && left >= 0) {
      state.outputs++;
      state.outputBytes += left;
    }
    return ranMs;
  }

  /**
   * Returns the expected run time of a container launched for the vertex now, in ms.
   *
   * @param firstBytes input of its first task, or {@link AttemptRun#UNKNOWN}
   * @param laterBytes input of any later task
   * @param room how many more guaranteed containers the ResourceManager has room for
   */
  synchronized long containerMs(
      String vertex, long firstBytes, long laterBytes, long room, long nowMs) {
    VertexState state = state(vertex);
    return ContainerRunTimeEstimator.expectedMs(
        containerStartMs,
        learnt.estimate(vertex, TaskFeatures.of(firstBytes, true), nowMs).value().mean(),
        learnt.estimate(vertex, TaskFeatures.of(laterBytes, false), nowMs).value().mean(),
        state.waiting.size(),
        state.placed.size(),
        state.waiting.toCome(room, nowMs),
        reused);
  }

  /**
   * Returns the mean output of a task of the vertex for other vertices, in bytes; {@link
   * AttemptRun#UNKNOWN} before one ended.
   */
  synchronized long bytesLeft(String vertex) {
    VertexState state = vertices.get(vertex);
    return state == null || state.outputs == 0
        ? AttemptRun.UNKNOWN
        : Math.round(state.outputBytes / state.outputs);
  }

  /** Returns whether the vertex is known. */
  synchronized boolean knows(String vertex) {
    return vertices.containsKey(vertex);
  }

  /** Returns the summary to store. */
  synchronized Map<String, VertexRunSummary> summary() {
    return learnt.summary();
  }

  /** Writes how far the estimates were from the truth. */
  synchronized void logAccuracy() {
    vertices.forEach(
        (vertex, state) ->
            LOG.info(
                "Estimates of {}, vertex {}: {} tasks of the first wave, error median {} p90 {};"
                    + " {} later ones, error median {} p90 {}",
                name,
                vertex,
                state.firstWaveErrors.count(),
                percent(state.firstWaveErrors, 50),
                percent(state.firstWaveErrors, 90),
                state.refinedErrors.count(),
                percent(state.refinedErrors, 50),
                percent(state.refinedErrors, 90)));
  }

  private static String percent(EstimateAccuracy accuracy, double percentile) {
    return accuracy.count() == 0 ? "-" : Math.round(accuracy.percentile(percentile) * 100) + " %";
  }
}
