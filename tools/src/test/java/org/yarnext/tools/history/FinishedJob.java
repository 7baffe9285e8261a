// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.EventWriter.WriteMode;
import org.apache.hadoop.mapreduce.jobhistory.JobFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryFile;
import org.apache.hadoop.mapreduce.jobhistory.JobInitedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobSubmittedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobUnsuccessfulCompletionEvent;
import org.apache.hadoop.mapreduce.jobhistory.MapAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.ReduceAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptStartedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptUnsuccessfulCompletionEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskStartedEvent;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * A MapReduce job that has run, with the files that it leaves: written by Hadoop's own classes.
 * Maps start at once; reducers start with them, wait for the last map, and then run.
 */
public final class FinishedJob {
  public static final long CLUSTER = 1_700_000_000_000L;

  private static final long START = CLUSTER + 60_000;

  /** One task, and what each of its attempts came to. */
  private static final class Task {
    TaskType type;
    long ms;
    Counters counters = new Counters();
    String firstFailure;
  }

  private final String name;
  private final int number;
  private final JobConf conf = new JobConf();
  private final List<Task> tasks = new ArrayList<>();
  private WriteMode mode = WriteMode.JSON;
  private boolean failed;
  private boolean uber;

  public FinishedJob(String name, int number) {
    this.name = name;
    this.number = number;
  }

  public FinishedJob set(String key, String value) {
    conf.set(key, value);
    return this;
  }

  /** The same memory for maps and reducers. */
  public FinishedJob memory(int containerMb, int heapMb) {
    for (String kind : new String[] {"map", "reduce"}) {
      set("mapreduce." + kind + ".memory.mb", String.valueOf(containerMb));
      set("mapreduce." + kind + ".java.opts", "-Xms64m -Xmx" + heapMb + "m");
    }
    return this;
  }

  FinishedJob binary() {
    mode = WriteMode.BINARY;
    return this;
  }

  FinishedJob failed() {
    failed = true;
    return this;
  }

  FinishedJob uber() {
    uber = true;
    return this;
  }

  /** A map without a combiner. */
  public FinishedJob map(long ms, long records, long spilledRecords, long outputBytes) {
    return map(ms)
        .counter(TaskCounter.MAP_OUTPUT_RECORDS, records)
        .counter(TaskCounter.SPILLED_RECORDS, spilledRecords)
        .counter(TaskCounter.MAP_OUTPUT_BYTES, outputBytes)
        .counter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES, outputBytes);
  }

  FinishedJob map(long ms) {
    return task(TaskType.MAP, ms);
  }

  /**
   * @param ms from the end of the last map
   */
  public FinishedJob reducer(long ms, long bytes, int outputs, long records, long spilledRecords) {
    return reducer(ms)
        .counter(TaskCounter.REDUCE_SHUFFLE_BYTES, bytes)
        .counter(TaskCounter.SHUFFLED_MAPS, outputs)
        .counter(TaskCounter.REDUCE_INPUT_RECORDS, records)
        .counter(TaskCounter.SPILLED_RECORDS, spilledRecords);
  }

  FinishedJob reducer(long ms) {
    return task(TaskType.REDUCE, ms);
  }

  private FinishedJob task(TaskType type, long ms) {
    Task task = new Task();
    task.type = type;
    task.ms = ms;
    tasks.add(task);
    return this;
  }

  /** Sets a counter of the last task. */
  public FinishedJob counter(TaskCounter counter, long value) {
    last().counters.findCounter(counter).setValue(value);
    return this;
  }

  /** The last task's first attempt failed after half the time. */
  FinishedJob failedFirst(String diagnostics) {
    last().firstFailure = diagnostics;
    return this;
  }

  private Task last() {
    return tasks.get(tasks.size() - 1);
  }

  /** The container of the attempt of a task that succeeded, counted over maps and reducers. */
  ContainerId container(int task) {
    return container(task, tasks.get(task).firstFailure == null ? 0 : 1);
  }

  private ContainerId container(int task, int attempt) {
    ApplicationId application = ApplicationId.newInstance(CLUSTER, number);
    return ContainerId.newContainerId(
        ApplicationAttemptId.newInstance(application, 1), 2 + 2L * task + attempt);
  }

  public JobID id() {
    return new JobID(String.valueOf(CLUSTER), number);
  }

  /** Writes history and configuration under the names that they have below the done directory. */
  public Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (OutputStream out = Files.newOutputStream(directory.resolve(id() + "_conf.xml"))) {
      conf.writeXml(out);
    }
    Path file =
        directory.resolve(id() + "-" + START + "-user-job-" + START + "-1-1-SUCCEEDED-q.jhist");
    try (JobHistoryFile history = new JobHistoryFile(file, mode)) {
      write(history);
    }
    return file;
  }

  private void write(JobHistoryFile history) throws IOException {
    int maps = (int) tasks.stream().filter(task -> task.type == TaskType.MAP).count();
    int reducers = tasks.size() - maps;
    history.write(
        new JobSubmittedEvent(id(), name, "user", START, "conf", Collections.emptyMap(), "q"));
    history.write(new JobInitedEvent(id(), START, maps, reducers, "INITED", uber));
    long mapsEnd =
        START
            + tasks.stream()
                .filter(task -> task.type == TaskType.MAP)
                .mapToLong(task -> task.ms)
                .max()
                .orElse(0);
    for (int i = 0; i < tasks.size(); i++) {
      write(history, i, mapsEnd);
    }
    Counters none = new Counters();
    history.write(
        failed
            ? new JobUnsuccessfulCompletionEvent(
                id(), mapsEnd, maps, reducers, 0, 0, 0, 0, "FAILED", Collections.emptyList())
            : new JobFinishedEvent(id(), mapsEnd, maps, reducers, 0, 0, 0, 0, none, none, none));
  }

  private void write(JobHistoryFile history, int i, long mapsEnd) throws IOException {
    Task task = tasks.get(i);
    TaskID id = new TaskID(id(), task.type, i);
    long end = (task.type == TaskType.MAP ? START : mapsEnd) + task.ms;
    history.write(new TaskStartedEvent(id, START, task.type, ""));
    int attempt = 0;
    if (task.firstFailure != null) {
      TaskAttemptID first = started(history, i, id, 0);
      history.write(
          new TaskAttemptUnsuccessfulCompletionEvent(
              first,
              task.type,
              "FAILED",
              START + task.ms / 2,
              "node",
              1,
              "/rack",
              task.firstFailure,
              new Counters(),
              null));
      attempt = 1;
    }
    TaskAttemptID good = started(history, i, id, attempt);
    history.write(
        task.type == TaskType.MAP
            ? new MapAttemptFinishedEvent(
                good, task.type, "SUCCEEDED", end, end, "node", 1, "/rack", "", task.counters, null)
            : new ReduceAttemptFinishedEvent(
                good,
                task.type,
                "SUCCEEDED",
                end,
                end,
                end,
                "node",
                1,
                "/rack",
                "",
                task.counters,
                null));
    history.write(new TaskFinishedEvent(id, good, end, task.type, "SUCCEEDED", task.counters));
  }

  private TaskAttemptID started(JobHistoryFile history, int i, TaskID id, int attempt)
      throws IOException {
    TaskAttemptID attemptId = new TaskAttemptID(id, attempt);
    history.write(
        new TaskAttemptStartedEvent(
            attemptId,
            tasks.get(i).type,
            START,
            "tracker",
            8042,
            13562,
            container(i, attempt),
            "NODE_LOCAL",
            "VIRGIN"));
    return attemptId;
  }
}
