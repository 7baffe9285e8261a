// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.mapreduce;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.MemoryShortfall;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSample;

/**
 * Measures the successful maps, or the successful reducers, of one MapReduce job by their counters.
 * Not thread-safe.
 */
final class MapReduceTasks {
  private static final double MB = 1 << 20;

  private final JobInfo job;
  private final MapReduceJob settings;
  private final TaskType type;
  private final ResourceManagerLog log;

  MapReduceTasks(JobInfo job, MapReduceJob settings, TaskType type, ResourceManagerLog log) {
    this.job = job;
    this.settings = settings;
    this.type = type;
    this.log = log;
  }

  /**
   * Returns the run of these tasks.
   *
   * @throws ToolException if counters are missing or invalid
   */
  TaskClassRun run() throws ToolException {
    String taskClass = type == TaskType.MAP ? "map" : "reduce";
    TaskClassRun.Builder run =
        new TaskClassRun.Builder(
            job.getJobname(), job.getJobId().toString(), TaskProfile.MAPREDUCE, taskClass);
    run.priority(TaskProfile.usualPriority(TaskProfile.MAPREDUCE, taskClass));
    List<MapReduceAttempt> attempts = successful(type);
    List<String> containers = new ArrayList<>();
    attempts.forEach(attempt -> containers.add(attempt.container));
    MemoryShortfall granted = new MemoryShortfall(log, settings.requestedMb(type), containers);
    granted.describe(run, job.getJobId().toString(), settings.heapMb(type), mayBeUndersized());
    if (type == TaskType.MAP) {
      maps(run, attempts, granted);
    } else {
      reducers(run, attempts, granted);
    }
    return run.build();
  }

  /**
   * Returns whether tasks may have had less memory than requested: the job is elastic, or the
   * history says so of a task.
   */
  private boolean mayBeUndersized() {
    if (settings.isElastic()) {
      return true;
    }
    return job.getAllTasks().values().stream()
        .flatMap(task -> task.getAllTaskAttempts().values().stream())
        .anyMatch(attempt -> UndersizedEnd.find(attempt.getError()) != null);
  }

  private void maps(
      TaskClassRun.Builder run, List<MapReduceAttempt> attempts, MemoryShortfall granted)
      throws ToolException {
    if (job.getTotalReduces() == 0) {
      run.obstacle("The maps of " + job.getJobId() + " sort nothing, since it has no reducers.");
    }
    for (MapReduceAttempt attempt : attempts) {
      if (job.getTotalReduces() > 0) {
        attempt.requires(
            TaskCounter.MAP_OUTPUT_RECORDS,
            TaskCounter.MAP_OUTPUT_BYTES,
            TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES,
            TaskCounter.SPILLED_RECORDS);
      }
      long ms = attempt.endMs - attempt.startMs;
      if (ms > 0) {
        run.add(
            TaskSample.sorting(
                granted.lostMb(attempt.container),
                ms,
                attempt.count(TaskCounter.MAP_OUTPUT_BYTES) / MB,
                attempt.count(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES) / MB,
                isWrittenOnce(attempt)));
      }
    }
  }

  /**
   * Returns whether a map wrote each record only once. A map with one spill does; a map that merges
   * spills writes them again, and with three or more combines them again.
   */
  private static boolean isWrittenOnce(MapReduceAttempt map) {
    long out = map.count(TaskCounter.MAP_OUTPUT_RECORDS);
    long combined = map.count(TaskCounter.COMBINE_INPUT_RECORDS);
    long spilled = map.count(TaskCounter.SPILLED_RECORDS);
    if (combined == 0) {
      return spilled <= out;
    }
    return combined <= out && spilled <= map.count(TaskCounter.COMBINE_OUTPUT_RECORDS);
  }

  private void reducers(
      TaskClassRun.Builder run, List<MapReduceAttempt> attempts, MemoryShortfall granted)
      throws ToolException {
    try {
      run.merging(settings.shuffle());
    } catch (IllegalArgumentException e) {
      run.obstacle(
          "The shuffle of " + job.getJobId() + " has invalid settings: " + e.getMessage() + ".");
    }
    if (settings.fixesReduceBuffer()) {
      run.obstacle(
          job.getJobId()
              + " sets mapreduce.reduce.memory.totalbytes, so its reducers' buffer"
              + " does not follow their memory: remove it.");
    }
    List<MapReduceAttempt> maps = successful(TaskType.MAP);
    long mapsEnd = maps.stream().mapToLong(map -> map.endMs).max().orElse(0);
    double expansion = settings.compressesMapOutputs() ? expansion(maps) : 1;
    for (MapReduceAttempt attempt : attempts) {
      attempt.requires(
          TaskCounter.SHUFFLED_MAPS,
          TaskCounter.REDUCE_SHUFFLE_BYTES,
          TaskCounter.REDUCE_INPUT_RECORDS,
          TaskCounter.SPILLED_RECORDS);
      // Waiting for maps does not count as run time of a reducer.
      long ms = attempt.endMs - Math.max(attempt.startMs, mapsEnd);
      int outputs = (int) attempt.count(TaskCounter.SHUFFLED_MAPS);
      double inputMb = attempt.count(TaskCounter.REDUCE_SHUFFLE_BYTES) * expansion / MB;
      if (ms > 0 && outputs > 0 && inputMb > 0) {
        long records = attempt.count(TaskCounter.REDUCE_INPUT_RECORDS);
        double spilled = attempt.count(TaskCounter.SPILLED_RECORDS);
        double share = records == 0 ? 0 : spilled / records;
        run.add(
            TaskSample.merging(granted.lostMb(attempt.container), ms, inputMb, outputs, 0, share));
      }
    }
  }

  /** Returns the ratio of the map outputs' size in memory to their size on the wire; 1 or more. */
  private static double expansion(List<MapReduceAttempt> maps) {
    double uncompressed = 0;
    double written = 0;
    for (MapReduceAttempt map : maps) {
      long combined = map.count(TaskCounter.COMBINE_INPUT_RECORDS);
      double kept =
          combined == 0 ? 1 : (double) map.count(TaskCounter.COMBINE_OUTPUT_RECORDS) / combined;
      uncompressed += map.count(TaskCounter.MAP_OUTPUT_BYTES) * kept;
      written += map.count(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
    }
    return written == 0 ? 1 : Math.max(1, uncompressed / written);
  }

  /** Returns the successful attempts of the succeeded tasks. */
  private List<MapReduceAttempt> successful(TaskType wanted) {
    List<MapReduceAttempt> attempts = new ArrayList<>();
    for (TaskInfo task : job.getAllTasks().values()) {
      TaskAttemptInfo attempt =
          task.getSuccessfulAttemptId() == null
              ? null
              : task.getAllTaskAttempts().get(task.getSuccessfulAttemptId());
      if (task.getTaskType() == wanted && attempt != null) {
        attempts.add(new MapReduceAttempt(attempt));
      }
    }
    return attempts;
  }
}
