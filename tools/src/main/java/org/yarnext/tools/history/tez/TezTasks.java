// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.tools.history.record.MemoryShortfall;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSample;

/** Measures the successful tasks of one vertex of a Tez DAG by their counters. Immutable. */
final class TezTasks {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MB = 1 << 20;

  /** Part of the minimum heap that a JVM reports as its maximum, in MB, by default. */
  private static final double MIN_HEAP_MB = 0.9 * ElasticConfiguration.HEAP_FLOOR.defaultValue();

  private final String dag;
  private final String vertex;
  private final TezPlan plan;
  private final TezSettings settings;
  private final List<TezAttempt> done;
  private final long sendersEndMs;

  /**
   * @param dag id of the DAG
   * @param done the attempts that succeeded
   * @param sendersEndMs end of the last vertex that this one reads from; 0 if there is none
   */
  TezTasks(
      String dag,
      String vertex,
      TezPlan plan,
      TezSettings settings,
      List<TezAttempt> done,
      long sendersEndMs) {
    this.dag = dag;
    this.vertex = vertex;
    this.plan = plan;
    this.settings = settings;
    this.done = done;
    this.sendersEndMs = sendersEndMs;
  }

  /**
   * Adds the tasks' samples, or the reason why they cannot be used.
   *
   * @param undersized whether a task of the DAG is known to have had less memory than it requested
   */
  void describe(TaskClassRun.Builder run, ResourceManagerLog log, boolean undersized) {
    if (settings.foreignDagScheduler() != null) {
      run.obstacle(
          settings.foreignDagScheduler()
              + " gives the tasks of "
              + dag
              + " priorities that are not known: write the profile by hand.");
    }
    String missing = missing();
    if (missing != null) {
      run.obstacle(missing);
      return;
    }
    List<String> containers = new ArrayList<>();
    done.forEach(attempt -> containers.add(attempt.container));
    try {
      MemoryShortfall granted = MemoryShortfall.ofUnknown(log, settings.taskMb(), containers);
      granted.describe(
          run, dag, settings.heapMb(granted.fullMb()), undersized || settings.isElastic());
      samples(run, granted);
    } catch (IllegalArgumentException e) {
      run.obstacle("The settings of " + dag + " are invalid: " + e.getMessage() + ".");
    }
  }

  /**
   * Returns what the history lacks about a vertex's tasks, as a sentence; null if nothing is
   * missing.
   */
  private String missing() {
    if (done.isEmpty()) {
      return "The history of "
          + dag
          + " has no task of vertex "
          + vertex
          + " that succeeded: leave tez.history.logging.log.level and"
          + " tez.history.logging.taskattempt-filters unset.";
    }
    return done.stream().allMatch(TezAttempt::isCounted)
        ? null
        : "The history of " + dag + " has tasks of vertex " + vertex + " without counters.";
  }

  private void samples(TaskClassRun.Builder run, MemoryShortfall granted) {
    List<TezPlan.Edge> into = plan.into(vertex);
    List<TezPlan.Edge> sorted = plan.sortedFrom(vertex);
    boolean sorts = !sorted.isEmpty();
    if (sorted.stream().anyMatch(this::mayNotFit)) {
      run.doubt(
          "Its sort buffer (tez.runtime.io.sort.mb) may be larger than a smaller"
              + " heap: unless it follows the heap, tasks with less memory fail and run"
              + " again, see \"In the task\" in docs/design/elastic.md.");
    }
    if (into.size() == 1 && into.get(0).merged) {
      long heapMb = settings.heapMb(granted.fullMb());
      double sortMb = sorted.stream().mapToDouble(this::sortMb).sum();
      run.merging(
          settings
              .with(edgeSettings(into.get(0).receiverText))
              .shuffle(plan.inputsAndOutputs(vertex), sortMb, heapMb));
      if (sorts) {
        run.doubt(
            "It merges and sorts, and Tez divides the heap between the two: the model uses the"
                + " merge's part of a full-size task. In smaller tasks that part is smaller,"
                + " because the sort buffer does not shrink, so they may take longer than in this"
                + " profile.");
      }
      done.forEach(attempt -> merging(run, attempt, granted, sorts));
      return;
    }
    if (into.stream().anyMatch(edge -> edge.merged)) {
      run.obstacle(
          "Vertex "
              + vertex
              + " of "
              + dag
              + " reads from several others, and no model covers how these share its memory: leave"
              + " it without a profile.");
    } else if (!sorts) {
      run.obstacle("Vertex " + vertex + " of " + dag + " neither sorts nor merges anything.");
    }
    done.forEach(attempt -> sorting(run, attempt, granted));
  }

  /**
   * Returns whether the sort buffer may not fit: Tez refuses a task whose buffer is not below its
   * heap.
   */
  private boolean mayNotFit(TezPlan.Edge edge) {
    return sortMb(edge) >= MIN_HEAP_MB;
  }

  private double sortMb(TezPlan.Edge edge) {
    return settings.with(edgeSettings(edge.senderText)).sortMb();
  }

  private static void sorting(
      TaskClassRun.Builder run, TezAttempt attempt, MemoryShortfall granted) {
    long ms = attempt.endMs - attempt.startMs;
    if (ms > 0) {
      double sortedMb = attempt.count("OUTPUT_BYTES") / MB;
      double outputMb = attempt.count("OUTPUT_BYTES_PHYSICAL") / MB;
      boolean once = attempt.count("ADDITIONAL_SPILL_COUNT") == 0;
      run.add(TaskSample.sorting(granted.lostMb(attempt.container), ms, sortedMb, outputMb, once));
    }
  }

  private void merging(
      TaskClassRun.Builder run, TezAttempt attempt, MemoryShortfall granted, boolean sorts) {
    // Waiting for senders does not count as run time.
    long ms = attempt.endMs - Math.max(attempt.startMs, sendersEndMs);
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
    // The counter includes the spills of the task's own sort buffer.
    double spilled =
        sorts || records == 0 ? 0 : (double) attempt.count("SPILLED_RECORDS") / records;
    run.add(
        TaskSample.merging(
            granted.lostMb(attempt.container), ms, inputMb, outputs, local, spilled));
  }

  private static Map<String, String> edgeSettings(String text) {
    Map<String, String> settings = new HashMap<>();
    try {
      JSON.readTree(text)
          .path("config")
          .fields()
          .forEachRemaining(field -> settings.put(field.getKey(), field.getValue().asText()));
    } catch (JsonProcessingException | StackOverflowError e) {
      return Collections.emptyMap(); // applications may write any text there, also deeply nested
    }
    return settings;
  }
}
