/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.history;

import com.fasterxml.jackson.core.JsonProcessingException;
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
  private static final double MB = 1 << 20;

  private final String id;
  private String name = "";
  private TezPlan plan = new TezPlan(JSON.createObjectNode());
  private boolean ended;
  private boolean succeeded;
  private boolean undersized;

  /** By the ids of vertices. */
  private final Map<String, String> names = new TreeMap<>();

  private final Map<String, Long> ends = new HashMap<>();
  private final Map<String, List<TezAttempt>> attempts = new HashMap<>();

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

  /** False while it runs, and for ever if its last events were lost. */
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

  void attemptFinished(String vertexId, JsonNode info) {
    if (info.path("status").asText().equals("SUCCEEDED")) {
      attempts.computeIfAbsent(vertexId, v -> new ArrayList<>()).add(new TezAttempt(info));
    } else {
      undersized |= UndersizedEnd.find(info.path("diagnostics").asText()) != null;
    }
  }

  /** What the tasks of each vertex did; empty if the DAG did not succeed. */
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
    String job = log.name(application) == null ? name : log.name(application);
    TaskRun.Builder run = new TaskRun.Builder(job, id, TEZ, vertex);
    run.priority(plan.priority(vertex, number(vertexId)));
    if (settings.foreignDagScheduler() != null) {
      run.obstacle(
          settings.foreignDagScheduler()
              + " gives the tasks of "
              + id
              + " priorities that are not known: write the profile by hand.");
    }
    List<TezAttempt> done = attempts.getOrDefault(vertexId, Collections.emptyList());
    String missing = missing(vertex, done);
    if (missing != null) {
      return run.obstacle(missing).build();
    }
    List<String> containers = new ArrayList<>();
    done.forEach(attempt -> containers.add(attempt.container));
    try {
      GrantedMemory granted = new GrantedMemory(log, settings.taskMb(), containers);
      memory(run, granted, settings);
      samples(run, vertexId, vertex, settings, done, granted);
    } catch (IllegalArgumentException e) {
      run.obstacle("The settings of " + id + " make no sense: " + e.getMessage() + ".");
    }
    return run.build();
  }

  /** What the history does not say of a vertex's tasks; null if nothing is missing. */
  private String missing(String vertex, List<TezAttempt> done) {
    if (done.isEmpty()) {
      return "The history of "
          + id
          + " has no task of vertex "
          + vertex
          + " that succeeded: leave tez.history.logging.log.level and"
          + " tez.history.logging.taskattempt-filters unset.";
    }
    return done.stream().allMatch(TezAttempt::isCounted)
        ? null
        : "The history of " + id + " has tasks of vertex " + vertex + " without counters.";
  }

  private void memory(TaskRun.Builder run, GrantedMemory granted, TezSettings settings) {
    long heapMb = settings.heapMb(granted.fullMb());
    if (heapMb <= 0 || heapMb > granted.fullMb()) {
      run.obstacle(
          "The heap of the tasks of "
              + id
              + " is not stated, or larger than their containers: give them an -Xmx below their"
              + " memory.");
    } else {
      run.memory(granted.fullMb(), heapMb);
    }
    if (!granted.complete() && (undersized || settings.isElastic())) {
      run.obstacle(
          "Tasks of "
              + id
              + " may have been given less memory than they asked for, and its history does not say"
              + " how much: give the ResourceManager's log with --rm-log, or a run made while"
              + " yarn.elastic.mode was off or shadow.");
    }
  }

  private void samples(
      TaskRun.Builder run,
      String vertexId,
      String vertex,
      TezSettings settings,
      List<TezAttempt> done,
      GrantedMemory granted) {
    List<TezPlan.Edge> into = plan.into(vertex);
    boolean sorts = plan.sortsOutput(vertex);
    if (into.size() == 1 && into.get(0).merged) {
      run.merging(settings.with(edgeSettings(into.get(0))).shuffle());
      long from = sendersEnd(vertexId, vertex);
      done.forEach(attempt -> merging(run, attempt, from, granted, sorts));
      return;
    }
    if (into.stream().anyMatch(edge -> edge.merged)) {
      run.obstacle(
          "Vertex "
              + vertex
              + " of "
              + id
              + " reads from several others, and no model knows how they share its memory: leave it"
              + " without a profile.");
    } else if (!sorts) {
      run.obstacle("Vertex " + vertex + " of " + id + " neither sorts nor merges anything.");
    }
    done.forEach(attempt -> sorting(run, attempt, granted));
  }

  private static void sorting(TaskRun.Builder run, TezAttempt attempt, GrantedMemory granted) {
    long ms = attempt.endMs - attempt.startMs;
    if (ms > 0) {
      double outputMb = attempt.count("OUTPUT_BYTES_PHYSICAL") / MB;
      boolean once = attempt.count("ADDITIONAL_SPILL_COUNT") == 0;
      run.add(TaskSample.sorting(granted.lostMb(attempt.container), ms, outputMb, once));
    }
  }

  private static void merging(
      TaskRun.Builder run, TezAttempt attempt, long from, GrantedMemory granted, boolean sorts) {
    // Waiting for those that send is not running longer.
    long ms = attempt.endMs - Math.max(attempt.startMs, from);
    double inputMb = attempt.count("SHUFFLE_BYTES_DECOMPRESSED") / MB;
    int outputs = (int) attempt.count("NUM_SHUFFLED_INPUTS");
    if (ms <= 0 || outputs <= 0 || inputMb <= 0) {
      return;
    }
    double localShare =
        (double) attempt.count("SHUFFLE_BYTES_DISK_DIRECT")
            / Math.max(1, attempt.count("SHUFFLE_BYTES"));
    int local = (int) Math.round(outputs * Math.min(1, localShare));
    long records = attempt.count("REDUCE_INPUT_RECORDS");
    // What the task's own sort buffer spills is counted with it.
    double spilled =
        sorts || records == 0 ? 0 : (double) attempt.count("SPILLED_RECORDS") / records;
    run.add(
        TaskSample.merging(
            granted.lostMb(attempt.container), ms, inputMb, outputs, local, spilled));
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

  private static Map<String, String> edgeSettings(TezPlan.Edge edge) {
    Map<String, String> settings = new HashMap<>();
    try {
      JSON.readTree(edge.receiverText)
          .path("config")
          .fields()
          .forEachRemaining(field -> settings.put(field.getKey(), field.getValue().asText()));
    } catch (JsonProcessingException e) {
      return Collections.emptyMap(); // an application may write there what it likes
    }
    return settings;
  }

  /** 2 of {@code vertex_1700000000000_0042_1_02}. */
  private static int number(String vertexId) {
    return Integer.parseInt(vertexId.substring(vertexId.lastIndexOf('_') + 1));
  }
}
