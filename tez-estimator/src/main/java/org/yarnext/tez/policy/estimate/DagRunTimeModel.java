// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.common.decision.Decision;

/**
 * Run time models of one DAG's vertices. A vertex without an ended task uses the typical run times
 * of the DAG's other vertices. Not thread-safe.
 */
public final class DagRunTimeModel {
  /** Maximum number of typical runs per other vertex; more would outweigh small vertices. */
  private static final int TYPICAL_OF_VERTEX = 8;

  private final VertexRunTimeEstimator estimator;
  private final Map<String, VertexHistory> past;
  private final Map<String, VertexRunTimeModel> vertices = new LinkedHashMap<>();

  /**
   * Creates a model.
   *
   * @param past earlier runs by the vertex's name; may be empty
   */
  public DagRunTimeModel(VertexRunTimeEstimator estimator, Map<String, VertexHistory> past) {
    this.estimator = estimator;
    this.past = past;
  }

  /** Returns the runs of a vertex, which may be new. */
  public VertexRunTracker runs(String vertex) {
    return vertex(vertex).runs();
  }

  private VertexRunTimeModel vertex(String name) {
    return vertices.computeIfAbsent(
        name, n -> new VertexRunTimeModel(estimator, past.getOrDefault(n, VertexHistory.NONE)));
  }

  /**
   * Estimates the run time of a task of a vertex.
   *
   * @param nowMs of the clock of the runs
   */
  public Decision<SurvivalEstimator> estimate(String vertex, TaskFeatures task, long nowMs) {
    return vertex(vertex).estimate(() -> typical(vertex), task, nowMs);
  }

  private List<List<AttemptRun>> typical(String except) {
    List<List<AttemptRun>> runs = new ArrayList<>();
    vertices.forEach(
        (name, vertex) -> {
          List<AttemptRun> ended = vertex.runs().successes();
          if (!name.equals(except) && !ended.isEmpty()) {
            runs.add(EvenSampler.of(ended, TYPICAL_OF_VERTEX));
          }
        });
    return runs;
  }

  /** Returns the summaries of all vertices with an ended task, to be stored; a new map. */
  public Map<String, VertexRunSummary> summary() {
    Map<String, VertexRunSummary> kept = new LinkedHashMap<>();
    double typicalExtraMs =
        WarmUpEstimator.extraMs(
            vertices.values().stream()
                .map(vertex -> vertex.runs().successes())
                .collect(Collectors.toList()));
    vertices.forEach(
        (name, vertex) -> {
          List<AttemptRun> ended = vertex.runs().successes();
          if (!ended.isEmpty()) {
            kept.put(name, VertexRunSummary.of(ended, typicalExtraMs));
          }
        });
    return Collections.unmodifiableMap(kept);
  }
}
