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

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * What the successful maps, or the successful reducers, of one MapReduce job did. Not thread-safe.
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

  TaskRun run() {
    String taskClass = type == TaskType.MAP ? "map" : "reduce";
    TaskRun.Builder run =
        new TaskRun.Builder(
            job.getJobname(), job.getJobId().toString(), TaskProfile.MAPREDUCE, taskClass);
    run.priority(TaskProfile.usualPriority(TaskProfile.MAPREDUCE, taskClass));
    List<TaskAttemptInfo> attempts = successful(type);
    List<String> containers = new ArrayList<>();
    attempts.forEach(attempt -> containers.add(container(attempt)));
    GrantedMemory granted = new GrantedMemory(log, settings.askedMb(type), containers);
    memory(run, granted.fullMb());
    if (!granted.complete() && mayBeUndersized()) {
      run.obstacle(
          "Tasks of "
              + job.getJobId()
              + " may have been given less memory than they asked for, and its history does not say"
              + " how much: give the ResourceManager's log with --rm-log, or a run made while"
              + " yarn.elastic.mode was off or shadow.");
    }
    if (type == TaskType.MAP) {
      maps(run, attempts, granted);
    } else {
      reducers(run, attempts, granted);
    }
    return run.build();
  }

  private void memory(TaskRun.Builder run, long fullMb) {
    long heapMb = settings.heapMb(type);
    if (heapMb <= 0 || heapMb > fullMb) {
      run.obstacle(
          "The heap of the tasks of "
              + job.getJobId()
              + " is not stated, or larger than their containers: give them an -Xmx below"
              + " their memory.");
    } else {
      run.memory(fullMb, heapMb);
    }
  }

  /** Whether some task is known to have had less memory, or the job asked for it. */
  private boolean mayBeUndersized() {
    if (settings.isElastic()) {
      return true;
    }
    return job.getAllTasks().values().stream()
        .flatMap(task -> task.getAllTaskAttempts().values().stream())
        .anyMatch(attempt -> UndersizedEnd.find(attempt.getError()) != null);
  }

  private void maps(TaskRun.Builder run, List<TaskAttemptInfo> attempts, GrantedMemory granted) {
    if (job.getTotalReduces() == 0) {
      run.obstacle("The maps of " + job.getJobId() + " sort nothing, since it has no reducers.");
    }
    for (TaskAttemptInfo attempt : attempts) {
      long ms = attempt.getFinishTime() - attempt.getStartTime();
      if (ms > 0) {
        double outputMb = count(attempt, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES) / MB;
        run.add(
            TaskSample.sorting(
                granted.lostMb(container(attempt)), ms, outputMb, isWrittenOnce(attempt)));
      }
    }
  }

  /**
   * A map that fills its buffer once writes its records once, combined once. Whoever merges several
   * spills writes them again, and from three spills on combines them again.
   */
  private static boolean isWrittenOnce(TaskAttemptInfo map) {
    long out = count(map, TaskCounter.MAP_OUTPUT_RECORDS);
    long combined = count(map, TaskCounter.COMBINE_INPUT_RECORDS);
    long spilled = count(map, TaskCounter.SPILLED_RECORDS);
    if (combined == 0) {
      return spilled <= out;
    }
    return combined <= out && spilled <= count(map, TaskCounter.COMBINE_OUTPUT_RECORDS);
  }

  private void reducers(
      TaskRun.Builder run, List<TaskAttemptInfo> attempts, GrantedMemory granted) {
    try {
      run.merging(settings.shuffle());
    } catch (IllegalArgumentException e) {
      run.obstacle("The shuffle of " + job.getJobId() + " is set wrongly: " + e.getMessage() + ".");
    }
    if (settings.fixesReduceBuffer()) {
      run.obstacle(
          job.getJobId()
              + " sets mapreduce.reduce.memory.totalbytes, with which its reducers' buffer does not"
              + " follow their memory: take it out.");
    }
    List<TaskAttemptInfo> maps = successful(TaskType.MAP);
    long mapsEnd = maps.stream().mapToLong(TaskAttemptInfo::getFinishTime).max().orElse(0);
    double expansion = settings.compressesMapOutputs() ? expansion(maps) : 1;
    for (TaskAttemptInfo attempt : attempts) {
      // A reducer that waits for maps does not run longer for it.
      long ms = attempt.getFinishTime() - Math.max(attempt.getStartTime(), mapsEnd);
      int outputs = (int) count(attempt, TaskCounter.SHUFFLED_MAPS);
      double inputMb = count(attempt, TaskCounter.REDUCE_SHUFFLE_BYTES) * expansion / MB;
      if (ms > 0 && outputs > 0 && inputMb > 0) {
        long records = count(attempt, TaskCounter.REDUCE_INPUT_RECORDS);
        double spilled = count(attempt, TaskCounter.SPILLED_RECORDS);
        double share = records == 0 ? 0 : spilled / records;
        run.add(
            TaskSample.merging(granted.lostMb(container(attempt)), ms, inputMb, outputs, 0, share));
      }
    }
  }

  /** How many times larger the map outputs are in memory than on the wire. */
  private static double expansion(List<TaskAttemptInfo> maps) {
    double uncompressed = 0;
    double written = 0;
    for (TaskAttemptInfo map : maps) {
      long combined = count(map, TaskCounter.COMBINE_INPUT_RECORDS);
      double kept =
          combined == 0 ? 1 : (double) count(map, TaskCounter.COMBINE_OUTPUT_RECORDS) / combined;
      uncompressed += count(map, TaskCounter.MAP_OUTPUT_BYTES) * kept;
      written += count(map, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
    }
    return written == 0 ? 1 : Math.max(1, uncompressed / written);
  }

  /** The attempts that made their tasks succeed. */
  private List<TaskAttemptInfo> successful(TaskType wanted) {
    List<TaskAttemptInfo> attempts = new ArrayList<>();
    for (TaskInfo task : job.getAllTasks().values()) {
      TaskAttemptInfo attempt =
          task.getSuccessfulAttemptId() == null
              ? null
              : task.getAllTaskAttempts().get(task.getSuccessfulAttemptId());
      if (task.getTaskType() == wanted && attempt != null) {
        attempts.add(attempt);
      }
    }
    return attempts;
  }

  private static String container(TaskAttemptInfo attempt) {
    return String.valueOf(attempt.getContainerId());
  }

  private static long count(TaskAttemptInfo attempt, TaskCounter counter) {
    Counters counters = attempt.getCounters();
    return counters == null ? 0 : counters.findCounter(counter).getValue();
  }
}
