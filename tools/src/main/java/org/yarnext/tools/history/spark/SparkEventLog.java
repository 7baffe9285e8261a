// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.LineLimit;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.RecordedUsage;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.RunTimes;
import org.yarnext.tools.history.record.TaskClassRun;

/**
 * Collects data about containers from a Spark application's event log. An executor counts as a task
 * that runs from its start to its end, since the containers of a Spark application live longer than
 * its tasks. Not thread-safe; one for each application.
 */
public final class SparkEventLog {
  private static final String SPARK = "SPARK";
  private static final String EXECUTOR = "executor";
  private static final String EVENT = "SparkListener";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Maximum number of executors that run at a time, or of stages, that are remembered. */
  static final int MAX_OF_KIND = 100_000;

  /** Maximum length of the ID of an executor or a container. */
  static final int MAX_ID = 100;

  private final SparkTasks tasks;
  private final Map<String, Long> starts = new HashMap<>();
  private final RunTimes runMs = new RunTimes();
  private SparkSettings settings = new SparkSettings(JSON.createObjectNode());
  private boolean isIncomplete;
  private String id;
  private String name;
  private String user;
  private long submitMs;
  private long endMs;

  /**
   * @param withTasks whether {@link #run} is called, which needs the events of all tasks
   */
  public SparkEventLog(boolean withTasks) {
    tasks = withTasks ? new SparkTasks() : null;
  }

  /** Says that events of tasks were removed from the log. */
  void incomplete() {
    isIncomplete = true;
  }

  /**
   * Adds a file, in the order in which the files were written.
   *
   * @throws ToolException if it is damaged
   */
  void read(InputStream in) throws IOException, ToolException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(new LineLimit(in), UTF_8));
    String line = lines.readLine();
    for (int number = 1; line != null; number++) {
      String next = lines.readLine();
      if (isOfUse(line)) {
        try {
          take(JSON.readTree(line));
        } catch (JsonProcessingException e) {
          if (next != null) { // otherwise the driver was stopped while it wrote
            throw new ToolException("it is damaged at line " + number, e);
          }
        }
      }
      line = next;
    }
  }

  /** Returns whether a line may be of use; most are about tasks, which only profiles need. */
  private boolean isOfUse(String line) {
    String start = line.substring(0, Math.min(line.length(), 80));
    return start.contains(EVENT + "Application")
        || start.contains(EVENT + "Executor")
        || start.contains(EVENT + "Environment")
        || (tasks != null && start.contains(EVENT + "TaskEnd"));
  }

  private void take(JsonNode event) throws ToolException {
    long ms = event.path("Timestamp").asLong();
    switch (event.path("Event").asText()) {
      case EVENT + "ApplicationStart":
        id = event.path("App ID").asText();
        name = event.path("App Name").asText();
        user = event.path("User").asText();
        submitMs = ms;
        break;
      case EVENT + "EnvironmentUpdate":
        settings = new SparkSettings(event.path("Spark Properties"));
        break;
      case EVENT + "ExecutorAdded":
        addExecutor(event, ms);
        break;
      case EVENT + "TaskEnd":
        if (tasks != null) {
          tasks.add(event);
        }
        break;
      case EVENT + "ExecutorRemoved":
        Long startMs = starts.remove(event.path("Executor ID").asText());
        if (startMs != null) {
          runMs.add(ms - startMs);
        }
        break;
      case EVENT + "ApplicationEnd":
        endMs = ms;
        break;
      default: // has nothing about containers
    }
  }

  private void addExecutor(JsonNode event, long ms) throws ToolException {
    String executor = event.path("Executor ID").asText();
    if (starts.size() == MAX_OF_KIND || executor.length() > MAX_ID) {
      throw new ToolException(
          "it has more than " + MAX_OF_KIND + " executors at a time, or overlong IDs of executors");
    }
    starts.put(executor, ms);
    if (tasks != null) {
      tasks.addExecutor(executor, event.path("Executor Info"));
    }
  }

  /**
   * Returns the record of the application.
   *
   * @throws ToolException if it cannot be used; the message says why
   */
  public RecordedJob job() throws ToolException {
    checkEnd();
    starts.values().forEach(startMs -> runMs.add(endMs - startMs));
    starts.clear();
    if (runMs.size() == 0) {
      throw new ToolException("its application had no executor");
    }
    RecordedJob.Stage executors =
        new RecordedJob.Stage(
            EXECUTOR,
            1,
            settings.executorMb(),
            settings.cores(),
            new int[0],
            runMs.toArray(),
            RecordedUsage.NONE); // Spark logs the usage only if configured to
    return new RecordedJob(
        id,
        name,
        SPARK,
        user.isEmpty() ? "default" : user,
        settings.text("spark.yarn.queue", "default"),
        RecordedJob.Times.of(submitMs, endMs),
        Collections.singletonList(executors));
  }

  private void checkEnd() throws ToolException {
    if (id == null || submitMs <= 0) {
      throw new ToolException("it is not a Spark event log, or its start is missing");
    }
    if (endMs < submitMs) {
      throw new ToolException("its application has not ended");
    }
    if (!settings.text("spark.master", "yarn").startsWith("yarn")) {
      throw new ToolException("its application did not run on YARN");
    }
  }

  /**
   * Returns the run of the application's executors, as of one class of tasks.
   *
   * @param granted the known container sizes
   * @throws ToolException if it cannot be used; the message says why
   */
  public TaskClassRun run(ResourceManagerLog granted) throws ToolException {
    checkEnd();
    TaskClassRun.Builder run = new TaskClassRun.Builder(name, id, SPARK, EXECUTOR).endedAt(endMs);
    if (isIncomplete) {
      run.obstacle(
          "The history server of Spark has removed tasks from the event log of "
              + id
              + ": give logs that are not compacted"
              + " (spark.history.fs.eventLog.rolling.maxFilesToRetain).");
    }
    tasks.describe(run, id, settings, granted);
    return run.build();
  }
}
