// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.RecordedUsage;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.RunTimes;
import org.yarnext.tools.history.record.TaskClassRun;

/**
 * Collects the data of one DAG, its vertices and their tasks from a Tez history. Not thread-safe.
 */
final class TezDag {
  static final String TEZ = "TEZ";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String id;
  private String name = "";
  private String queue = "";
  private String user = "";
  private long submitMs;
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

  /**
   * Takes the event of the submission.
   *
   * @param record the whole event
   */
  void submitted(JsonNode record) {
    JsonNode filters = record.path("primaryfilters");
    name = filters.path("dagName").asText();
    queue = filters.path("queueName").asText();
    submitMs = record.path("events").path(0).path("ts").asLong();
    for (JsonNode related : record.path("relatedEntities")) {
      if (related.path("entitytype").asText().equals("user")) {
        user = related.path("entity").asText();
      }
    }
    plan = new TezPlan(record.path("otherinfo").path("dagPlan"));
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
  List<TaskClassRun> runs(TezSettings settings, ResourceManagerLog log) {
    List<TaskClassRun> runs = new ArrayList<>();
    if (succeeded) {
      names.forEach((vertexId, vertexName) -> runs.add(run(vertexId, vertexName, settings, log)));
    }
    return runs;
  }

  /** Returns the record of the DAG; null if it did not succeed or none of its tasks has a time. */
  RecordedJob job(TezSettings settings) {
    List<String> order = new ArrayList<>(names.keySet());
    order.removeIf(vertex -> !attempts.containsKey(vertex));
    // Senders come first, regardless of their numbers.
    order.sort(Comparator.comparingInt(vertex -> plan.priority(names.get(vertex), number(vertex))));
    if (!succeeded || order.isEmpty() || submitMs <= 0) {
      return null;
    }
    List<RecordedJob.Stage> stages = new ArrayList<>();
    long endMs = 0;
    for (int s = 0; s < order.size(); s++) {
      String vertex = names.get(order.get(s));
      long readyMs = sendersEnd(order.get(s), vertex);
      RunTimes runMs = new RunTimes();
      RecordedUsage usage = RecordedUsage.NONE;
      for (TezAttempt attempt : attempts.get(order.get(s))) {
        runMs.add(attempt.endMs - Math.max(attempt.startMs, readyMs));
        usage = usage.plus(attempt.usage(settings));
        endMs = Math.max(endMs, attempt.endMs);
      }
      int[] after =
          IntStream.range(0, s)
              .filter(
                  other ->
                      plan.into(vertex).stream()
                          .anyMatch(edge -> edge.from.equals(names.get(order.get(other)))))
              .toArray();
      stages.add(
          new RecordedJob.Stage(
              vertex,
              plan.priority(vertex, number(order.get(s))),
              Math.max(1, settings.taskMb()),
              settings.taskVcores(),
              after,
              runMs.toArray(),
              usage));
    }
    String ofApplication = queue.isEmpty() ? settings.queue() : queue;
    return new RecordedJob(
        id,
        name,
        TEZ,
        user.isEmpty() ? "default" : user,
        ofApplication,
        RecordedJob.Times.of(submitMs, endMs),
        stages);
  }

  private TaskClassRun run(
      String vertexId, String vertex, TezSettings settings, ResourceManagerLog log) {
    String application = id.replaceFirst("^dag_(\\d+_\\d+)_\\d+$", "application_$1");
    boolean named = log.name(application) != null;
    TaskClassRun.Builder run =
        new TaskClassRun.Builder(named ? log.name(application) : name, id, TEZ, vertex);
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
