// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.util.ResizableDoubleArray;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.MemoryShortfall;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.SparkSort;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSample;

/**
 * Counters of the tasks of a Spark application, added up by executor and by stage. Not thread-safe.
 */
final class SparkTasks {
  private static final double MB = 1 << 20;

  /** Minimum number of tasks of a stage from which something can be learnt. */
  private static final int MIN_TASKS = 3;

  private static final int MAX_TASKS = 10_000_000;

  /** Maximum number of intervals of an executor that a later task may still join. */
  private static final int MAX_INTERVALS = 1_000;

  private final Map<String, Executor> executors = new HashMap<>();
  private final Map<Integer, Stage> stages = new HashMap<>();
  private int tasks;
  private boolean hasProfiles;

  /** Time and data of the tasks of an executor. */
  private static final class Executor {
    final String container;

    /** Disjoint intervals in which tasks ran, the last one first. */
    final Deque<long[]> busy = new ArrayDeque<>();

    /** Time of the intervals before these. */
    double earlierMs;

    double inputBytes;

    Executor(String container) {
      this.container = container;
    }

    /** Adds the time of a task. Tasks come in the order of their ends. */
    void addTime(long startMs, long endMs) {
      long from = startMs;
      long to = endMs;
      while (!busy.isEmpty() && busy.peek()[1] >= from) {
        long[] last = busy.pop();
        from = Math.min(from, last[0]);
        to = Math.max(to, last[1]);
      }
      busy.push(new long[] {from, to});
      if (busy.size() > MAX_INTERVALS) {
        long[] first = busy.removeLast();
        earlierMs += first[1] - first[0];
      }
    }

    double busyMs() {
      return earlierMs + busy.stream().mapToDouble(one -> one[1] - one[0]).sum();
    }
  }

  /** Memory of the tasks of a stage. */
  private static final class Stage {
    final Set<String> executors = new HashSet<>();

    /** The largest execution memory of each task that spilled nothing, in bytes. */
    final ResizableDoubleArray peaks = new ResizableDoubleArray();

    int tasks;
    double peakBytes;
    double spilledBytes;
    double spilledDiskBytes;

    /** Returns the memory that a task used or would have used, in bytes. */
    double need() {
      return (peakBytes + spilledBytes) / tasks;
    }
  }

  /**
   * Adds an executor.
   *
   * @param info what its event says of it
   */
  void addExecutor(String id, JsonNode info) throws ToolException {
    String container = info.path("Attributes").path("CONTAINER_ID").asText("");
    checkSize(executors.size(), SparkEventLog.MAX_OF_KIND, "executors");
    checkSize(container.length(), SparkEventLog.MAX_ID, "characters in the ID of a container");
    executors.put(id, new Executor(container));
    hasProfiles |= info.path("Resource Profile Id").asInt() != 0;
  }

  private static void checkSize(int size, int max, String what) throws ToolException {
    if (size >= max) {
      throw new ToolException("it has more than " + (max - 1) + " " + what);
    }
  }

  /** Adds the end of a task. */
  void add(JsonNode event) throws ToolException {
    JsonNode info = event.path("Task Info");
    String id = info.path("Executor ID").asText();
    Executor executor = executors.get(id);
    long startMs = info.path("Launch Time").asLong();
    long endMs = info.path("Finish Time").asLong();
    if (executor == null || startMs <= 0 || endMs < startMs) {
      return;
    }
    executor.addTime(startMs, endMs);
    if (!event.path("Task End Reason").path("Reason").asText().equals("Success")) {
      return;
    }
    JsonNode counters = event.path("Task Metrics");
    JsonNode fetched = counters.path("Shuffle Read Metrics");
    executor.inputBytes +=
        bytes(counters.path("Input Metrics"), "Bytes Read")
            + bytes(fetched, "Remote Bytes Read")
            + bytes(fetched, "Local Bytes Read");
    checkSize(tasks++, MAX_TASKS, "tasks");
    Integer number = event.path("Stage ID").asInt();
    Stage stage = stages.get(number);
    if (stage == null) {
      checkSize(stages.size(), SparkEventLog.MAX_OF_KIND, "stages");
      stage = new Stage();
      stages.put(number, stage);
    }
    double peak = bytes(counters, "Peak Execution Memory");
    double spilled = bytes(counters, "Memory Bytes Spilled");
    stage.executors.add(id);
    stage.tasks++;
    stage.peakBytes += peak;
    stage.spilledBytes += spilled;
    stage.spilledDiskBytes += bytes(counters, "Disk Bytes Spilled");
    if (spilled == 0) {
      stage.peaks.addElement(peak);
    }
  }

  private static double bytes(JsonNode from, String field) {
    return Math.max(0, from.path(field).asLong());
  }

  /** Adds the executors' samples, or the reason why they cannot be used. */
  void describe(TaskClassRun.Builder run, String id, SparkSettings settings, ResourceManagerLog log)
      throws ToolException {
    Stage stage = stages.values().stream().max(Comparator.comparing(Stage::need)).orElse(null);
    String obstacle = obstacle(stage, id, settings);
    if (obstacle != null) {
      run.obstacle(obstacle);
      return;
    }
    Collection<Executor> used =
        executors.values().stream().filter(e -> e.busyMs() > 0).collect(Collectors.toList());
    Set<String> containers = used.stream().map(e -> e.container).collect(Collectors.toSet());
    MemoryShortfall granted = new MemoryShortfall(log, settings.executorMb(), containers);
    granted.describe(run, id, settings.heapMb(), false);
    run.spark(
        new SparkSort(
            settings.tasksAtOnce(),
            settings.memoryFraction(),
            (double) stage.tasks / stage.executors.size(),
            2 * stage.peaks.getNumElements() > stage.tasks
                ? StatUtils.percentile(stage.peaks.getElements(), 50) / MB
                : 0,
            stage.spilledDiskBytes == 0 ? 0 : stage.spilledBytes / stage.spilledDiskBytes));
    for (Executor executor : used) {
      run.add(
          TaskSample.merging(
              granted.lostMb(executor.container),
              executor.busyMs(),
              executor.inputBytes / MB,
              1,
              0,
              0));
    }
  }

  /** Returns why nothing can be learnt, with the fix, as a sentence; null if something can. */
  private String obstacle(Stage stage, String id, SparkSettings settings) {
    if (hasProfiles) {
      return id + " has executors of several resource profiles: write their profiles by hand.";
    }
    if (settings.isOffHeap()) {
      return "The tasks of "
          + id
          + " use memory beside the heap, which a smaller executor keeps: run it with"
          + " spark.memory.offHeap.enabled=false.";
    }
    if (stage == null || stage.need() == 0) {
      return "No task of "
          + id
          + " says how much execution memory it used: none sorts or aggregates, or its Spark is"
          + " older than 3.0.";
    }
    if (stage.tasks < MIN_TASKS) {
      return "Only "
          + stage.tasks
          + (stage.tasks == 1 ? " task of " : " tasks of ")
          + id
          + " sort or aggregate in the stage that needs most memory, too few to learn from: give"
          + " runs with at least "
          + MIN_TASKS
          + ".";
    }
    return null;
  }
}
