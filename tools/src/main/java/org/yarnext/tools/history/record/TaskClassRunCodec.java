// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;

/**
 * Writes the measurements of runs as JSON, and reads them back; only for runs of which a profile
 * can be made. Stateless.
 */
public final class TaskClassRunCodec {
  private TaskClassRunCodec() {}

  /**
   * Writes a run.
   *
   * @param run without an obstacle
   * @param into an empty object
   */
  public static void write(TaskClassRun run, ObjectNode into) {
    into.put("job", run.job())
        .put("id", run.id())
        .put("framework", run.framework())
        .put("task", run.taskClass())
        .put("endMs", run.endMs())
        .put("priority", run.priority())
        .put("requestedMb", run.requestedMb())
        .put("heapMb", run.heapMb());
    if (run.sort() != null) {
      into.putObject("sort")
          .put("tasksAtOnce", run.sort().tasksAtOnce())
          .put("memoryFraction", run.sort().memoryFraction())
          .put("tasks", run.sort().tasks())
          .put("memoryMb", run.sort().memoryMb())
          .put("expansion", run.sort().expansion());
    } else if (run.merges()) {
      into.putObject("shuffle")
          .put("buffer", run.settings().buffer())
          .put("single", run.settings().single())
          .put("merge", run.settings().merge())
          .put("retain", run.settings().retain())
          .put("sortFactor", run.settings().sortFactor());
    }
    if (run.doubt() != null) {
      into.put("doubt", run.doubt());
    }
    for (TaskSizeSummary tasks : run.sizes()) {
      into.withArray("sizes")
          .addObject()
          .put("lostMb", tasks.lostMb())
          .put("tasks", tasks.tasks())
          .put("ms", tasks.ms())
          .put("inputMb", tasks.inputMb())
          .put("outputs", tasks.outputs())
          .put("localOutputs", tasks.localOutputs())
          .put("outputMb", tasks.outputMb())
          .put("spilledShare", tasks.spilledShare())
          .put("writtenOnce", tasks.writtenOnce());
    }
  }

  /**
   * Reads a run.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static TaskClassRun read(JsonNode from) {
    TaskClassRun.Builder run =
        new TaskClassRun.Builder(
                text(from, "job"), text(from, "id"), text(from, "framework"), text(from, "task"))
            .endedAt(number(from, "endMs").asLong())
            .priority(number(from, "priority").asInt())
            .memory(number(from, "requestedMb").asLong(), number(from, "heapMb").asLong());
    JsonNode shuffle = from.path("shuffle");
    if (shuffle.isObject()) {
      run.merging(
          new ShuffleSettings(
              share(shuffle, "buffer"),
              share(shuffle, "single"),
              share(shuffle, "merge"),
              share(shuffle, "retain"),
              number(shuffle, "sortFactor").asInt()));
    }
    JsonNode sort = from.path("sort");
    if (sort.isObject()) {
      run.spark(
          new SparkSort(
              number(sort, "tasksAtOnce").asInt(),
              share(sort, "memoryFraction"),
              number(sort, "tasks").asDouble(),
              number(sort, "memoryMb").asDouble(),
              number(sort, "expansion").asDouble()));
    }
    if (from.has("doubt")) {
      run.doubt(text(from, "doubt"));
    }
    for (JsonNode tasks : from.path("sizes")) {
      run.add(
          new TaskSizeSummary(
              number(tasks, "lostMb").asLong(),
              number(tasks, "tasks").asInt(),
              number(tasks, "ms").asDouble(),
              number(tasks, "inputMb").asDouble(),
              number(tasks, "outputs").asInt(),
              number(tasks, "localOutputs").asInt(),
              number(tasks, "outputMb").asDouble(),
              number(tasks, "spilledShare").asDouble(),
              number(tasks, "writtenOnce").asDouble()));
    }
    return run.build();
  }

  private static String text(JsonNode from, String field) {
    if (!from.path(field).isTextual()) {
      throw new IllegalArgumentException("Field " + field + " of a run is no text.");
    }
    return from.path(field).asText();
  }

  private static float share(JsonNode from, String field) {
    return (float) number(from, field).asDouble();
  }

  private static JsonNode number(JsonNode from, String field) {
    if (!from.path(field).isNumber()) {
      throw new IllegalArgumentException("Field " + field + " of a run is no number.");
    }
    return from.path(field);
  }
}
