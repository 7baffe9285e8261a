// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.HistoryFiles;
import org.yarnext.minicluster.jobs.MapReduceRunner;
import org.yarnext.minicluster.shell.AttemptRecord;

/**
 * A MapReduce job with small tasks over files of the local file system. Its task records are read
 * from the job history.
 */
public final class SmallTaskJob {
  private static final int CONTAINER_MB = 512;
  private static final int HEAP_MB = 320;

  private final MapReduceRunner runner;
  private final String name;
  private final Map<String, String> settings = new LinkedHashMap<>();

  public SmallTaskJob(MiniCluster cluster, String name) {
    this.runner = new MapReduceRunner(cluster);
    this.name = name;
  }

  /** Sets the classes of a job, such as its mapper. */
  public interface SetUp {
    void on(Job job) throws IOException;
  }

  /** Sets a key of the job, which overrides all other settings. */
  public SmallTaskJob set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /**
   * Runs the job, with one map for each file of {@code input}.
   *
   * @param output directory, which must not exist
   * @return all attempts of all tasks, with times in wall-clock milliseconds
   * @throws IllegalStateException if the job does not succeed within {@code timeoutMs}
   */
  public List<AttemptRecord> run(SetUp setUp, Path input, Path output, long timeoutMs)
      throws IOException {
    Job job = Job.getInstance(jobConf(), name);
    setUp.on(job);
    long submitted = System.currentTimeMillis();
    runner.run(job, input, output, timeoutMs);
    List<AttemptRecord> records = new ArrayList<>();
    for (TaskAttemptInfo attempt : HistoryFiles.attempts(runner.histories(), job.getJobID())) {
      records.add(record(attempt, submitted));
    }
    return records;
  }

  private Configuration jobConf() {
    Configuration job = runner.settings(CONTAINER_MB, HEAP_MB);
    job.setInt("mapreduce.map.memory.mb", CONTAINER_MB);
    job.setInt("mapreduce.reduce.memory.mb", CONTAINER_MB);
    job.set("mapreduce.map.java.opts", MapReduceRunner.jvmOptions(HEAP_MB));
    job.set("mapreduce.reduce.java.opts", MapReduceRunner.jvmOptions(HEAP_MB));
    job.setInt("mapreduce.task.io.sort.mb", 64);
    job.set("mapreduce.input.fileinputformat.split.minsize", Long.toString(Long.MAX_VALUE));
    // Reducers that wait for maps would be measured as tasks with little use.
    job.set("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
    settings.forEach(job::set);
    return job;
  }

  private static AttemptRecord record(TaskAttemptInfo attempt, long submittedMs) {
    AttemptRecord.End end;
    switch (attempt.getTaskStatus()) {
      case "SUCCEEDED":
        end = AttemptRecord.End.SUCCEEDED;
        break;
      case "KILLED":
        end = AttemptRecord.End.KILLED;
        break;
      default:
        end = AttemptRecord.End.FAILED;
    }
    return new AttemptRecord(
        submittedMs,
        attempt.getStartTime(),
        attempt.getStartTime(),
        attempt.getFinishTime(),
        end,
        end == AttemptRecord.End.FAILED ? attempt.getError() : "");
  }
}
