// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.yarnext.minicluster.jobs.HistoryFiles;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.process.Await;

/** Job history of a cluster's only MapReduce job. */
public final class JobHistoryRecords {
  private final JobInfo job;

  private JobHistoryRecords(JobInfo job) {
    this.job = job;
  }

  public static JobHistoryRecords await(MapReduceWordCount job) throws IOException {
    Path done = job.histories();
    Await.until(
        "a history below " + done,
        ElasticCluster.PATIENCE_MS,
        () -> !HistoryFiles.in(done).isEmpty());
    return new JobHistoryRecords(HistoryFiles.read(HistoryFiles.in(done).get(0)));
  }

  public Collection<TaskInfo> tasks(TaskType type) {
    return job.getAllTasks().values().stream()
        .filter(task -> task.getTaskType() == type)
        .collect(Collectors.toList());
  }

  /** Nothing of this type was lost, failed or done twice. */
  void assertRanOnce(TaskType type, int count) {
    assertEquals(count, tasks(type).size());
    for (TaskInfo task : tasks(type)) {
      assertEquals(task.getTaskId().toString(), 1, task.getAllTaskAttempts().size());
    }
  }

  /** The attempts of a task that ended so, such as FAILED. */
  public static List<TaskAttemptInfo> attempts(TaskInfo task, String status) {
    return task.getAllTaskAttempts().values().stream()
        .filter(attempt -> status.equals(attempt.getTaskStatus()))
        .collect(Collectors.toList());
  }
}
