// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.mapreduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.EventReader;
import org.apache.hadoop.mapreduce.jobhistory.HistoryEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobInitedEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobQueueChangeEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobSubmittedEvent;
import org.apache.hadoop.mapreduce.jobhistory.MapAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.ReduceAttemptFinishedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptStartedEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskFinishedEvent;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.RecordedUsage;
import org.yarnext.tools.history.record.RunTimes;

/**
 * Reads the record of a MapReduce job event by event with Hadoop's own reader, so that jobs of any
 * size fit in memory. Not thread-safe; one for each file.
 */
public final class MapReduceJobReader {
  /** Times and resource usage of one successful attempt. */
  private static final class Times {
    final long startMs;
    final long endMs;
    long usedBytes;
    long cpuMs;

    Times(long startMs, long endMs) {
      this.startMs = startMs;
      this.endMs = endMs;
    }
  }

  private JobSubmittedEvent submitted;
  private JobInitedEvent inited;
  private String queue;
  private boolean finished;

  /** Starts of running attempts. */
  private final Map<String, Long> starts = new HashMap<>();

  /** Ended attempts of tasks that have not ended. */
  private final Map<String, Times> attempts = new HashMap<>();

  private final List<Times> maps = new ArrayList<>();
  private final List<Times> reducers = new ArrayList<>();

  private MapReduceJobReader() {}

  /**
   * Reads a job.
   *
   * @throws ToolException if the job cannot be used; the message says why
   */
  public static RecordedJob read(FileSystem fs, Path file) throws IOException, ToolException {
    MapReduceJobReader reader = new MapReduceJobReader();
    try (EventReader events = MapReduceHistory.events(fs.open(file))) {
      for (HistoryEvent event = events.getNextEvent();
          event != null;
          event = events.getNextEvent()) {
        reader.take(event);
      }
    }
    return reader.job(fs, file);
  }

  private void take(HistoryEvent event) {
    switch (event.getEventType()) {
      case JOB_SUBMITTED:
        submitted = (JobSubmittedEvent) event;
        queue = submitted.getJobQueueName();
        break;
      case JOB_INITED:
        inited = (JobInitedEvent) event;
        break;
      case JOB_QUEUE_CHANGED:
        queue = ((JobQueueChangeEvent) event).getJobQueueName();
        break;
      case JOB_FINISHED:
        finished = ((JobFinishedEvent) event).getFinishTime() > 0;
        break;
      case MAP_ATTEMPT_STARTED:
      case REDUCE_ATTEMPT_STARTED:
        TaskAttemptStartedEvent start = (TaskAttemptStartedEvent) event;
        starts.put(start.getTaskAttemptId().toString(), start.getStartTime());
        break;
      case MAP_ATTEMPT_FINISHED:
        MapAttemptFinishedEvent map = (MapAttemptFinishedEvent) event;
        ended(map.getAttemptId().toString(), map.getFinishTime());
        break;
      case REDUCE_ATTEMPT_FINISHED:
        ReduceAttemptFinishedEvent reduce = (ReduceAttemptFinishedEvent) event;
        ended(reduce.getAttemptId().toString(), reduce.getFinishTime());
        break;
      case TASK_FINISHED:
        taskEnded((TaskFinishedEvent) event);
        break;
      default: // has no time of a successful task
    }
  }

  private void ended(String attempt, long endMs) {
    Long startMs = starts.remove(attempt);
    if (startMs != null && startMs > 0 && endMs >= startMs) {
      attempts.put(attempt, new Times(startMs, endMs));
    }
  }

  private void taskEnded(TaskFinishedEvent task) {
    Times times = attempts.remove(String.valueOf(task.getSuccessfulTaskAttemptId()));
    if (times != null && task.getCounters() != null) {
      times.usedBytes =
          task.getCounters().findCounter(TaskCounter.PHYSICAL_MEMORY_BYTES).getValue();
      times.cpuMs = task.getCounters().findCounter(TaskCounter.CPU_MILLISECONDS).getValue();
    }
    if (times != null && task.getTaskType() == TaskType.MAP) {
      maps.add(times);
    } else if (times != null && task.getTaskType() == TaskType.REDUCE) {
      reducers.add(times);
    }
  }

  private RecordedJob job(FileSystem fs, Path file) throws IOException, ToolException {
    if (submitted == null || submitted.getSubmitTime() <= 0) {
      throw new ToolException("it does not say when its job was submitted");
    }
    if (!finished) {
      throw new ToolException("its job did not succeed, or has not ended");
    }
    if (inited != null && inited.getUberized()) {
      throw new ToolException("its tasks ran inside the application master");
    }
    if (maps.isEmpty() && reducers.isEmpty()) {
      throw new ToolException("it has no task with a start and an end");
    }
    JobConf conf = MapReduceHistory.configuration(fs, file, submitted.getJobId().toString());
    long mapsEndMs = maps.stream().mapToLong(map -> map.endMs).max().orElse(0);
    long endMs = Math.max(mapsEndMs, reducers.stream().mapToLong(r -> r.endMs).max().orElse(0));
    List<RecordedJob.Stage> stages = new ArrayList<>();
    if (!maps.isEmpty()) {
      stages.add(stage(TaskType.MAP, MRJobConfig.MAP_CPU_VCORES, maps, 0, new int[0], conf));
    }
    if (!reducers.isEmpty()) {
      int[] after = maps.isEmpty() ? new int[0] : new int[] {0};
      // A reducer waits for the last map, so the part before that does not count.
      stages.add(
          stage(TaskType.REDUCE, MRJobConfig.REDUCE_CPU_VCORES, reducers, mapsEndMs, after, conf));
    }
    RecordedJob.Times times = RecordedJob.Times.of(submitted.getSubmitTime(), endMs);
    return new RecordedJob(
        submitted.getJobId().toString(),
        text(submitted.getJobName()),
        TaskProfile.MAPREDUCE,
        text(submitted.getUserName()),
        text(queue),
        inited == null ? times : times.readyAt(inited.getLaunchTime()),
        stages);
  }

  private static RecordedJob.Stage stage(
      TaskType type, String vcores, List<Times> tasks, long fromMs, int[] after, JobConf conf)
      throws ToolException {
    RunTimes runMs = new RunTimes();
    tasks.forEach(task -> runMs.add(task.endMs - Math.max(task.startMs, fromMs)));
    String name = type == TaskType.MAP ? "map" : "reduce";
    try {
      long taskMb = Math.max(1, conf.getMemoryRequired(type));
      int taskVcores = Math.max(1, conf.getInt(vcores, 1));
      RecordedUsage usage = RecordedUsage.NONE;
      for (Times task : tasks) {
        long ranMs = task.endMs - task.startMs;
        usage = usage.plus(RecordedUsage.of(taskMb, taskVcores, ranMs, task.usedBytes, task.cpuMs));
      }
      return new RecordedJob.Stage(
          name,
          TaskProfile.usualPriority(TaskProfile.MAPREDUCE, name),
          taskMb,
          taskVcores,
          after,
          runMs.toArray(),
          usage);
    } catch (IllegalArgumentException e) {
      throw new ToolException("the configuration of its job is invalid: " + e.getMessage(), e);
    }
  }

  private static String text(String value) {
    return value == null || value.isEmpty() ? "default" : value;
  }
}
