// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.Serializable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;

/** An attempt of a MapReduce task, from the job history. Immutable. */
public final class TaskRun implements Serializable {

  private static final long serialVersionUID = 1;

  /** Status of a successful attempt in the history. */
  private static final String SUCCEEDED = "SUCCEEDED";

  public final boolean reduces;
  public final boolean succeeded;

  /** Time from the launch of the container to its end, including the start of the JVM. */
  public final long ms;

  /** Bytes that a map has written or a reducer has fetched, without spills. */
  public final long shuffledBytes;

  /** Bytes and records that a map has put into its sort buffer; 0 for a reducer. */
  public final long bufferedBytes;

  public final long bufferedRecords;

  /** All bytes written to local disks: spills and, on a local file system, output. */
  public final long writtenBytes;

  public TaskRun(
      boolean reduces,
      boolean succeeded,
      long ms,
      long shuffledBytes,
      long bufferedBytes,
      long bufferedRecords,
      long writtenBytes) {
    this.reduces = reduces;
    this.succeeded = succeeded;
    this.ms = ms;
    this.shuffledBytes = shuffledBytes;
    this.bufferedBytes = bufferedBytes;
    this.bufferedRecords = bufferedRecords;
    this.writtenBytes = writtenBytes;
  }

  static TaskRun of(TaskAttemptInfo attempt) {
    boolean reduces = attempt.getTaskType() == TaskType.REDUCE;
    boolean succeeded = SUCCEEDED.equals(attempt.getTaskStatus());
    Counters counters = attempt.getCounters();
    if (!succeeded || counters == null) {
      return new TaskRun(reduces, false, 0, 0, 0, 0, 0);
    }
    return new TaskRun(
        reduces,
        true,
        attempt.getFinishTime() - attempt.getStartTime(),
        count(
            counters,
            reduces ? TaskCounter.REDUCE_SHUFFLE_BYTES : TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES),
        count(counters, TaskCounter.MAP_OUTPUT_BYTES),
        count(counters, TaskCounter.MAP_OUTPUT_RECORDS),
        counters.findCounter("FILE", FileSystemCounter.BYTES_WRITTEN).getValue());
  }

  private static long count(Counters counters, TaskCounter counter) {
    return counters.findCounter(counter).getValue();
  }
}
