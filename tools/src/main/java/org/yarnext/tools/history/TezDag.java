// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Collects what a Tez history says of one DAG, and what its vertices' tasks did. Not thread-safe.
 */
final class TezDag {
  static final String TEZ = "TEZ";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String id;
  private String name = "";
  private TezPlan plan = new TezPlan(JSON.createObjectNode());
  private boolean ended;
  private boolean succeeded;
  private boolean undersized;

  /** Vertex names by id. */
  private final Map<String, String> names = new TreeMap<>();

  private final Map<String, Long> ends = new HashMap<>();
  private final Map<String, List<TezAttempt>> attempts = new HashMap<>();

  /**
   * Containers of running attempts; a successful attempt's end event does not name its container.
   */
  private final Map<String, String> containers = new HashMap<>();

  /**
   * @param id such as {@code dag_1700000000000_0042_1}
   */
  TezDag(String id) {
    this.id = id;
  }

  void submitted(String dagName, JsonNode dagPlan) {
    name = dagName;
    plan = new TezPlan(dagPlan);
  }

  void finished(boolean well) {
    ended = true;
    succeeded = well;
  }

  /** Returns false while the DAG runs, and forever if its last events were lost. */
  boolean isEnded() {
    return ended;
  }

  String id() {
    return id;
  }

  void vertexNamed(String vertexId, String vertexName) {
    names.put(vertexId, vertexName);
  }

  void vertexFinished(String vertexId, long ms) {
    ends.put(vertexId, ms);
  }

  void attemptStarted(String attempt, String container) {
    containers.put(attempt, container);
  }

  void attemptFinished(String vertexId, String attempt, JsonNode info) {
    String container = containers.remove(attempt);
    if (info.path("status").asText().equals("SUCCEEDED")) {
      attempts
          .computeIfAbsent(vertexId, v -> new ArrayList<>())
          .add(new TezAttempt(container == null ? "" : container, info));
    } else {
      undersized |= UndersizedEnd.find(info.path("diagnostics").asText()) != null;
    }
  }

  /** Returns the run of each vertex's tasks; empty if the DAG did not succeed. */
  List<TaskRun> runs(TezSettings settings, ResourceManagerLog log) {
    List<TaskRun> runs = new ArrayList<>();
    if (succeeded) {
      names.forEach((vertexId, vertexName) -> runs.add(run(vertexId, vertexName, settings, log)));
    }
    return runs;
  }

  private TaskRun run(
      String vertexId, String vertex, TezSettings settings, ResourceManagerLog log) {
    String application = id.replaceFirst("^dag_(\\d+_\\d+)_\\d+$", "application_$1");
    boolean named = log.name(application) != null;
    TaskRun.Builder run =
        new TaskRun.Builder(named ? log.name(application) : name, id, TEZ, vertex);
    if (!named && settings.isSession()) {
      run.doubt(
          "The name is that of a DAG in a session, and profiles match the name of the session, which"
              + " its history does not have: give the ResourceManager's log with --rm-log, or"
              + " correct the field job.");
    }
    run.priority(plan.priority(vertex, number(vertexId)));
    List<TezAttempt> done = attempts.getOrDefault(vertexId, Collections.emptyList());
    new TezTasks(id, vertex, plan, settings, done, sendersEnd(vertexId, vertex))
        .describe(run, log, undersized);
    return run.build();
  }

  private long sendersEnd(String vertexId, String vertex) {
    long end = 0;
    for (Map.Entry<String, String> other : names.entrySet()) {
      if (!other.getKey().equals(vertexId)
          && plan.into(vertex).stream().anyMatch(edge -> edge.from.equals(other.getValue()))) {
        end = Math.max(end, ends.getOrDefault(other.getKey(), 0L));
      }
    }
    return end;
  }

  /**
   * Returns the last number of a vertex id, such as 2 of {@code vertex_1700000000000_0042_1_02}.
   */
  private static int number(String vertexId) {
    return Integer.parseInt(vertexId.substring(vertexId.lastIndexOf('_') + 1));
  }
}
